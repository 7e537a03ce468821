import { ActionIcon, Button, Menu, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ExecutionStatus,
  type ExecutionSummary,
  executionStatuses,
  executionStatusSchema,
  type Project,
} from '@touchstone/contracts/api-testing';
import { ChartColumn, EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { SelectionBar, TableFoot } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { useExecutionMutations } from '../api/executions.mutations.ts';
import { metricsQuery, reportsQuery } from '../api/executions.queries.ts';
import { downloadReport } from '../components/report/report-download.ts';
import { RunsTable } from '../components/report/runs-table.tsx';
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
  const metrics = useQuery(metricsQuery(projectId)).data;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { retry, remove } = useExecutionMutations();
  const canWrite = useCanWrite(project);
  const rows = runs.data?.content;
  const chosen = rows?.filter((run) => selected.has(run.runId)) ?? [];
  const deletable = chosen.filter((run) => isFinal(run.status));

  const retryRun = async (run: ExecutionSummary, onlyFailed: boolean) => {
    try {
      const { runId } = await retry.mutateAsync({ runId: run.runId, onlyFailed });
      toast('info', 'Run initiated');
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
    }
  };
  const askDelete = (list: ExecutionSummary[]) =>
    confirmAction({
      title: list.length === 1 ? `Delete the report of ${list[0]!.name}?` : `Delete ${list.length} reports?`,
      message: "Deletes these runs and their results. You can't undo this.",
      confirm: list.length === 1 ? 'Delete report' : `Delete ${list.length} reports`,
      onConfirm: async () => {
        await remove.mutateAsync(list.map((run) => run.runId));
        setSelected(new Set());
      },
    });
  const compare = () => {
    const [newer, older] = chosen;
    if (newer && older) void navigate(apiTestingPaths.compare(older.runId, newer.runId));
  };
  const filtered = search.q !== '' || search.status.length > 0;
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));

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
      <div style={{ padding: 16 }}>
        <StatTiles
          stats={[
            { label: 'Runs', value: shown(metrics?.runs) },
            { label: 'Passed', value: shown(metrics?.passed) },
            { label: 'Failed', value: shown(metrics?.failed) },
            { label: 'Error in run', value: shown(metrics?.errors) },
            { label: 'Running', value: shown(metrics?.running) },
            { label: 'Pass rate', value: metrics && metrics.runs > 0 ? formatPercent(metrics.passRate) : '–' },
            {
              label: 'Average duration',
              value: metrics && metrics.runs > 0 ? formatDuration(metrics.averageDurationMs) : '–',
            },
          ]}
        />
      </div>
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
            <Menu>
              <Menu.Target>
                <ActionIcon size={24} aria-label={`Actions for ${run.name}`}>
                  <EllipsisVertical size={15} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {canWrite && isFinal(run.status) ? (
                  <>
                    <Menu.Item onClick={() => void retryRun(run, false)}>Retry</Menu.Item>
                    {run.failed + run.errors > 0 ? (
                      <Menu.Item onClick={() => void retryRun(run, true)}>Retry failed</Menu.Item>
                    ) : null}
                    <Menu.Divider />
                  </>
                ) : null}
                <Menu.Item onClick={() => void downloadReport(run, 'html')}>Download HTML</Menu.Item>
                <Menu.Item onClick={() => void downloadReport(run, 'junit')}>Download JUnit</Menu.Item>
                <Menu.Item onClick={() => void downloadReport(run, 'json')}>Download JSON</Menu.Item>
                <Menu.Item onClick={() => void downloadReport(run, 'excel')}>Download Excel</Menu.Item>
                <Menu.Item onClick={() => void downloadReport(run, 'pdf')}>Download PDF</Menu.Item>
                {canWrite && isFinal(run.status) ? (
                  <>
                    <Menu.Divider />
                    <Menu.Item onClick={() => askDelete([run])}>Delete report…</Menu.Item>
                  </>
                ) : null}
              </Menu.Dropdown>
            </Menu>
          )}
          empty={
            filtered ? (
              <EmptyState
                icon={<ChartColumn size={20} />}
                title="No run matches"
                action={
                  <Button variant="default" onClick={() => setSearch({ q: '', status: [], page: 0 })}>
                    Clear the filter
                  </Button>
                }
              >
                No run of {project.projectName} fits this filter.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<ChartColumn size={20} />}
                title="Nothing has run yet"
                action={
                  <Button component={Link} to={apiTestingPaths.suites(projectId)}>
                    Open test suites
                  </Button>
                }
              >
                Every suite run has a report here, updated live.
              </EmptyState>
            )
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
