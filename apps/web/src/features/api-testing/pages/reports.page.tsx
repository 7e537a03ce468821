import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExecutionStatus, executionStatuses, executionStatusSchema } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { StatusFilter } from '../../../ui/select/status-filter.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { reportsQuery } from '../api/executions.queries.ts';
import { RunFigures } from '../components/report/run-figures.tsx';
import { RunMenu } from '../components/report/run-menu.tsx';
import { RunsTable } from '../components/report/runs-table.tsx';
import { useRunActions } from '../components/report/use-run-actions.ts';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { isFinal } from '../model/run/execution-status.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const icon = <ChartColumn size={20} />;
const statusChoices = executionStatuses.map((value) => ({ value, label: value }));
const statusList = z
  .string()
  .catch('')
  .default('')
  .transform((text) =>
    text.split(',').filter((word): word is ExecutionStatus => executionStatusSchema.safeParse(word).success),
  );
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  status: statusList,
  page: z.coerce.number().int().min(0).catch(0).default(0),
  size: z.coerce.number().int().min(1).max(200).catch(20).default(20),
});

export function ReportsPage() {
  return (
    <ProjectGate title="Report Dashboard">
      {(project) => <Reports key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Reports({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const [search, setSearch] = useSearchState(searchSchema);
  const runs = useQuery(
    reportsQuery({
      projectId,
      page: search.page,
      size: search.size,
      ...(search.q ? { searchTerm: search.q } : {}),
      ...(search.status.length > 0 ? { statuses: search.status } : {}),
    }),
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { retryRun, askDelete } = useRunActions(() => setSelected(new Set()));
  const canWrite = useCanWrite(project);
  const chosen = runs.data?.content.filter((run) => selected.has(run.runId)) ?? [];
  const deletable = chosen.filter((run) => isFinal(run.status));

  const compare = () => {
    const [newer, older] = chosen;
    if (newer && older) void navigate(apiTestingPaths.compare(older.runId, newer.runId));
  };
  const isFiltered = search.q !== '' || search.status.length > 0;

  return (
    <Page
      title="Report Dashboard"
      documentTitle={`Reports · ${project.projectName}`}
      meta={project.projectName}
      actions={
        <>
          <Button variant="default" component={Link} to={apiTestingPaths.compareChosen(projectId)}>
            Compare runs
          </Button>
          <Button variant="default" component={Link} to={apiTestingPaths.insights(projectId)}>
            Report Insights
          </Button>
        </>
      }
    >
      <RunFigures projectId={projectId} />
      <PagedList
        noun="runs"
        query={runs}
        page={search.page}
        size={search.size}
        onPage={(page) => setSearch({ page }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter runs" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />
            <StatusFilter
              choices={statusChoices}
              value={search.status}
              onChange={(status) => setSearch({ status, page: 0 })}
            />
          </>
        }
        icon={icon}
        onClear={isFiltered ? () => setSearch({ q: '', status: [], page: 0 }) : undefined}
        empty={
          <EmptyState
            icon={icon}
            title="Nothing has run yet"
            action={
              <Button component={Link} to={apiTestingPaths.suites(projectId)}>
                Open test suites
              </Button>
            }
          >
            Every suite run has a report here, updated live.
          </EmptyState>
        }
        table={(rows, empty) => (
          <RunsTable
            runs={rows}
            onOpen={(run) => void navigate(apiTestingPaths.report(run.runId))}
            selected={selected}
            onSelect={setSelected}
            actions={(run) => (
              <RunMenu
                run={run}
                canChange={canWrite && isFinal(run.status)}
                onRetry={(onlyFailed) => void retryRun(run, onlyFailed)}
                onDelete={() => askDelete([run])}
              />
            )}
            empty={empty}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
            {chosen.length === 2 && deletable.length === 2 ? (
              <Button onClick={compare}>Compare</Button>
            ) : (
              <span className="dim">Select two finished runs to compare</span>
            )}
            {canWrite && deletable.length > 0 ? (
              <Button variant="default" onClick={() => askDelete(deletable)}>
                Delete {deletable.length}…
              </Button>
            ) : null}
          </SelectionBar>
        }
      />
    </Page>
  );
}
