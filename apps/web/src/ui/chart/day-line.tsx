import classes from './day-plot.module.css';
import { DayPlot, plotHeight } from './day-plot.tsx';

/** A day and its value; null if it has none, in which case the line continues to the next day with one. */
export interface DayValue {
  date: string;
  value: number | null;
}

interface Props {
  label: string;
  days: DayValue[];
  top: number;
  format: (value: number) => string;
  /** Shown for days without a value. */
  none: string;
}

/** DayLine is one value per day as a line; a table has the same numbers for screen readers. */
export function DayLine({ label, days, top, format, none }: Props) {
  const formatOrNone = (value: number | null | undefined) =>
    value === null || value === undefined ? none : format(value);
  const y = (value: number) => plotHeight - (Math.min(value, top) / top) * plotHeight;
  const points = days.flatMap(({ value }, index) => (value === null ? [] : [`${index + 0.5},${y(value)}`]));
  return (
    <figure className={`${classes.figure} ${classes.wide}`}>
      <DayPlot
        dates={days.map(({ date }) => date)}
        top={top}
        format={format}
        describe={(index) => formatOrNone(days[index]?.value)}
        draw={(index) => {
          const value = days[index]?.value ?? null;
          return (
            <div className={classes.column} style={{ height: plotHeight }}>
              {value === null ? null : <span className={classes.dot} style={{ top: y(value) }} />}
            </div>
          );
        }}
      >
        <svg
          className={classes.line}
          viewBox={`0 0 ${days.length} ${plotHeight}`}
          height={plotHeight}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <polyline points={points.join(' ')} />
        </svg>
      </DayPlot>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td>{formatOrNone(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
