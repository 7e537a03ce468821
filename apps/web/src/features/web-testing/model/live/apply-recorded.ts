import type { LiveNews } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { findStep, insertAfter, insertAt, placeOf, removeSteps, updateStep } from '../steps/edit-steps.ts';

/** The result of a recorded event: the steps, and the step after which the next one goes. */
export interface Recorded {
  steps: Step[];
  active: string | null;
}

/**
 * applyRecorded applies a recorder's event to the steps of a script: a new step is inserted after the active one, a
 * changed one is replaced.
 */
export function applyRecorded(
  steps: readonly Step[],
  active: string | null,
  news: Extract<LiveNews, { type: 'step' | 'removed' }>,
): Recorded {
  if (news.type === 'removed') {
    const place = placeOf(steps, news.stepId);
    if (!place) return { steps: steps as Step[], active };
    const left = removeSteps(steps, new Set([news.stepId]));
    if (active !== news.stepId) return { steps: left, active };
    const list = place.parentId === null ? left : (findStep(left, place.parentId)?.[place.branch] ?? []);
    return { steps: left, active: list[place.index - 1]?.id ?? null };
  }
  const step = news.step as Step;
  if (findStep(steps, step.id)) return { steps: updateStep(steps, step.id, () => step), active: step.id };
  const before = news.before === undefined ? undefined : placeOf(steps, news.before);
  if (before) return { steps: insertAt(steps, before, [step]), active };
  return { steps: insertAfter(steps, active, [step]), active: step.id };
}
