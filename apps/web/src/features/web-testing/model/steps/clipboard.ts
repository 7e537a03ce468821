import { stepsSchema } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';

const format = 'touchstone/steps';

/** clipboardText returns the clipboard format of steps. */
export const clipboardText = (steps: readonly Step[]): string => JSON.stringify({ format, steps });

/** stepsOfClipboard parses the format of `clipboardText`; undefined for any other text. */
export function stepsOfClipboard(text: string): Step[] | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const found = JSON.parse(text) as { format?: unknown; steps?: unknown };
    if (found.format !== format) return undefined;
    const { data } = stepsSchema.safeParse(found.steps);
    return data as Step[] | undefined;
  } catch {
    return undefined;
  }
}
