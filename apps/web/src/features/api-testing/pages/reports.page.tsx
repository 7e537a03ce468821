import { Button, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExecutionStatus, executionStatuses, executionStatusSchema } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { SelectionBar, TableFoot } from '../../../ui/table/table-foot.tsx';
import { reportsQuery } from '../api/executions.queries.ts';
import { RunFigures } from '../components/report/run-figures.tsx';
import { RunMenu } from '../components/report/run-menu.tsx';
import { RunsTable } from '../components/report/runs-table.tsx';
import { useRunActions } from '../components/report/use-run-actions.ts';
import toolbar from '../components/toolbar.module.css';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { isFinal } from '../model/run/execution-status.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

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
  const rows = runs.data?.content;
  const chosen = rows?.filter((run) => selected.has(run.runId)) ?? [];
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
        <Button variant="default" component={Link} to={apiTestingPaths.insights(projectId)}>
          Report Insights
        </Button>
      }
    >
      <RunFigures projectId={projectId} />
      <div className={toolbar.toolbar} style={{ borderTop: '1px solid var(--line)' }}>
        <FilterInput label="Filter runs" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />
        <MultiSelect
          w={search.status.length > 0 ? 360 : 180}
          aria-label="Filter by status"
          placeholder={search.status.length > 0 ? undefined : 'Any status'}
          data={[...executionStatuses]}
          value={search.status}
          onChange={(status) => setSearch({ status: status as ExecutionStatus[], page: 0 })}
          clearable
        />
      </div>
      {runs.isError && !rows ? (
        <Problem error={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
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
          empty={
            <NoRuns
              project={project}
              onClear={isFiltered ? () => setSearch({ q: '', status: [], page: 0 }) : undefined}
            />
          }
        />
      )}
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
      <TableFoot
        noun="runs"
        page={search.page}
        size={search.size}
        total={runs.data?.totalElements ?? 0}
        onPage={(page) => setSearch({ page }, { push: true })}
      />
    </Page>
  );
}

function NoRuns({ project, onClear }: { project: Project; onClear: (() => void) | undefined }) {
  if (onClear)
    return (
      <EmptyState
        icon={<ChartColumn size={20} />}
        title="No run matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear the filter
          </Button>
        }
      >
        No run of {project.projectName} fits this filter.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ChartColumn size={20} />}
      title="Nothing has run yet"
      action={
        <Button component={Link} to={apiTestingPaths.suites(project.projectId)}>
          Open test suites
        </Button>
      }
    >
      Every suite run has a report here, updated live.
    </EmptyState>
  );
}
