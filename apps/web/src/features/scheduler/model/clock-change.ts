import type { Schedule } from '@touchstone/contracts/scheduler';
import { localTime, offsetText } from './due-text.ts';

const hourMs = 3_600_000;

/** clockNote describes the effect of a clock change on a due time; undefined if there is none. */
export function clockNote(
  dueAt: string,
  { time, timezone }: Pick<Schedule, 'time' | 'timezone'>,
  before: string | undefined,
): string | undefined {
  const shown = localTime(dueAt, timezone);
  if (time !== null && shown !== time) return `The clocks skip ${time} on this day: due at ${shown}.`;
  const anHourLater = new Date(new Date(dueAt).getTime() + hourMs).toISOString();
  if (localTime(anHourLater, timezone) === shown)
    return `The clocks show ${shown} twice on this day: due the first time.`;
  const offset = offsetText(dueAt, timezone);
  return before !== undefined && offsetText(before, timezone) !== offset
    ? `The clocks have changed: ${shown} is now ${offset}.`
    : undefined;
}
