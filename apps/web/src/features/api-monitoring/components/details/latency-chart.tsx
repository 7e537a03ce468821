import type { GraphPoint, Latency, MonitorGraph } from '@touchstone/contracts/api-monitoring';
import { useMemo } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { type ChartLimit, type ChartSeries, fixedSource, TimeChart } from '../../../../ui/chart/time-chart.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { seriesOf } from '../../model/graph-series.ts';

const milliseconds = (value: number) => formatDuration(value);
const series: ChartSeries[] = [
  { label: 'p50', dash: 'solid', color: '--run', format: milliseconds },
  { label: 'p95', dash: 'dashed', color: '--accent', format: milliseconds },
  { label: 'p99', dash: 'dotted', color: '--warn', format: milliseconds },
];
const lines: ((point: GraphPoint) => number | null)[] = [
  ({ p50Ms }) => p50Ms,
  ({ p95Ms }) => p95Ms,
  ({ p99Ms }) => p99Ms,
];

interface Props {
  graph: MonitorGraph;
  latency: Latency;
  /** Slower checks are degraded. */
  limitMs?: number | null;
}

/** LatencyChart draws the percentiles of the response time, with the limit above which checks are degraded. */
export function LatencyChart({ graph, latency, limitMs = null }: Props) {
  const { from, to, stepSeconds, points } = graph;
  // The chart is redrawn when its points or limits change.
  const source = useMemo(
    () => fixedSource(seriesOf({ from, stepSeconds, points }, lines)),
    [from, stepSeconds, points],
  );
  const limits = useMemo<ChartLimit[]>(
    () => (limitMs === null ? [] : [{ value: limitMs, label: `Degraded above ${formatDuration(limitMs)}` }]),
    [limitMs],
  );
  const max = latency.maxMs === null ? undefined : `Slowest ${formatDuration(latency.maxMs)}`;
  return (
    <Panel title="Response time" note={max} padded>
      {points.length === 0 ? (
        <p className="dim">Nothing was measured in this period.</p>
      ) : (
        <TimeChart
          label="Percentiles of the response time"
          series={series}
          source={source}
          limits={limits}
          height={240}
          showsNewest={false}
          startsAt={Date.parse(from)}
          untilSecond={(Date.parse(to) - Date.parse(from)) / 1000}
        />
      )}
    </Panel>
  );
}
