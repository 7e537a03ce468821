import { isClosed, isLate } from '../failures.ts';
import type { StepAction } from './step-action.ts';

/** The last observation, and whether it was right. */
export interface Seen<Value> {
  value: Value;
  isRight: boolean;
}

/**
 * pollUntil checks the page until it is right or the step's time is up. If the page is being left, it checks again once
 * the next one has loaded; a check that comes too late keeps the previous observation.
 */
export async function pollUntil<Value>(
  action: StepAction,
  check: () => Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Seen<Value>> {
  let seen: Seen<Value> | undefined;
  do {
    try {
      const value = await steady(check, action);
      seen = { value, isRight: isRight(value) };
    } catch (error) {
      if (seen && isLate(error)) return seen;
      throw error;
    }
    if (seen.isRight) return seen;
  } while (await action.polling.another());
  return seen;
}

async function steady<Value>(check: () => Promise<Value>, action: StepAction): Promise<Value> {
  for (;;)
    try {
      return await check();
    } catch (error) {
      const isPassing = /context was destroyed|detached|not attached/i.test(String(error)) && !isClosed(error);
      if (!isPassing || !(await action.polling.another())) throw error;
    }
}
