import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ProjectGate } from '../../api-testing/index.ts';
import { runsQuery } from '../api/runs.queries.ts';
import { RunTable } from '../components/run-table.tsx';

const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const size = 20;
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
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const runs = useQuery(runsQuery({ projectId, page, size, ...(q && { searchTerm: q }) }));
  return (
    <Page title="All runs" meta={projectName}>
      <PagedList
        noun="runs"
        query={runs}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={<FilterInput label="Filter runs" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />}
        icon={icon}
        onClear={q ? () => setSearch({ q: '', page: 0 }) : undefined}
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
