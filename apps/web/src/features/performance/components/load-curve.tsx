import type { PlannedLoad } from '@touchstone/engine-load/core';
import { useMemo } from 'react';
import { formatCount, formatDuration } from '../../../shared/format.ts';
import { type ChartSeries, fixedSource, TimeChart } from '../../../ui/chart/time-chart.tsx';
import classes from './performance.module.css';

const series: Record<'users' | 'iterationsPerSecond', ChartSeries[]> = {
  users: [
    {
      label: 'Planned virtual users',
      dash: 'solid',
      color: '--accent',
      format: (value) => formatCount(Math.round(value * 10) / 10),
    },
  ],
  iterationsPerSecond: [
    {
      label: 'Planned iterations per second',
      dash: 'solid',
      color: '--accent',
      format: (value) => `${formatCount(Math.round(value * 10) / 10)}/s`,
    },
  ],
};

/** LoadCurve draws the load before the run; undefined if the fields are invalid. */
export function LoadCurve({ plan }: { plan: PlannedLoad | undefined }) {
  const planned = plan?.scenarios[0];
  const source = useMemo(
    () =>
      fixedSource({
        seconds: planned?.points.map(({ atMs }) => atMs / 1000) ?? [],
        values: [planned?.points.map(({ value }) => value) ?? []],
      }),
    [planned],
  );
  if (!plan || !planned) return <p className={classes.hint}>Complete the fields to see the load.</p>;
  return (
    <>
      <TimeChart
        label="Planned load over time"
        series={series[planned.unit]}
        source={source}
        height={200}
        showsNewest={false}
      />
      <p className={classes.hint}>
        {formatDuration(plan.durationMs)}, at most {formatCount(plan.maxUsers)} virtual users
        {planned.iterations === undefined ? '' : `, ${formatCount(planned.iterations)} iterations`}.
      </p>
    </>
  );
}
