import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RunStatus, runStatuses, runStatusSchema } from '@touchstone/contracts/runs';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { statusWords } from '../../../ui/status/status.ts';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ProjectGate } from '../../api-testing/index.ts';
import { runKindsQuery, runsQuery } from '../api/runs.queries.ts';
import { RunTable } from '../components/run-table.tsx';

const searchSchema = z.object({
  q: z.string().catch('').default(''),
  kind: z.string().catch('').default(''),
  status: runStatusSchema.optional().catch(undefined),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const size = 20;
/** A run as a whole is never skipped. */
const statuses = runStatuses
  .filter((status) => status !== 'skipped')
  .map((value) => ({ value, label: statusWords[value] }));
const icon = <ListChecks size={20} />;

/** RunsPage lists the runs of every kind in a project. */
export function RunsPage() {
  return (
    <ProjectGate title="All runs">
      {({ projectId, projectName }) => <Runs key={projectId} projectId={projectId} projectName={projectName} />}
    </ProjectGate>
  );
}

function Runs({ projectId, projectName }: { projectId: string; projectName: string }) {
  const [{ q, kind, status, page }, setSearch] = useSearchState(searchSchema);
  const runs = useQuery(
    runsQuery({ projectId, page, size, ...(q && { searchTerm: q }), ...(kind && { kind }), ...(status && { status }) }),
  );
  const kinds = useQuery(runKindsQuery(projectId)).data ?? [];
  const isFiltered = q !== '' || kind !== '' || status !== undefined;
  return (
    <Page title="All runs" meta={projectName}>
      <PagedList
        noun="runs"
        query={runs}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter runs" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
            <Select
              w={170}
              aria-label="Kind"
              placeholder="Any kind"
              clearable
              data={kinds.map((each) => ({ value: each.kind, label: each.title }))}
              value={kind || null}
              onChange={(value) => setSearch({ kind: value ?? '', page: 0 })}
            />
            <Select
              w={140}
              aria-label="Status"
              placeholder="Any status"
              clearable
              data={statuses}
              value={status ?? null}
              onChange={(value) => setSearch({ status: (value ?? undefined) as RunStatus | undefined, page: 0 })}
            />
          </>
        }
        icon={icon}
        onClear={isFiltered ? () => setSearch({ q: '', kind: '', status: undefined, page: 0 }) : undefined}
        empty={
          <EmptyState icon={icon} title="Nothing has run yet">
            Runs of every kind in {projectName} appear here.
          </EmptyState>
        }
        table={(rows, empty) => <RunTable label="Runs" runs={rows} empty={empty} />}
      />
    </Page>
  );
}
