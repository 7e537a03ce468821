import type { ConnectionTest } from '@touchstone/contracts/workspaces';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import classes from './prerequisite.module.css';

/** ConnectionOutcome says whether a database could be reached, or what to correct. */
export function ConnectionOutcome({ outcome }: { outcome: ConnectionTest }) {
  return (
    <div className={classes.outcome} role="status">
      <StatusGlyph status={outcome.connected ? 'passed' : 'error'} />
      <span className="grow">{outcome.message}</span>
      <span className="mono dim num">{formatDuration(outcome.durationMs)}</span>
    </div>
  );
}
