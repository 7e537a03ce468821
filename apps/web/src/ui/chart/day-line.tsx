import classes from './day-plot.module.css';
import { DayPlot, plotHeight } from './day-plot.tsx';

/** A day and its value; null: none, and the line goes on to the next day that has one. */
export interface DayValue {
  date: string;
  value: number | null;
}

interface Props {
  label: string;
  days: DayValue[];
  top: number;
  format: (value: number) => string;
  /** Said of days without a value. */
  none: string;
}

/** DayLine draws one value per day as a line; the same numbers stand in a table for those who do not see it. */
export function DayLine({ label, days, top, format, none }: Props) {
  const said = (value: number | null | undefined) => (value === null || value === undefined ? none : format(value));
  const y = (value: number) => plotHeight - (Math.min(value, top) / top) * plotHeight;
  const points = days.flatMap(({ value }, index) => (value === null ? [] : [`${index + 0.5},${y(value)}`]));
  return (
    <figure className={`${classes.figure} ${classes.wide}`}>
      <DayPlot
        dates={days.map(({ date }) => date)}
        top={top}
        format={format}
        describe={(index) => said(days[index]?.value)}
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
              <td>{said(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
