import type { PerformanceConfiguration } from '@touchstone/contracts/api-testing';
import { parseThreshold } from '@touchstone/engine-load/core';

type Thresholds = NonNullable<PerformanceConfiguration['thresholds']>;

/** performanceOf is the part of the options of a scheduled run that says its load; without one while the form is wrong. */
export const performanceOf = (options: Readonly<Record<string, unknown>>): Partial<PerformanceConfiguration> =>
  (options.performance ?? {}) as Partial<PerformanceConfiguration>;

/** thresholdProblem says which threshold is wrong, and why. */
export function thresholdProblem(thresholds: Thresholds): string | undefined {
  for (const { expression } of thresholds) {
    const parsed = parseThreshold(expression);
    if ('problem' in parsed) return `${expression}: ${parsed.problem}`;
  }
  return undefined;
}
