import type { ExecutionSummary } from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatDuration } from '../../../../shared/format.ts';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { RunName, RunOriginTags } from '../../../../ui/status/run-name.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { countsOf, statusOf } from '../../model/run/execution-status.ts';
import { apiTestingPaths } from '../../paths.ts';

interface Props {
  runs: ExecutionSummary[] | undefined;
  onOpen: (run: ExecutionSummary) => void;
  empty: ReactNode;
  /** Omits columns that a small list doesn't need. */
  compact?: boolean;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  actions?: (run: ExecutionSummary) => ReactNode;
}

const columns: Column<ExecutionSummary>[] = [
  {
    key: 'status',
    header: 'Status',
    width: 145,
    cell: (run) => <StatusLabel status={statusOf(run.executionStatus)}>{run.executionStatus}</StatusLabel>,
  },
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <>
        <Link className="link" to={apiTestingPaths.report(run.runId)} style={{ color: 'inherit', fontWeight: 550 }}>
          <RunName run={run} />
          {run.attempt > 1 ? <span className="dim"> · attempt {run.attempt}</span> : null}
        </Link>{' '}
        <RunOriginTags run={run} />
      </>
    ),
  },
  {
    key: 'result',
    header: 'Result',
    width: 190,
    cell: (run) => (
      <span className="row">
        <span style={{ width: 90 }}>
          <SegmentedBar counts={countsOf(run)} height={6} />
        </span>
        <span className="num dim">
          {formatCount(run.passed)}/{formatCount(run.total)}
        </span>
      </span>
    ),
  },
  {
    key: 'environment',
    header: 'Environment',
    width: 130,
    cell: (run) => run.environmentName ?? <span className="dim">none</span>,
  },
  { key: 'by', header: 'Started by', width: 160, cell: (run) => run.startedBy },
  {
    key: 'duration',
    header: 'Duration',
    align: 'right',
    width: 90,
    cell: (run) => (run.startedAt ? formatDuration(run.durationMs) : '–'),
  },
  { key: 'when', header: 'Started', align: 'right', width: 130, cell: (run) => <RelativeTime at={run.createdAt} /> },
];

/** RunsTable lists runs with their result. */
export function RunsTable({ runs, onOpen, empty, compact = false, selected, onSelect, actions }: Props) {
  const shown = compact
    ? columns
        .filter((column) => !['environment', 'by', 'duration'].includes(column.key))
        .map((column) => (column.width ? { ...column, width: Number(column.width) - 15 } : column))
    : columns;
  return (
    <DataTable
      label="Runs"
      minWidth={compact ? 520 : 1060}
      columns={actions ? [...shown, { key: 'actions', header: '', width: 40, align: 'right', cell: actions }] : shown}
      rows={runs}
      rowKey={(run) => run.runId}
      rowLabel={runTitle}
      onOpen={onOpen}
      {...(selected ? { selected } : {})}
      {...(onSelect ? { onSelect } : {})}
      empty={empty}
    />
  );
}
