import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount, formatDuration } from '../../../shared/format.ts';
import { SegmentedBar } from '../../../ui/chart/segmented-bar.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { RunName, RunOriginTags } from '../../../ui/status/run-name.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

const columns: Column<RunAnswer>[] = [
  {
    key: 'name',
    header: 'Run',
    cell: (run) => (
      <>
        <Link className="link" to={run.link} style={{ color: 'inherit', fontWeight: 550 }}>
          <RunName run={run} />
          {run.retryNumber > 0 ? <span className="dim"> · attempt {run.retryNumber + 1}</span> : null}
        </Link>{' '}
        <RunOriginTags run={run} /> {run.subtitle ? <span className="dim num">{run.subtitle}</span> : null}
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 160,
    cell: ({ status, executionStatus }) => <StatusLabel status={status}>{executionStatus}</StatusLabel>,
  },
  { key: 'kind', header: 'Kind', width: 150, cell: ({ kindTitle }) => kindTitle },
  {
    key: 'result',
    header: 'Result',
    width: 190,
    cell: ({ counts }) => (
      <span className="row">
        <span style={{ width: 90 }}>
          <SegmentedBar counts={counts} height={6} />
        </span>
        <span className="num dim">
          {formatCount(counts.passed)}/{formatCount(counts.total)}
        </span>
      </span>
    ),
  },
  {
    key: 'duration',
    header: 'Duration',
    width: 100,
    align: 'right',
    cell: ({ durationMs }) => <span className="num">{formatDuration(durationMs)}</span>,
  },
  { key: 'by', header: 'Started by', width: 150, cell: ({ startedBy }) => startedBy },
  { key: 'at', header: 'Started', width: 130, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** RunTable lists runs of every kind, each linked to the page of its kind. */
export function RunTable({ label, runs, empty }: { label: string; runs: RunAnswer[] | undefined; empty?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={runs}
      rowKey={({ runId }) => runId}
      rowLabel={runTitle}
      onOpen={({ link }) => void navigate(link)}
      minWidth={1080}
      empty={empty}
    />
  );
}
