import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PerformanceRun } from '@touchstone/contracts/api-testing';
import { finalRunStatuses, runStatuses, runTitle } from '@touchstone/contracts/runs';
import type { Project } from '@touchstone/contracts/workspaces';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { StatusFilter } from '../../../ui/select/status-filter.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { RunName } from '../../../ui/status/run-name.tsx';
import { statusWords } from '../../../ui/status/status.ts';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { usePerformanceMutations } from '../api/performance.mutations.ts';
import { performanceListQuery } from '../api/performance.queries.ts';
import { performancePaths } from '../paths.ts';

const choosable = runStatuses.filter((status) => status !== 'skipped');
const statusChoices = choosable.map((value) => ({ value, label: statusWords[value] }));
const icon = <Gauge size={20} />;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  status: z
    .string()
    .catch('')
    .default('')
    .transform((text) => choosable.filter((status) => text.split(',').includes(status))),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const size = 10;

const isOver = (run: PerformanceRun) => finalRunStatuses.includes(run.status);
const pathOf = (run: PerformanceRun) =>
  isOver(run) ? performancePaths.insights(run.runId) : performancePaths.area(run.projectId, run.runId);
const time = (run: PerformanceRun, key: 'p50' | 'p95' | 'p99') =>
  run.summary ? formatDuration(run.summary[key]) : '–';

const columns: Column<PerformanceRun>[] = [
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <Link className="link" to={pathOf(run)}>
        <RunName run={run} />
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 140,
    cell: (run) => <StatusLabel status={run.status}>{run.executionStatus}</StatusLabel>,
  },
  { key: 'users', header: 'Users', width: 80, align: 'right', cell: (run) => formatCount(run.virtualUsers) },
  {
    key: 'requests',
    header: 'Requests',
    width: 100,
    align: 'right',
    cell: (run) => (run.summary ? formatCount(run.summary.requests) : '–'),
  },
  {
    key: 'rate',
    header: 'Per second',
    width: 100,
    align: 'right',
    cell: (run) => (run.summary ? formatCount(Math.round(run.summary.rate * 10) / 10) : '–'),
  },
  {
    key: 'failed',
    header: 'Failed',
    width: 80,
    align: 'right',
    cell: (run) => (run.summary ? formatPercent(run.summary.failedShare * 100) : '–'),
  },
  { key: 'p50', header: 'p50', width: 90, align: 'right', cell: (run) => time(run, 'p50') },
  { key: 'p95', header: 'p95', width: 90, align: 'right', cell: (run) => time(run, 'p95') },
  { key: 'p99', header: 'p99', width: 90, align: 'right', cell: (run) => time(run, 'p99') },
  { key: 'when', header: 'Started', width: 130, cell: (run) => <RelativeTime at={run.createdAt} /> },
];

/** PerformanceReportsPage lists the performance runs of a workspace. */
export function PerformanceReportsPage() {
  return (
    <ProjectGate title="Performance Reports">
      {(project) => <Reports key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Reports({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const [search, setSearch] = useSearchState(searchSchema);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { remove } = usePerformanceMutations();
  const runs = useQuery(
    performanceListQuery({
      projectId,
      page: search.page,
      size,
      ...(search.q && { searchTerm: search.q }),
      ...(search.status.length > 0 && { statuses: search.status }),
    }),
  );
  const isFiltered = search.q !== '' || search.status.length > 0;
  const chosen = runs.data?.content.filter((run) => selected.has(run.runId) && isOver(run)) ?? [];
  const compare = () => {
    const [newer, older] = chosen;
    if (newer && older) void navigate(performancePaths.insights(newer.runId, older.runId));
  };
  const askDelete = () =>
    confirmAction({
      title: chosen.length === 1 ? `Delete the report of ${chosen[0]?.name}?` : `Delete ${chosen.length} reports?`,
      message: "Deletes these runs and their measurements. You can't undo this.",
      confirm: chosen.length === 1 ? 'Delete report' : `Delete ${chosen.length} reports`,
      onConfirm: async () => {
        await remove.mutateAsync(chosen.map((run) => run.runId));
        setSelected(new Set());
      },
    });
  const startButton = canWrite ? (
    <Button component={Link} to={performancePaths.area(projectId)}>
      New performance run
    </Button>
  ) : null;
  return (
    <Page
      title="Performance Reports"
      documentTitle={`Performance Reports · ${project.projectName}`}
      meta={project.projectName}
      actions={startButton}
    >
      <PagedList
        noun="runs"
        query={runs}
        page={search.page}
        size={size}
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
          <EmptyState icon={icon} title="No performance run yet" action={startButton}>
            A performance run sends the requests of your suites with many users at once and measures speed and
            correctness.
          </EmptyState>
        }
        table={(rows, empty) => (
          <DataTable
            label="Performance runs"
            columns={columns}
            rows={rows}
            rowKey={(run) => run.runId}
            rowLabel={runTitle}
            minWidth={1000}
            onOpen={(run) => void navigate(pathOf(run))}
            selected={selected}
            onSelect={setSelected}
            empty={empty}
          />
        )}
        bar={
          <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
            {chosen.length === 2 ? (
              <Button onClick={compare}>Compare</Button>
            ) : (
              <span className="dim">Select two finished runs to compare</span>
            )}
            {canWrite && chosen.length > 0 ? (
              <Button variant="default" onClick={askDelete}>
                Delete {chosen.length}…
              </Button>
            ) : null}
          </SelectionBar>
        }
      />
    </Page>
  );
}
