import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OrchestrationSchedule } from '@touchstone/contracts/scheduler';
import { CalendarClock } from 'lucide-react';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { jobColumns } from '../../scheduler/index.ts';
import { allProjectsQuery } from '../api/orchestration.queries.ts';
import { schedulesQuery } from '../api/schedules.queries.ts';

const size = 20;
const icon = <CalendarClock size={20} />;
const states = ['upcoming', 'completed'] as const;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  project: z.string().catch('').default(''),
  state: z.enum(states).catch('upcoming').default('upcoming'),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

const projectColumn: Column<OrchestrationSchedule> = {
  key: 'project',
  header: 'Project',
  width: 160,
  cell: ({ projectName }) => <span title={projectName}>{projectName}</span>,
};

/** SchedulesPage lists the workflow schedules of all test orchestration projects, next start first. */
export function SchedulesPage() {
  const [{ q, project, state, page }, setSearch] = useSearchState(searchSchema);
  const projects = useQuery(allProjectsQuery).data ?? [];
  const schedules = useQuery(
    schedulesQuery({
      state,
      page,
      size,
      ...(q && { searchTerm: q }),
      ...(project && { projectId: project }),
    }),
  );
  const [first, ...others] = jobColumns(state, undefined) as Column<OrchestrationSchedule>[];
  return (
    <Page
      title="Schedules"
      documentTitle="Schedules · Test Orchestration"
      {...(schedules.data && { meta: `${formatCount(schedules.data.totalElements)} ${state}` })}
    >
      <PagedList
        noun="schedules"
        query={schedules}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <SegmentedControl
              aria-label="List"
              data={[
                { value: 'upcoming', label: 'Upcoming' },
                { value: 'completed', label: 'Completed' },
              ]}
              value={state}
              onChange={(value) => setSearch({ state: value as (typeof states)[number], page: 0 }, { push: true })}
            />
            <FilterInput label="Filter schedules" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
            <Select
              w={200}
              aria-label="Project"
              placeholder="Any project"
              clearable
              searchable
              nothingFoundMessage="No matching project"
              data={projects.map(({ projectId, name }) => ({ value: projectId, label: name }))}
              value={project || null}
              onChange={(value) => setSearch({ project: value ?? '', page: 0 })}
            />
          </>
        }
        icon={icon}
        onClear={q === '' && project === '' ? undefined : () => setSearch({ q: '', project: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title={state === 'upcoming' ? 'No upcoming schedules' : 'No completed schedules'}>
            {state === 'upcoming'
              ? 'Open a workflow and add a schedule under Triggers.'
              : 'A schedule moves here after its last due time.'}
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label={state === 'upcoming' ? 'Upcoming schedules' : 'Completed schedules'}
            minWidth={1100}
            columns={first ? [first, projectColumn, ...others] : []}
            rows={rows}
            rowKey={({ jobId }) => jobId}
            rowLabel={({ title }) => title}
            empty={none}
          />
        )}
      />
    </Page>
  );
}
