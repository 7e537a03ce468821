import type { RunCounts } from '@touchstone/contracts/runs';
import { formatCount } from '../../shared/format.ts';
import { statusOrder, statusWords } from '../status/status.ts';
import classes from './segmented-bar.module.css';

/** SegmentedBar shares of the states of a run; textures differ as well as hues, and a sentence has the numbers. */
export function SegmentedBar({ counts, height = 8 }: { counts: RunCounts; height?: number }) {
  const parts = statusOrder.filter((status) => counts[status] > 0);
  const label = parts.map((status) => `${formatCount(counts[status])} ${statusWords[status].toLowerCase()}`).join(', ');
  return (
    <div className={classes.bar} role="img" aria-label={label || 'No steps'} style={{ height }}>
      {parts.map((status) => (
        <span
          key={status}
          className={classes.part}
          data-status={status}
          style={{ flexGrow: counts[status] }}
          title={`${formatCount(counts[status])} ${statusWords[status].toLowerCase()}`}
        />
      ))}
    </div>
  );
}
