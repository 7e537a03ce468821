import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@touchstone/contracts';
import type { Monitor, monitoringReportRoutes } from '@touchstone/contracts/api-monitoring';
import { formatCount, formatDuration, formatPercent } from '../../../../shared/format.ts';
import { StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { performanceQuery } from '../../api/results.queries.ts';
import { budgetLeft, uptimeOf } from '../../model/graph-series.ts';
import { MonitorStatusLabel } from '../monitors/monitor-columns.tsx';
import classes from './details.module.css';
import { Distribution } from './distribution.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { PhasesView } from './outcome-view.tsx';
import { RegionTable } from './region-table.tsx';
import { UptimeDays } from './uptime-days.tsx';

/** Report periods in hours. */
export const periods = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: '2160', label: '90 days' },
];
const time = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatDuration(value);
const percent = (value: number | null) => (value === null ? '–' : formatPercent(Math.round(value * 1000) / 1000));

interface Props {
  monitor: Monitor;
  hours: number;
  onHours: (hours: number) => void;
}

/** MonitorReport shows the status of a monitored API and how it did in a period. */
export function MonitorReport({ monitor, hours, onHours }: Props) {
  const { monitorId, sloPercent, degradedAboveMs, degradedFactor, baselineMs, statusSince, lastAt } = monitor;
  const report = useQuery(performanceQuery(monitorId, { hours }));
  const { data } = report;
  const uptime = data ? uptimeOf(data.points) : null;
  const budget = budgetLeft(uptime, sloPercent);
  const checks = data?.points.reduce((sum, { up, degraded, down }) => sum + up + degraded + down, 0);
  const limits = [degradedAboveMs, degradedFactor && baselineMs ? degradedFactor * baselineMs : null];
  const limitMs = Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
  return (
    <>
      <StatTiles
        stats={[
          {
            label: 'Status',
            value: <MonitorStatusLabel monitor={monitor} />,
            note: statusSince ? (
              <>
                since <RelativeTime at={statusSince} />
              </>
            ) : undefined,
          },
          {
            label: 'Uptime',
            value: percent(uptime),
            note: sloPercent === null ? undefined : `Objective ${percent(sloPercent)}`,
          },
          ...(sloPercent === null ? [] : [{ label: 'Error budget left', value: percent(budget) }]),
          { label: 'p50', value: time(data?.latency.p50Ms) },
          {
            label: 'p95',
            value: time(data?.latency.p95Ms),
            note: baselineMs ? `Baseline ${time(baselineMs)}` : undefined,
          },
          { label: 'p99', value: time(data?.latency.p99Ms) },
          {
            label: 'Checks',
            value: checks === undefined ? '–' : formatCount(checks),
            note: (
              <>
                last <RelativeTime at={lastAt} />
              </>
            ),
          },
        ]}
      />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Period"
          data={periods}
          value={String(hours)}
          onChange={(value) => onHours(Number(value))}
        />
      </div>
      <div data-tour="monitor-report" className={classes.result}>
        <UptimeDays monitorId={monitorId} />
        {report.isError && !data ? (
          <Problem error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Charts report={data} limitMs={Number.isFinite(limitMs) ? limitMs : null} />
        )}
        <RegionTable slots={monitor.slots} />
      </div>
    </>
  );
}

/** Reserves their space while they load. */
function Charts({
  report,
  limitMs,
}: {
  report: CallOutput<typeof monitoringReportRoutes.getPerformance> | undefined;
  limitMs: number | null;
}) {
  return (
    <div className={classes.charts}>
      {report ? (
        <>
          <LatencyChart graph={report} latency={report.latency} limitMs={limitMs} />
          <div className={classes.result}>
            <Panel title="Phases" note="Average" padded>
              <PhasesView phases={report.phases} />
            </Panel>
            <Panel title="Distribution" padded>
              <Distribution parts={report.distribution} />
            </Panel>
          </div>
        </>
      ) : null}
    </div>
  );
}
