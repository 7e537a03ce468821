import { useQuery } from '@tanstack/react-query';
import type { RecordedCall } from '@touchstone/contracts/service-virtualization';
import { Disc } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../../../shared/format.ts';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { recordedCallsQuery } from '../../api/recordings.ts';
import classes from './recording.module.css';

const size = 25;
const columns: Column<RecordedCall>[] = [
  {
    key: 'name',
    header: 'Call',
    cell: ({ method, url }) => (
      <span className={classes.call} title={`${method} ${url}`}>
        <MethodWord method={method} />
        <span className="mono ellipsis">{url}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 70,
    align: 'right',
    cell: ({ status }) => <span className="num">{status}</span>,
  },
  { key: 'type', header: 'Type', width: 170, cell: ({ contentType }) => contentType.split(';', 1)[0] || '–' },
  {
    key: 'size',
    header: 'Size',
    width: 90,
    align: 'right',
    cell: ({ sizeBytes }) => <span className="num">{formatBytes(sizeBytes)}</span>,
  },
  { key: 'at', header: 'Recorded', width: 120, cell: ({ at }) => <RelativeTime at={at} /> },
];

/** RecordedCalls lists the calls of a recording, newest first. */
export function RecordedCalls({ recordingId, empty }: { recordingId: string; empty: ReactNode }) {
  const [page, setPage] = useState(0);
  const calls = useQuery(recordedCallsQuery(recordingId, { page, size }));
  if (calls.error && !calls.data) return <Problem error={calls.error} onRetry={() => void calls.refetch()} />;
  return (
    <>
      <DataTable
        label="Recorded calls"
        columns={columns}
        rows={calls.data?.content}
        rowKey={({ callId }) => callId}
        rowLabel={({ method, url }) => `${method} ${url}`}
        minWidth={620}
        empty={
          <EmptyState icon={<Disc size={20} />} title="No calls recorded yet">
            {empty}
          </EmptyState>
        }
      />
      <TableFoot noun="calls" total={calls.data?.totalElements ?? 0} page={page} size={size} onPage={setPage} />
    </>
  );
}
