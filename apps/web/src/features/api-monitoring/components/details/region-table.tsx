import type { Monitor } from '@touchstone/contracts/api-monitoring';
import { formatDuration } from '../../../../shared/format.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { verdictLooks } from '../../model/status-look.ts';

type Slot = Monitor['slots'][number];

const columns: Column<Slot>[] = [
  { key: 'name', header: 'Region', cell: ({ region }) => region || 'Any runner' },
  {
    key: 'verdict',
    header: 'Status',
    width: 150,
    cell: ({ verdict, isChecking }) =>
      isChecking ? (
        <StatusLabel status="running">Checking</StatusLabel>
      ) : (
        <StatusLabel status={verdictLooks[verdict].status}>{verdictLooks[verdict].word}</StatusLabel>
      ),
  },
  {
    key: 'time',
    header: 'Response time',
    width: 130,
    align: 'right',
    cell: ({ lastDurationMs }) => (lastDurationMs === null ? '–' : formatDuration(lastDurationMs)),
  },
  { key: 'last', header: 'Last check', width: 140, cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  {
    key: 'message',
    header: 'Reason',
    cell: ({ message, hasRunner }) => (hasRunner ? (message ?? '') : 'No runner of this region is connected.'),
  },
];

/** RegionTable shows the regions of a monitored API side by side. */
export function RegionTable({ slots }: { slots: Monitor['slots'] }) {
  return (
    <Panel title="Regions">
      <DataTable
        label="Regions"
        columns={columns}
        rows={slots}
        rowKey={({ region }) => region}
        rowLabel={({ region }) => region || 'Any runner'}
        minWidth={700}
      />
    </Panel>
  );
}
