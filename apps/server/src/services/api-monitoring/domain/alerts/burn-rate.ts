import { type BurnRule, type BurnUrgency, burnRules } from '@touchstone/contracts/api-monitoring';
import { budgetOf } from '../rollup.ts';

/** Checks of a window that count as available and as not. */
export interface WindowChecks {
  good: number;
  bad: number;
}
/** Checks by the minutes that their window is long, each window ending now. */
export type Windows = ReadonlyMap<number, WindowChecks>;

/** What the windows say. `unknown`: too little was checked lately, so nothing changes. */
export type BurnJudgement =
  | { state: 'burning'; rule: BurnRule; long: number; short: number }
  | { state: 'quiet' | 'unknown' };

/** Every window that a rule looks at, in minutes. */
export const windowMinutes: readonly number[] = [
  ...new Set(burnRules.flatMap(({ longMinutes, shortMinutes }) => [shortMinutes, longMinutes])),
].sort((a, b) => a - b);

/** One failed check alone says little, however few were made. */
const leastBad = 2;

/**
 * judgeBurn tells whether the error budget of an objective is used up too fast. The long window says that it matters, the short one that it still goes on.
 * A short window without checks, as those of rare monitors have, decides nothing.
 */
export function judgeBurn(urgency: BurnUrgency, windows: Windows, sloPercent: number): BurnJudgement {
  const rateOf = (minutes: number): number | null => {
    const { good, bad } = windows.get(minutes) ?? { good: 0, bad: 0 };
    return budgetOf(good + bad === 0 ? null : (100 * good) / (good + bad), sloPercent).burnRate;
  };
  // Without the last digits, which differ with how a rate was reckoned.
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

/** burnWords says what was found, and how it was counted. */
export const burnWords = ({ rule, long, short }: Extract<BurnJudgement, { state: 'burning' }>): string =>
  `Burn rate ${times(long)} over ${span(rule.longMinutes)} and ${times(short)} over ${span(rule.shortMinutes)}, above ${times(rule.factor)}. ` +
  'Checks that were well after a retry count as up; maintenance and checks that could not be made are left out.';
