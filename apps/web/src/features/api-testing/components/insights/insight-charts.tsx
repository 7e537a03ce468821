import { Skeleton } from '@mantine/core';
import type { Insights } from '@touchstone/contracts/api-testing';
import type { ReactNode } from 'react';
import { formatDuration, formatPercent } from '../../../../shared/format.ts';
import { DayChart } from '../../../../ui/chart/day-chart.tsx';
import { DayLine } from '../../../../ui/chart/day-line.tsx';
import { niceTop } from '../../../../ui/chart/day-plot.tsx';
import { StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { tilesOf, trendOf } from '../../model/insight-trend.ts';
import classes from './insights.module.css';

const tileNames = ['Runs', 'Pass rate', 'Failed', 'Error in run', 'Average duration', 'Flaky scripts'];

/** InsightTiles shows the figures of a period; undefined while loading. */
export function InsightTiles({ insights }: { insights: Insights | undefined }) {
  return (
    <StatTiles
      stats={
        insights
          ? tilesOf(insights)
          : tileNames.map((label) => ({
              label,
              value: <Skeleton height={20} width={48} my={4} />,
              note: <Skeleton height={12} width={96} my={4} />,
            }))
      }
    />
  );
}

/** InsightCharts charts of a period by day: outcomes, pass rate and run durations. */
export function InsightCharts({
  insights,
  range,
}: {
  insights: Insights | undefined;
  range: { startDate: string; endDate: string };
}) {
  const trend = insights && trendOf(insights.days, range);
  const longest = Math.max(0, ...(trend?.duration.map(({ value }) => value ?? 0) ?? []));
  const shown = (title: string, chart: () => ReactNode) => (
    <Panel title={title} padded>
      {trend ? chart() : <Skeleton height={150} />}
    </Panel>
  );
  return (
    <div className={classes.charts} data-tour="insight-trend">
      {shown('Runs per day', () => trend && <DayChart label="Runs per day by outcome" days={trend.outcomes} />)}
      {shown(
        'Pass rate',
        () =>
          trend && (
            <DayLine
              label="Pass rate per day"
              days={trend.passRate}
              top={100}
              format={formatPercent}
              none="no judged run"
            />
          ),
      )}
      {shown(
        'Average duration',
        () =>
          trend && (
            <DayLine
              label="Average duration per day"
              days={trend.duration}
              top={niceTop(longest)}
              format={formatDuration}
              none="no judged run"
            />
          ),
      )}
    </div>
  );
}
