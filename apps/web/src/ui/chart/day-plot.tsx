import type { ReactNode } from 'react';
import classes from './day-plot.module.css';

/** Height of the plot above the dates, in pixels. */
export const plotHeight = 120;
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** niceTop rounds a maximum up to a number whose half is whole, at least 4. */
export function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  return Math.max(4, [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= max) ?? max);
}

interface Props {
  dates: string[];
  /** Value at the top of the axis. */
  top: number;
  /** Formats a value of the axis. */
  format?: (value: number) => ReactNode;
  /** Shown after the date while a day is hovered. */
  describe: (index: number) => string;
  /** Draws a day; `plotHeight` high. */
  draw: (index: number) => ReactNode;
  /** Drawn over all days. */
  children?: ReactNode;
}

/** DayPlot is the frame of charts over days: a value axis, a column for each day, and about eight dates. */
export function DayPlot({ dates, top, format = String, describe, draw, children }: Props) {
  // About eight dates fit, including the last day.
  const every = Math.max(2, Math.ceil(dates.length / 8));
  return (
    <div className={classes.plot} aria-hidden>
      {[0, 0.5, 1].map((share) => (
        <span key={share} className={`${classes.tick} num`} style={{ bottom: 22 + share * plotHeight }}>
          {format(top * share)}
        </span>
      ))}
      <div className={classes.days}>
        {dates.map((date, index) => (
          <div key={date} className={classes.day} title={`${short.format(new Date(date))}: ${describe(index)}`}>
            {draw(index)}
            <span className={classes.date} data-second={((dates.length - 1 - index) / every) % 2 === 1 || undefined}>
              {(dates.length - 1 - index) % every === 0 ? short.format(new Date(date)) : ''}
            </span>
          </div>
        ))}
        {children}
      </div>
    </div>
  );
}
