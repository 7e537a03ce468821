import type { ReportCollection, ReportStatus } from '@touchstone/contracts/api-monitoring';
import { Link } from 'react-router';
import { formatCount, formatDuration, formatPercent } from '../../../../shared/format.ts';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { lengthWords } from '../../model/schedule-words.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import { MonitorStatusLabel } from '../monitors/monitor-columns.tsx';

/** A percentage with three decimals, or a dash. */
export const percent = (value: number | null) =>
  value === null ? '–' : formatPercent(Math.round(value * 1000) / 1000);
const time = (value: number | null) => (value === null ? '–' : formatDuration(value));

/** How far an objective was met; the same for monitored APIs and collections. */
const objectiveColumns: Column<Pick<ReportStatus, 'uptimePercent' | 'sloPercent' | 'errorBudgetLeft' | 'burnRate'>>[] =
  [
    {
      key: 'uptime',
      header: 'Uptime',
      width: 100,
      align: 'right',
      cell: ({ uptimePercent }) => percent(uptimePercent),
    },
    { key: 'slo', header: 'Objective', width: 100, align: 'right', cell: ({ sloPercent }) => percent(sloPercent) },
    {
      key: 'budget',
      header: 'Budget left',
      width: 110,
      align: 'right',
      cell: ({ errorBudgetLeft }) => percent(errorBudgetLeft === null ? null : errorBudgetLeft * 100),
    },
    {
      key: 'burn',
      header: 'Burn rate',
      width: 90,
      align: 'right',
      cell: ({ burnRate }) => (burnRate === null ? '–' : `${formatCount(Math.round(burnRate * 100) / 100)} ×`),
    },
  ];

/** Columns of the table of monitored APIs. */
export const monitorColumns: Column<ReportStatus>[] = [
  {
    key: 'status',
    header: 'Status',
    width: 130,
    cell: ({ status }) => <MonitorStatusLabel monitor={{ status, statusText: null }} />,
  },
  {
    key: 'name',
    header: 'Monitored API',
    cell: ({ monitorId, name }) => (
      <Link className="link" to={apiMonitoringPaths.details(monitorId)}>
        {name}
      </Link>
    ),
  },
  ...objectiveColumns,
  { key: 'p50', header: 'p50', width: 90, align: 'right', cell: ({ latency }) => time(latency.p50Ms) },
  { key: 'p95', header: 'p95', width: 90, align: 'right', cell: ({ latency }) => time(latency.p95Ms) },
  { key: 'p99', header: 'p99', width: 90, align: 'right', cell: ({ latency }) => time(latency.p99Ms) },
  { key: 'incidents', header: 'Incidents', width: 90, align: 'right', cell: ({ incidents }) => formatCount(incidents) },
  { key: 'down', header: 'Time down', width: 110, align: 'right', cell: ({ downSeconds }) => lengthWords(downSeconds) },
];

/** Columns of the table of collections that have an objective. */
export const collectionColumns: Column<ReportCollection>[] = [
  { key: 'name', header: 'Collection', cell: ({ name }) => name },
  {
    key: 'monitors',
    header: 'Monitored APIs',
    width: 130,
    align: 'right',
    cell: ({ monitors }) => formatCount(monitors),
  },
  ...objectiveColumns,
];
