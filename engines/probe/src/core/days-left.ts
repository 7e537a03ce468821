import type { ProbeFinding, ProbeVerdict } from './outcome.ts';

/** Down or degraded with this many days left or fewer. */
export interface DayLimits {
  downDays: number;
  warnDays: number;
}
const dayMs = 86_400_000;

/** daysLeftAt returns the whole days left at an instant; negative once it has passed. */
export const daysLeftAt = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / dayMs);

/**
 * judgeDays returns the outcome for a number of days left; `what` is the subject, such as `The certificate of a.test`.
 */
export function judgeDays(
  what: string,
  end: Date,
  now: Date,
  { downDays, warnDays }: DayLimits,
): { verdict: ProbeVerdict; code: string | null; message: string | null; finding: ProbeFinding } {
  const days = daysLeftAt(end, now);
  const date = end.toISOString().slice(0, 10);
  const text =
    end <= now
      ? `${what} expired on ${date}.`
      : `${what} expires in ${days} ${days === 1 ? 'day' : 'days'}, on ${date}.`;
  const finding = (passed: boolean) => ({ name: 'Days left', passed, message: text });
  if (end <= now) return { verdict: 'DOWN', code: 'EXPIRED', message: text, finding: finding(false) };
  if (days <= downDays) return { verdict: 'DOWN', code: 'EXPIRES_SOON', message: text, finding: finding(false) };
  if (days <= warnDays) return { verdict: 'DEGRADED', code: 'EXPIRES_SOON', message: text, finding: finding(false) };
  return { verdict: 'UP', code: null, message: null, finding: finding(true) };
}
