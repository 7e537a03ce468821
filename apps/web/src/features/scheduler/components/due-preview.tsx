import type { ScheduleInput } from '@touchstone/contracts/scheduler';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { clockNote } from '../model/clock-change.ts';
import { dueText, offsetText, ownText } from '../model/due-text.ts';
import classes from './scheduler.module.css';

interface Props {
  schedule: ScheduleInput;
  /** undefined while being computed. */
  dueAt: readonly string[] | undefined;
  /** Why there are none. */
  problem: string | undefined;
}

/** DuePreview shows when a schedule is due next, in its own and the browser's time zone. */
export function DuePreview({ schedule, dueAt, problem }: Props) {
  const { timezone } = schedule;
  const time = schedule.time ?? null;
  return (
    <section className={classes.preview} aria-label="Next due times" aria-live="polite" aria-busy={!dueAt && !problem}>
      <h3>Next due times</h3>
      {problem ? <p className="dim">{problem}</p> : null}
      {dueAt && !problem ? (
        <ol className={classes.times}>
          {dueAt.map((at, index) => {
            const own = ownText(at, timezone);
            const note = clockNote(at, { time, timezone }, dueAt[index - 1]);
            return (
              <li key={at}>
                <span>{`${dueText(at, timezone)} ${offsetText(at, timezone)}`}</span>
                {own ? <span className="dim">{`${own} your time`}</span> : null}
                {note ? (
                  <span className={classes.note}>
                    <StatusGlyph status="flaky" size={12} decorative />
                    {note}
                  </span>
                ) : null}
              </li>
            );
          })}
        </ol>
      ) : null}
    </section>
  );
}
