import { compareValue, show } from '@touchstone/engine-assert/core';
import type { Interpolator } from './interpolate.ts';
import type { StepCondition } from './plan.ts';

/**
 * unmetCondition says why a step is skipped; undefined if its condition is met. A variable without a value only
 * satisfies `notExists`, `notEquals` and `notContains`.
 */
export function unmetCondition(condition: StepCondition, interpolator: Interpolator): string | undefined {
  const { variable, operator } = condition;
  const value = interpolator.find(variable);
  const name = `{{${variable}}}`;
  if (operator === 'exists') return value === undefined ? `Skipped because ${name} has no value.` : undefined;
  if (operator === 'notExists') return value === undefined ? undefined : `Skipped because ${name} has a value.`;
  if (value === undefined) {
    return operator.startsWith('not') ? undefined : `Skipped because ${name} has no value.`;
  }
  const { passed, wanted, problem } = compareValue(
    operator,
    value,
    interpolator.text(condition.expected ?? '', 'condition'),
  );
  if (passed) return undefined;
  return `Skipped because ${name} is ${show(value)}, and the condition wants ${problem === undefined ? wanted : `${wanted}: ${problem}`}.`;
}
