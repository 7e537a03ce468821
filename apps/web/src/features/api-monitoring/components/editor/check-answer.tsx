import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { verdictLooks } from '../../model/status-look.ts';
import { DetailView, PhasesView } from '../details/outcome-view.tsx';
import classes from './editor.module.css';

/** CheckAnswer shows the result of a check that was tried before saving. */
export function CheckAnswer({ outcome }: { outcome: CheckOutcome }) {
  const { verdict, message, code, durationMs, phases } = outcome;
  const { status, word } = verdictLooks[verdict];
  return (
    <section className={classes.answer} aria-label="Result of the check" aria-live="polite">
      <div className="row">
        <StatusLabel status={status}>{word}</StatusLabel>
        {durationMs === null ? null : <span className="num dim">{formatDuration(durationMs)}</span>}
        {code ? <code className="dim">{code}</code> : null}
      </div>
      {message ? <p>{message}</p> : null}
      {Object.keys(phases).length > 0 ? <PhasesView phases={phases} /> : null}
      <DetailView detail={outcome} />
    </section>
  );
}
