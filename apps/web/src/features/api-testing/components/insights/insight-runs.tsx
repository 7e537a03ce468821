import { useQuery } from '@tanstack/react-query';
import type { InsightRun } from '@touchstone/contracts/api-testing';
import { type RunCounts, runTitle } from '@touchstone/contracts/runs';
import { Link, useNavigate } from 'react-router';
import { formatCount, formatDuration } from '../../../../shared/format.ts';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { RunName } from '../../../../ui/status/run-name.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { type InsightScope, insightRunsQuery } from '../../api/insights.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './insights.module.css';

const pageSize = 10;

/** Steps that neither passed nor failed are left out. */
const countsOf = ({ steps }: InsightRun): RunCounts => ({
  ...steps,
  skipped: steps.total - steps.passed - steps.failed - steps.error,
  cancelled: 0,
  running: 0,
  queued: 0,
});

const columns: Column<InsightRun>[] = [
  { key: 'status', header: 'Status', width: 120, cell: ({ status }) => <StatusLabel status={status} /> },
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <Link className="link" to={apiTestingPaths.report(run.runId)}>
        <RunName run={run} />
      </Link>
    ),
  },
  {
    key: 'result',
    header: 'Result',
    width: 180,
    cell: (run) => (
      <span className="row">
        <span style={{ width: 90 }}>
          <SegmentedBar counts={countsOf(run)} height={6} />
        </span>
        <span className="num dim">
          {formatCount(run.steps.passed)}/{formatCount(run.steps.total)}
        </span>
      </span>
    ),
  },
  {
    key: 'environment',
    header: 'Environment',
    width: 130,
    cell: ({ environmentName }) => environmentName ?? <span className="dim">none</span>,
  },
  { key: 'by', header: 'Started by', width: 150, cell: ({ startedBy }) => startedBy },
  {
    key: 'duration',
    header: 'Duration',
    align: 'right',
    width: 90,
    cell: ({ durationMs }) => formatDuration(durationMs),
  },
  {
    key: 'when',
    header: 'Finished',
    align: 'right',
    width: 124,
    cell: ({ finishedAt }) => <RelativeTime at={finishedAt} />,
  },
];

interface Props {
  scope: InsightScope;
  /** 1-based. */
  page: number;
  onPage: (page: number) => void;
}

/** InsightRuns lists the runs behind the figures. */
export function InsightRuns({ scope, page, onPage }: Props) {
  const navigate = useNavigate();
  const list = useQuery(insightRunsQuery(scope, { page: page - 1, size: pageSize }));
  return (
    <Panel title="Runs" note={scope.suiteId ? 'Results of the suite' : undefined}>
      {list.isError && !list.data ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label="Runs"
          minWidth={960}
          columns={columns}
          rows={list.data?.content}
          rowKey={(run) => run.runId}
          rowLabel={runTitle}
          onOpen={(run) => void navigate(apiTestingPaths.report(run.runId))}
          empty={<p className={classes.none}>No run finished in this period.</p>}
        />
      )}
      <TableFoot
        noun="runs"
        page={page - 1}
        size={pageSize}
        total={list.data?.totalElements ?? 0}
        onPage={(next) => onPage(next + 1)}
      />
    </Panel>
  );
}
