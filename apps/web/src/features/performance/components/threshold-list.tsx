import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import classes from './performance.module.css';

interface Row {
  expression: string;
  passed: boolean;
  /** Absent without measurements. */
  value?: number | null | undefined;
  message: string;
}

/** ThresholdList says for each threshold whether it is met. */
export function ThresholdList({ thresholds }: { thresholds: Row[] }) {
  if (thresholds.length === 0)
    return (
      <p className={classes.hint} style={{ padding: '0 16px 16px' }}>
        No thresholds: the run passes when it completes.
      </p>
    );
  return (
    <ul className={classes.list}>
      {thresholds.map((threshold) => {
        const waits = threshold.value === undefined || threshold.value === null;
        return (
          <li key={`${threshold.expression} ${threshold.message}`}>
            <StatusGlyph status={waits ? 'queued' : threshold.passed ? 'passed' : 'failed'} />
            <span className="mono">{threshold.expression}</span>
            <span className="dim grow">{threshold.message}</span>
          </li>
        );
      })}
    </ul>
  );
}
