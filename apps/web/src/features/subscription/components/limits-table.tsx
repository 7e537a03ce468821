import { useQuery } from '@tanstack/react-query';
import type { Limit } from '@touchstone/contracts/subscription';
import { formatCount } from '../../../shared/format.ts';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { limitsQuery } from '../api/billing.queries.ts';

const text = (value: number | null | undefined) =>
  value === null || value === undefined ? <span className="dim">No limit</span> : formatCount(value);
const ofPlan = (plan: string, header: string): Column<Limit> => ({
  key: plan,
  header,
  width: 110,
  align: 'right',
  cell: (limit) => text(limit.byPlan[plan]),
});
const columns: Column<Limit>[] = [
  { key: 'what', header: 'Limit', cell: (limit) => <span title={limit.limitName}>{limit.description}</span> },
  { key: 'now', header: 'At present', width: 110, align: 'right', cell: (limit) => text(limit.value) },
  ofPlan('FREE', 'FREEMIUM'),
  ofPlan('PRO', 'PRO'),
  ofPlan('ENTERPRISE', 'ENTERPRISE'),
];

/** LimitsTable compares the limits of the plans with the current ones. */
export function LimitsTable() {
  const limits = useQuery(limitsQuery);
  return (
    <Panel title="Limits">
      {limits.isError ? (
        <Problem error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <DataTable
          label="Limits"
          columns={columns}
          rows={limits.data}
          rowKey={(limit) => limit.limitName}
          rowLabel={(limit) => limit.description}
          minWidth={760}
        />
      )}
    </Panel>
  );
}
