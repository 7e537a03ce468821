import type { Step } from '@touchstone/engine-keyword/core';
import { eachStep } from './edit-steps.ts';

/** What identifies a step, whatever its contents. */
const whatItDoes = ({ keyword, target, args, comment }: Step): string =>
  JSON.stringify([keyword, target?.locators, target?.name, Object.entries(args).sort(), comment]);

/**
 * keepIds gives steps parsed from text the ids of the steps that the text was written from: first by equality, in
 * order, then by the same keyword at the same position. This keeps results next to their steps.
 */
export function keepIds(before: readonly Step[], after: readonly Step[]): Step[] {
  const old = [...eachStep(before)].map(({ step }) => step);
  const read = [...eachStep(after)].map(({ step }) => step);
  const same = Map.groupBy(old, whatItDoes);
  const idOf = new Map<Step, string>();
  const taken = new Set<string>();
  const take = (step: Step, id: string | undefined) => {
    if (id === undefined || taken.has(id)) return;
    taken.add(id);
    idOf.set(step, id);
  };
  for (const step of read) take(step, same.get(whatItDoes(step))?.shift()?.id);
  for (const [index, step] of read.entries())
    if (!idOf.has(step) && old[index]?.keyword === step.keyword) take(step, old[index].id);
  const withIds = (steps: readonly Step[]): Step[] =>
    steps.map((step) => ({
      ...step,
      id: idOf.get(step) ?? step.id,
      ...(step.steps && { steps: withIds(step.steps) }),
      ...(step.otherwise && { otherwise: withIds(step.otherwise) }),
    }));
  return withIds(after);
}
