import { useId } from 'react';
import classes from './day-chart.module.css';

export interface Day {
  date: string;
  passed: number;
  failed: number;
  error: number;
  total: number;
}

const height = 120;
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** niceTop rounds a maximum up to a number whose half is whole, at least 4. */
export function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  return Math.max(4, [1, 2, 4, 6, 8, 10].map((step) => step * power).find((top) => top >= max) ?? max);
}

/** DayChart stacks results per day; the same numbers stand in a table for those who do not see it. */
export function DayChart({ days, label }: { days: Day[]; label: string }) {
  const id = useId();
  const top = niceTop(Math.max(0, ...days.map((day) => day.total)));
  // About eight dates fit, the last day among them.
  const every = Math.max(2, Math.ceil(days.length / 8));
  const y = (value: number) => (value / top) * height;
  return (
    <figure className={classes.figure}>
      <svg
        className={classes.svg}
        viewBox={`0 0 ${days.length * 40 + 36} ${height + 30}`}
        aria-hidden
        preserveAspectRatio="none"
      >
        <defs>
          <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2.4" height="4" fill="var(--fail)" />
          </pattern>
        </defs>
      </svg>
      <div className={classes.plot} aria-hidden>
        {[0, 0.5, 1].map((share) => (
          <span key={share} className={`${classes.tick} num`} style={{ bottom: 22 + share * height }}>
            {top * share}
          </span>
        ))}
        <div className={classes.days}>
          {days.map((day, index) => (
            <div
              key={day.date}
              className={classes.day}
              title={`${short.format(new Date(day.date))}: ${day.passed} passed, ${day.failed} failed, ${day.error} errors`}
            >
              <svg
                width="100%"
                height={height}
                viewBox={`0 0 20 ${height}`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect x="3" width="14" y={height - y(day.passed)} height={y(day.passed)} fill="var(--pass)" />
                <rect
                  x="3"
                  width="14"
                  y={height - y(day.passed + day.failed)}
                  height={y(day.failed)}
                  fill="var(--fail)"
                />
                <rect
                  x="3"
                  width="14"
                  y={height - y(day.passed + day.failed + day.error)}
                  height={y(day.error)}
                  fill={`url(#${id})`}
                />
              </svg>
              <span className={classes.date} data-second={((days.length - 1 - index) / every) % 2 === 1 || undefined}>
                {(days.length - 1 - index) % every === 0 ? short.format(new Date(day.date)) : ''}
              </span>
            </div>
          ))}
        </div>
      </div>
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
