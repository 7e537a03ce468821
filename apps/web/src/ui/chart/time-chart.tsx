import { lazy, Suspense } from 'react';
import classes from './time-chart.module.css';

/** A line of a chart. The dash distinguishes lines without their colours. */
export interface ChartSeries {
  label: string;
  dash: 'solid' | 'dashed' | 'dotted';
  /** A custom property of the design tokens, such as `--run`. */
  color: string;
  /** Lines with another unit have their own axis; default left. */
  axis?: 'left' | 'right';
  /** Holds each value until the next, such as a number of users; default: straight lines. */
  stepped?: boolean;
  /** Formats a value, such as `212 ms`. */
  format: (value: number) => string;
}

/** Points of a chart: seconds, and for each series a value at each second; null for none. */
export interface ChartData {
  seconds: number[];
  values: (number | null)[][];
}

/** ChartSource points held outside of React: the chart reads them when it draws, at most twice a second. */
export interface ChartSource {
  /** Returns at most `most` points. */
  read(most: number): ChartData;
  /** Calls the listener when there is more to draw; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** A value marked by a line, such as a threshold. */
export interface ChartLimit {
  value: number;
  label: string;
  axis?: 'left' | 'right';
}

export interface TimeChartProps {
  /** Describes the chart, for screen readers too. */
  label: string;
  series: ChartSeries[];
  source: ChartSource;
  height?: number;
  /** Charts with the same key share the cursor. */
  syncKey?: string;
  /** Whether the legend shows the newest values without a cursor; default yes. */
  showsNewest?: boolean;
  /** Last second of the x axis, if the data may end earlier. */
  untilSecond?: number | undefined;
  /** Minimum upper end of the left axis, so that it stays put while values grow. */
  leftMax?: number | undefined;
  limits?: readonly ChartLimit[] | undefined;
  /**
   * Instant of second 0, in milliseconds: the axis then shows times of day or dates, and arrow keys move the cursor.
   */
  startsAt?: number | undefined;
}

/** Height of the legend line with its margin. */
const legendHeight = 20;

const View = lazy(async () => ({ default: (await import('./time-chart-view.tsx')).TimeChartView }));

/** TimeChart lines over the seconds of a run. The drawing library loads with the first chart. */
export function TimeChart(props: TimeChartProps) {
  return (
    <figure className={classes.figure} aria-label={props.label}>
      <Suspense fallback={<div style={{ height: (props.height ?? 180) + legendHeight }} />}>
        <View {...props} />
      </Suspense>
    </figure>
  );
}

/** fixedSource returns a source of fixed points. */
export const fixedSource = (data: ChartData): ChartSource => ({ read: () => data, subscribe: () => () => undefined });
