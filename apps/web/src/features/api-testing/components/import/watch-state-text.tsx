import type { SourceWatch } from '@touchstone/contracts/api-testing';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { watchState } from '../../model/import/watch-text.ts';
import classes from './import.module.css';

/** WatchStateText says what the last check of a watched specification found, and when. */
export function WatchStateText({ watch }: { watch: SourceWatch | null }) {
  const state = watchState(watch);
  if (!watch || !state) return null;
  return (
    <span className={classes.watchState} data-tone={state.tone}>
      {state.text}
      {watch.checkedAt === null ? null : (
        <span className="dim">
          {' · checked '}
          <RelativeTime at={watch.checkedAt} />
        </span>
      )}
    </span>
  );
}
