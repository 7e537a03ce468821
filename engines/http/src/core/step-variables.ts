import { BudgetError } from '@touchstone/kernel';
import { Interpolator } from './interpolate.ts';
import { interpolateStep } from './interpolate-step.ts';
import type { HttpStep } from './plan.ts';
import type { VariableScopes } from './session.ts';

/**
 * findVariables lists the names that a step uses anywhere, except dynamic ones. With `scopes` it also follows values
 * that contain further names, so that `{{auth}}` = `Bearer {{token}}` counts as a use of `token`. If the step is too
 * much work to send, it returns the names found so far.
 */
export function findVariables(step: HttpStep, scopes: VariableScopes = []): string[] {
  const used = new Set<string>();
  const interpolator = new Interpolator({ scopes, used, random: () => 0, now: () => new Date(0) });
  try {
    interpolateStep(step, interpolator);
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error;
  }
  return [...used].filter((name) => !name.startsWith('$'));
}

/** providedVariables lists the names that a step's data handlers set. */
export function providedVariables(step: HttpStep): string[] {
  const names = step.dataHandlers.filter((handler) => handler.enabled !== false).map((handler) => handler.name);
  return [...new Set(names)];
}
