import type { RunAnswer } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount, formatDuration } from '../../../shared/format.ts';
import { SegmentedBar } from '../../../ui/chart/segmented-bar.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';

const columns: Column<RunAnswer>[] = [
  {
    key: 'name',
    header: 'Run',
    cell: ({ name, link, retryNumber }) => (
      <Link className="link" to={link} style={{ color: 'inherit', fontWeight: 550 }}>
        {name}
        {retryNumber > 0 ? <span className="dim"> · attempt {retryNumber + 1}</span> : null}
      </Link>
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

/** RunTable lists runs of every kind; each opens on the page that its kind names. */
export function RunTable({ label, runs, empty }: { label: string; runs: RunAnswer[] | undefined; empty?: ReactNode }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={runs}
      rowKey={({ runId }) => runId}
      rowLabel={({ name }) => name}
      onOpen={({ link }) => void navigate(link)}
      minWidth={1080}
      empty={empty}
    />
  );
}
