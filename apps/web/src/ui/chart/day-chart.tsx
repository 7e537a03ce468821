import { useId } from 'react';
import classes from './day-plot.module.css';
import { DayPlot, niceTop, plotHeight } from './day-plot.tsx';

export interface Day {
  date: string;
  passed: number;
  failed: number;
  error: number;
  total: number;
}

/** DayChart shows the stacked results per day; a table has the same numbers for screen readers. */
export function DayChart({ days, label }: { days: Day[]; label: string }) {
  const id = useId();
  const top = niceTop(Math.max(0, ...days.map((day) => day.total)));
  const y = (value: number) => (value / top) * plotHeight;
  const bar = (from: number, value: number, fill: string) => (
    <rect x="3" width="14" y={plotHeight - y(from + value)} height={y(value)} fill={fill} />
  );
  return (
    <figure className={classes.figure}>
      <svg className={classes.patterns} aria-hidden>
        <defs>
          <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2.4" height="4" fill="var(--fail)" />
          </pattern>
        </defs>
      </svg>
      <DayPlot
        dates={days.map(({ date }) => date)}
        top={top}
        describe={(index) => {
          const { passed = 0, failed = 0, error = 0 } = days[index] ?? {};
          return `${passed} passed, ${failed} failed, ${error} errors`;
        }}
        draw={(index) => {
          const { passed = 0, failed = 0, error = 0 } = days[index] ?? {};
          return (
            <svg
              width="100%"
              height={plotHeight}
              viewBox={`0 0 20 ${plotHeight}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {bar(0, passed, 'var(--pass)')}
              {bar(passed, failed, 'var(--fail)')}
              {bar(passed + failed, error, `url(#${id})`)}
            </svg>
          );
        }}
      />
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>Passed</th>
            <th>Failed</th>
            <th>Errors</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{day.date}</th>
              <td>{day.passed}</td>
              <td>{day.failed}</td>
              <td>{day.error}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
