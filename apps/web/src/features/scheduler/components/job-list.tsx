import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { scheduleTypes } from '@touchstone/contracts/scheduler';
import type { Project } from '@touchstone/contracts/workspaces';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { jobsQuery } from '../api/scheduler.queries.ts';
import { jobColumns } from './job-columns.tsx';
import { useSchedulePath } from './schedule-place.ts';
import { useJobActions } from './use-job-actions.tsx';
import { scheduleTypeChoices } from './when-fields.tsx';

const icon = <CalendarClock size={20} />;
const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  type: z
    .enum(['', ...scheduleTypes])
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

interface Props {
  project: Pick<Project, 'projectId' | 'workspacePlan'>;
  which: 'upcoming' | 'completed';
  canWrite: boolean;
  empty: ReactNode;
}

/** JobList lists the jobs of a workspace that will be due again, or those that won't. */
export function JobList({ project, which, canWrite, empty }: Props) {
  const { projectId, workspacePlan } = project;
  const navigate = useNavigate();
  const pathOf = useSchedulePath();
  const [{ q, type, page }, setSearch] = useSearchState(searchSchema);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const jobs = useQuery(
    jobsQuery(which, { projectId, page, size, ...(q && { searchTerm: q }), ...(type && { scheduleType: type }) }),
  );
  const { actions, dialog } = useJobActions({ projectId, workspacePlan, canWrite, onDeleted: clear });
  const chosen = jobs.data?.content.filter(({ jobId }) => selected.has(jobId)) ?? [];
  return (
    <>
      <PagedList
        noun="schedules"
        query={jobs}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter schedules" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
            <Select
              w={140}
              aria-label="Schedule type"
              placeholder="Any type"
              clearable
              data={scheduleTypeChoices}
              value={type || null}
              onChange={(value) => setSearch({ type: value ?? '', page: 0 })}
            />
          </>
        }
        icon={icon}
        onClear={q === '' && type === '' ? undefined : () => setSearch({ q: '', type: '', page: 0 })}
        empty={empty}
        table={(rows, none) => (
          <DataTable
            label={which === 'upcoming' ? 'Upcoming schedules' : 'Completed schedules'}
            columns={jobColumns(which, actions)}
            rows={rows}
            rowKey={({ jobId }) => jobId}
            rowLabel={({ title }) => title}
            minWidth={1100}
            onOpen={(job) =>
              actions?.onEdit
                ? actions.onEdit(job)
                : void navigate(pathOf({ project: projectId, tab: 'history', job: job.jobId }))
            }
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={none}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={clear}>
            <Button variant="default" onClick={() => actions?.onDelete(chosen)}>
              Delete…
            </Button>
          </SelectionBar>
        }
      />
      {dialog}
    </>
  );
}

/** NoJobs says why a list of jobs is empty. */
export function NoJobs({ which, action }: { which: 'upcoming' | 'completed'; action: ReactNode }) {
  return which === 'upcoming' ? (
    <EmptyState icon={icon} title="No scheduled tests yet" action={action}>
      A schedule runs a suite, a performance test or a workflow at set times, in any time zone.
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title="No completed schedules">
      A schedule moves here after its last due time.
    </EmptyState>
  );
}
