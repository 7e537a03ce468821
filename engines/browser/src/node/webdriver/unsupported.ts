import { StepFailure } from '../failures.ts';

/** unsupported returns the error for something that this browser can't do. */
export const unsupported = (what: string): StepFailure =>
  new StepFailure(
    'error',
    `A browser that is driven by WebDriver cannot ${what}. Run this script in Chromium or Firefox on the machine of a runner.`,
  );

/**
 * speaking returns an object that implements part of an interface as if it were the whole. Using a missing member ends
 * the step with an error, instead of being undefined.
 */
export function speaking<Whole extends object>(part: Partial<Whole>, noun: string): Whole {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'function') return value.bind(target);
      if (value !== undefined || typeof key === 'symbol' || key in target || key === 'then' || key === 'toJSON')
        return value;
      throw unsupported(`do this (${noun}.${key})`);
    },
  }) as Whole;
}
