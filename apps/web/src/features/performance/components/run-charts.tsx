import { useMemo } from 'react';
import { formatCount, formatDuration, formatPercent } from '../../../shared/format.ts';
import { type ChartSeries, TimeChart } from '../../../ui/chart/time-chart.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { chartLimits } from '../model/chart-limits.ts';
import type { RunSeries } from '../model/run-series.ts';
import classes from './performance.module.css';

const whole = (value: number) => formatCount(Math.round(value * 10) / 10);
const perSecond = (value: number) => `${formatCount(Math.round(value * 10) / 10)}/s`;
const milliseconds = (value: number) => formatDuration(value);

const users: ChartSeries[] = [
  { label: 'Users planned', dash: 'dashed', color: '--rest', stepped: true, format: whole },
  { label: 'Users', dash: 'solid', color: '--accent', stepped: true, format: whole },
  { label: 'Requests', dash: 'dotted', color: '--run', axis: 'right', format: perSecond },
];
const latency: ChartSeries[] = [
  { label: 'p50', dash: 'solid', color: '--run', format: milliseconds },
  { label: 'p95', dash: 'dashed', color: '--accent', format: milliseconds },
  { label: 'p99', dash: 'dotted', color: '--warn', format: milliseconds },
];
const failures: ChartSeries[] = [
  { label: 'Failed requests', dash: 'solid', color: '--fail', format: perSecond },
  { label: 'Late iterations', dash: 'dotted', color: '--warn', format: perSecond },
];
const generator: ChartSeries[] = [
  { label: 'Processor of the generator', dash: 'solid', color: '--run', format: (value) => formatPercent(value * 100) },
  { label: 'Longest delay of its loop', dash: 'dotted', color: '--warn', axis: 'right', format: milliseconds },
];

interface Props {
  series: RunSeries;
  /** By the plan; undefined if the number of iterations ends it. */
  plannedSeconds: number | undefined;
  /** Maximum concurrent users of the plan. */
  maxUsers: number;
  thresholds: readonly { request?: string | undefined; expression: string }[];
}

/** RunCharts charts of a run over time; all share the cursor. */
export function RunCharts({ series, plannedSeconds, maxUsers, thresholds }: Props) {
  // The charts redraw when a limit changes, so each keeps its own object.
  const limits = useMemo(() => chartLimits(thresholds), [thresholds]);
  const common = { syncKey: 'run', untilSecond: plannedSeconds };
  return (
    <div className={classes.charts}>
      <Panel title="Load" padded>
        <TimeChart
          label="Virtual users planned and there, requests per second"
          series={users}
          source={series.users}
          leftMax={maxUsers}
          limits={limits.rate}
          {...common}
        />
      </Panel>
      <Panel title="Response time" padded>
        <TimeChart
          label="Percentiles of the response time in each second"
          series={latency}
          source={series.latency}
          limits={limits.latency}
          {...common}
        />
      </Panel>
      <Panel title="Failures" padded>
        <TimeChart
          label="Failed requests and late iterations per second"
          series={failures}
          source={series.failures}
          {...common}
        />
      </Panel>
      <Panel title="Load generator" padded>
        <TimeChart
          label="Processor load and event loop delay of the load generator"
          series={generator}
          source={series.generator}
          {...common}
        />
      </Panel>
    </div>
  );
}
