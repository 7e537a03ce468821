import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { ProjectGate } from '../../api-testing/index.ts';
import { runsQuery } from '../api/runs.queries.ts';
import { RunTable } from '../components/run-table.tsx';

const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const size = 20;

/** RunsPage lists the runs of every kind in a project. */
export function RunsPage() {
  return (
    <ProjectGate title="All runs">
      {({ projectId, projectName }) => <Runs key={projectId} projectId={projectId} projectName={projectName} />}
    </ProjectGate>
  );
}

function Runs({ projectId, projectName }: { projectId: string; projectName: string }) {
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const runs = useQuery(runsQuery({ projectId, page, size, ...(q && { searchTerm: q }) }));
  return (
    <Page title="All runs" meta={projectName}>
      <div className="row" style={{ padding: 12 }}>
        <FilterInput label="Filter runs" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
      </div>
      {runs.isError && !runs.data ? (
        <Problem error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <RunTable
          label="Runs"
          runs={runs.data?.content}
          empty={
            <EmptyState
              icon={<ListChecks size={20} />}
              title={q ? 'No run matches' : 'Nothing has run yet'}
              action={
                q ? (
                  <Button variant="default" onClick={() => setSearch({ q: '', page: 0 })}>
                    Clear the filter
                  </Button>
                ) : null
              }
            >
              {q ? `No run in ${projectName} has this name.` : `Runs of every kind in ${projectName} appear here.`}
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="runs"
        page={page}
        size={size}
        total={runs.data?.totalElements ?? 0}
        onPage={(next) => setSearch({ page: next }, { push: true })}
      />
    </Page>
  );
}
