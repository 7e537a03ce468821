import type { Verdict } from '@touchstone/contracts/api-monitoring';

/** How a monitor stands in one region. */
export interface SlotState {
  verdict: Verdict;
  message: string | null;
  /** Checks in a row that found it worse than `verdict` says. */
  failures: number;
}

const badness: Record<Verdict, number> = { UP: 0, UNKNOWN: 0, DEGRADED: 1, DOWN: 2 };

/**
 * judgeSlot is how a monitor stands in a region after one more check. Better is believed at once; worse only when more checks in a row than
 * `retries` say so: until then the check is one that is tried again.
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
