import { lazy, Suspense } from 'react';
import classes from './time-chart.module.css';

/** One line of a chart. The dash tells lines apart without their colours. */
export interface ChartSeries {
  label: string;
  dash: 'solid' | 'dashed' | 'dotted';
  /** A custom property of the design tokens, such as `--run`. */
  color: string;
  /** Lines of another unit have an axis of their own; default left. */
  axis?: 'left' | 'right';
  /** Holds each value until the next, as a number of users does; default straight lines. */
  stepped?: boolean;
  /** How a value is written, such as `212 ms`. */
  format: (value: number) => string;
}

/** Points of a chart: seconds, and for each series a value at each of them; null: none. */
export interface ChartData {
  seconds: number[];
  values: (number | null)[][];
}

/** ChartSource holds points outside of React: the chart reads them when it draws, at most twice a second. */
export interface ChartSource {
  /** Answers at most `most` points. */
  read(most: number): ChartData;
  /** Tells when there is more to draw; answers how to stop. */
  subscribe(listener: () => void): () => void;
}

/** A value that a line is drawn at, such as a threshold. */
export interface ChartLimit {
  value: number;
  label: string;
  axis?: 'left' | 'right';
}

export interface TimeChartProps {
  /** What is drawn, for those who do not see it too. */
  label: string;
  series: ChartSeries[];
  source: ChartSource;
  height?: number;
  /** Charts with the same key share the cursor. */
  syncKey?: string;
  /** Without a cursor, whether the legend has the newest values; default yes. */
  showsNewest?: boolean;
  /** Last second of the x axis where the data may end before. */
  untilSecond?: number | undefined;
  /** Least end of the left axis, so that it stays where it is while values grow. */
  leftMax?: number | undefined;
  limits?: readonly ChartLimit[] | undefined;
  /** Instant of second 0 in milliseconds: the axis then shows times of the day or days, and arrow keys move the cursor. */
  startsAt?: number | undefined;
}

/** The line of the legend with its margin. */
const legendHeight = 20;

const View = lazy(async () => ({ default: (await import('./time-chart-view.tsx')).TimeChartView }));

/** TimeChart draws lines over the seconds of a run. The drawing library is loaded with the first chart. */
export function TimeChart(props: TimeChartProps) {
  return (
    <figure className={classes.figure} aria-label={props.label}>
      <Suspense fallback={<div style={{ height: (props.height ?? 180) + legendHeight }} />}>
        <View {...props} />
      </Suspense>
    </figure>
  );
}

/** fixedSource is a source of points that do not change. */
export const fixedSource = (data: ChartData): ChartSource => ({ read: () => data, subscribe: () => () => undefined });
