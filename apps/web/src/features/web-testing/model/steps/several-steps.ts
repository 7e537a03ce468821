import type { Step } from '@touchstone/engine-keyword/core';
import { copySteps, eachStep, insertAfter, moveStep, outermost, removeSteps, updateStep } from './edit-steps.ts';
import type { StepRow } from './step-rows.ts';

/** A change of several steps: the resulting steps, and the active one; if that is absent, the selection stays. */
export type SeveralChange = (
  steps: readonly Step[],
  ids: ReadonlySet<string>,
) => { steps: Step[]; active?: string | null };

/** stepsBetween returns the steps between two displayed lines; only the active one if no selection was started. */
export function stepsBetween(
  rows: readonly StepRow[],
  active: string | null,
  anchor: string | null,
): ReadonlySet<string> {
  const keys = rows.filter((row) => row.kind === 'step').map(({ key }) => key);
  const ends = [anchor ?? active, active].map((key) => (key === null ? -1 : keys.indexOf(key)));
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  if (from < 0) return new Set(active === null ? [] : [active]);
  return new Set(keys.slice(from, to + 1));
}

/** removeAll removes steps; the one displayed after them becomes active, or the one before. */
export const removeAll: SeveralChange = (steps, ids) => {
  const chosen = outermost(steps, ids);
  const removedIds = new Set([...eachStep(chosen)].map(({ step }) => step.id));
  const keys = [...eachStep(steps)].map(({ step }) => step.id);
  const at = keys.findLastIndex((id) => removedIds.has(id));
  const isLeft = (id: string) => !removedIds.has(id);
  const active = keys.slice(at + 1).find(isLeft) ?? keys.slice(0, at).findLast(isLeft) ?? null;
  return { steps: removeSteps(steps, removedIds), active };
};

/** duplicateAll inserts copies of steps after the last of them. */
export const duplicateAll =
  (newId: () => string): SeveralChange =>
  (steps, ids) => {
    const chosen = outermost(steps, ids);
    const copies = copySteps(chosen, newId);
    return { steps: insertAfter(steps, chosen.at(-1)?.id ?? null, copies), active: copies.at(-1)?.id ?? null };
  };

/** moveAll moves steps up or down by one line, together. */
export const moveAll =
  (by: -1 | 1): SeveralChange =>
  (steps, ids) => {
    const chosen = outermost(steps, ids).map(({ id }) => id);
    const [first = '', ...others] = by === -1 ? chosen : chosen.toReversed();
    const moved = moveStep(steps, first, by);
    // If the first can't move, the others would pass it.
    if (moved === steps) return { steps: moved };
    return { steps: others.reduce((all, id) => moveStep(all, id, by), moved) };
  };

/** switchAll disables steps if one of them is enabled; otherwise enables them. */
export const switchAll: SeveralChange = (steps, ids) => {
  const chosen = outermost(steps, ids);
  const isEnabled = !chosen.some((step) => step.isEnabled);
  const change = (step: Step) => ({ ...step, isEnabled });
  return { steps: chosen.reduce((all, { id }) => updateStep(all, id, change), steps as Step[]) };
};
