import type { Verdict } from '@touchstone/contracts/api-monitoring';

/** A monitor's state in one region. */
export interface SlotState {
  verdict: Verdict;
  message: string | null;
  /** Consecutive checks that were worse than `verdict`. */
  failures: number;
}

const badness: Record<Verdict, number> = { UP: 0, UNKNOWN: 0, DEGRADED: 1, DOWN: 2 };

/**
 * judgeSlot returns a monitor's state in a region after another check. An improvement counts immediately; a worse
 * verdict only after more than `retries` consecutive checks: until then, checks are marked as retried.
 */
export function judgeSlot(
  before: SlotState,
  found: { verdict: Verdict; message: string | null },
  retries: number,
): { state: SlotState; isRetried: boolean } {
  const isWorse = badness[found.verdict] > badness[before.verdict];
  if (isWorse && before.failures < retries)
    return { state: { ...before, failures: before.failures + 1 }, isRetried: true };
  return { state: { ...found, failures: 0 }, isRetried: false };
}
