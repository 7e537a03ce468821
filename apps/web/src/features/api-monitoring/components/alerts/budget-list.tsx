import { useQuery } from '@tanstack/react-query';
import type { BurnAlert } from '@touchstone/contracts/api-monitoring';
import { Flame } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatPercent } from '../../../../shared/format.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { burnAlertsQuery } from '../../api/alerts.ts';
import { apiMonitoringPaths } from '../../paths.ts';

const icon = <Flame size={20} />;
const size = 20;
const searchSchema = z.object({ page: z.coerce.number().int().min(0).catch(0).default(0) });

const columns: Column<BurnAlert>[] = [
  {
    key: 'state',
    header: 'State',
    width: 120,
    cell: ({ closedAt, urgency }) => {
      if (closedAt !== null) return <StatusLabel status="passed">Over</StatusLabel>;
      return <StatusLabel status={urgency === 'page' ? 'failed' : 'flaky'}>Burning</StatusLabel>;
    },
  },
  {
    key: 'name',
    header: 'Objective of',
    width: 220,
    cell: ({ subject, subjectId, name }) =>
      subject === 'monitor' ? (
        <Link className="link" to={apiMonitoringPaths.details(subjectId)}>
          {name}
        </Link>
      ) : (
        name
      ),
  },
  {
    key: 'urgency',
    header: 'Urgency',
    width: 90,
    cell: ({ urgency }) => (urgency === 'page' ? 'Page' : 'Ticket'),
  },
  { key: 'slo', header: 'Objective', width: 90, align: 'right', cell: ({ sloPercent }) => formatPercent(sloPercent) },
  { key: 'cause', header: 'Cause', cell: ({ cause }) => <span title={cause}>{cause}</span> },
  { key: 'opened', header: 'Opened', width: 130, cell: ({ openedAt }) => <RelativeTime at={openedAt} /> },
  {
    key: 'closed',
    header: 'Over',
    width: 130,
    cell: ({ closedAt }) => (closedAt === null ? '–' : <RelativeTime at={closedAt} />),
  },
];

/** BudgetList lists objectives whose error budget is burning, or was burned, too fast. */
export function BudgetList({ projectId }: { projectId: string }) {
  const [{ page }, setSearch] = useSearchState(searchSchema);
  const alerts = useQuery(burnAlertsQuery({ projectId, page, size }));
  return (
    <PagedList
      noun="burn-rate alerts"
      query={alerts}
      page={page}
      size={size}
      onPage={(next) => setSearch({ page: next }, { push: true })}
      filters={null}
      onClear={undefined}
      icon={icon}
      empty={
        <EmptyState icon={icon} title="No error budget burns too fast">
          Objectives of monitored APIs and collections are watched. Policies tell you when one has 14.4 times its
          allowed errors over an hour, 6 times over 6 hours, or more than allowed over 3 days.
        </EmptyState>
      }
      table={(rows, none) => (
        <DataTable
          label="Burn-rate alerts"
          columns={columns}
          rows={rows}
          rowKey={({ burnAlertId }) => burnAlertId}
          rowLabel={({ name }) => name}
          minWidth={1100}
          empty={none}
        />
      )}
    />
  );
}
