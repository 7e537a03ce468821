import type { WindowTime } from '@touchstone/contracts/api-monitoring';
import type { NextCron } from './due.ts';

/** One occurrence of a maintenance window. */
export interface WindowSpan {
  startsAt: Date;
  endsAt: Date;
}

/**
 * windowAt returns the window that is active at an instant, or the next one; undefined if no more follow. A recurring
 * window starts by the calendar of its time zone and lasts a fixed elapsed time, also when the clocks change.
 * `notBefore`: a window that was ended early doesn't return.
 */
export function windowAt(
  time: WindowTime,
  at: Date,
  { nextCron, notBefore }: { nextCron: NextCron; notBefore?: Date | null | undefined },
): WindowSpan | undefined {
  const from = Math.max(at.getTime(), notBefore?.getTime() ?? 0);
  if (time.type === 'once') {
    const span = { startsAt: new Date(time.startsAt), endsAt: new Date(time.endsAt) };
    return span.endsAt.getTime() > from ? span : undefined;
  }
  const lengthMs = time.durationMinutes * 60_000;
  const first = Math.max(
    from - lengthMs,
    time.startsAt === null ? 0 : Date.parse(time.startsAt) - 1,
    notBefore ? notBefore.getTime() : 0,
  );
  const begin = nextCron(time.cron, time.timezone, first);
  if (begin === undefined) return undefined;
  const last = time.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(time.endsAt);
  const end = Math.min(begin + lengthMs, last);
  if (begin >= last || end <= from) return undefined;
  return { startsAt: new Date(begin), endsAt: new Date(end) };
}
