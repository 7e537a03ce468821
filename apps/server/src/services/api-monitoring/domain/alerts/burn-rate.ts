import { type BurnRule, type BurnUrgency, burnRules } from '@touchstone/contracts/api-monitoring';
import { budgetOf } from '../rollup.ts';

/** Checks of a window that count as available and as unavailable. */
export interface WindowChecks {
  good: number;
  bad: number;
}
/** Checks by window length in minutes; each window ends now. */
export type Windows = ReadonlyMap<number, WindowChecks>;

/** The result for all windows. `unknown`: too few recent checks, so nothing changes. */
export type BurnJudgement =
  | { state: 'burning'; rule: BurnRule; long: number; short: number }
  | { state: 'quiet' | 'unknown' };

/** All windows that the rules use, in minutes. */
export const windowMinutes: readonly number[] = [
  ...new Set(burnRules.flatMap(({ longMinutes, shortMinutes }) => [shortMinutes, longMinutes])),
].sort((a, b) => a - b);

/** A single failed check isn't significant, however few were made. */
const leastBad = 2;

/**
 * judgeBurn judges whether an objective's error budget is burning too fast: the long window shows that it matters, the
 * short one that it is still happening. A short window without checks, as of infrequent monitors, decides nothing.
 */
export function judgeBurn(urgency: BurnUrgency, windows: Windows, sloPercent: number): BurnJudgement {
  const rateOf = (minutes: number): number | null => {
    const { good, bad } = windows.get(minutes) ?? { good: 0, bad: 0 };
    return budgetOf(good + bad === 0 ? null : (100 * good) / (good + bad), sloPercent).burnRate;
  };
  // Ignores the last digits, which depend on rounding.
  const exceeds = (rate: number, factor: number): boolean => rate > factor * (1 + 1e-9);
  let isUnknown = false;
  for (const rule of burnRules.filter((one) => one.urgency === urgency)) {
    const long = rateOf(rule.longMinutes);
    if (long === null || !exceeds(long, rule.factor) || (windows.get(rule.longMinutes)?.bad ?? 0) < leastBad) continue;
    const short = rateOf(rule.shortMinutes);
    if (short === null) isUnknown = true;
    else if (exceeds(short, rule.factor)) return { state: 'burning', rule, long, short };
  }
  return { state: isUnknown ? 'unknown' : 'quiet' };
}

const span = (minutes: number): string =>
  minutes >= 2880 ? `${minutes / 1440} days` : minutes >= 60 ? `${minutes / 60} h` : `${minutes} min`;
const times = (rate: number): string => `${Math.round(rate * 10) / 10} ×`;

/** burnWords describes the finding and how checks were counted. */
export const burnWords = ({ rule, long, short }: Extract<BurnJudgement, { state: 'burning' }>): string =>
  `Burn rate ${times(long)} over ${span(rule.longMinutes)} and ${times(short)} over ${span(rule.shortMinutes)}, above ${times(rule.factor)}. ` +
  'Checks that were well after a retry count as up; maintenance and checks that could not be made are left out.';
