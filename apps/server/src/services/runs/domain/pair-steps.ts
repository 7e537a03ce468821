import { type StepChange, stepChanges } from '@touchstone/contracts/runs';
import type { StoredStep } from './run.ts';

/** The data of a step that a comparison needs. */
export interface StepMark extends Pick<StoredStep, 'stepId' | 'status' | 'message'> {
  /** Steps with the same identity in both runs are paired, in order. */
  identity: string;
  /** Equal if the values of two steps are. */
  digest: string;
}

/** A pair of steps, by id. */
export interface PairedStep {
  change: StepChange;
  before: string | undefined;
  after: string | undefined;
}

/**
 * pairSteps pairs the steps of two runs: the later run's steps in order, with those that only the earlier run has at
 * their former position.
 */
export function pairSteps(before: readonly StepMark[], after: readonly StepMark[]): PairedStep[] {
  const open = new Map<string, Iterator<StepMark>>();
  for (const [identity, steps] of Map.groupBy(before, (step) => step.identity)) open.set(identity, steps.values());
  const partners = new Map<StepMark, StepMark>();
  for (const step of after) {
    const partner = open.get(step.identity)?.next().value;
    if (partner) partners.set(step, partner);
  }
  const paired = new Set(partners.values());
  const pairs: PairedStep[] = [];
  const placeOf = new Map(before.map((step, place) => [step, place]));
  /** Adds the earlier run's unpaired steps from `from` up to the next paired one. */
  const addRemoved = (from: number): void => {
    for (let place = from; place < before.length; place += 1) {
      const step = before[place]!;
      if (paired.has(step)) return;
      pairs.push({ change: 'removed', before: step.stepId, after: undefined });
    }
  };
  addRemoved(0);
  for (const step of after) {
    const partner = partners.get(step);
    pairs.push({ change: changeOf(partner, step), before: partner?.stepId, after: step.stepId });
    if (partner) addRemoved((placeOf.get(partner) ?? 0) + 1);
  }
  return pairs;
}

const isBad = ({ status }: Pick<StepMark, 'status'>): boolean => status === 'failed' || status === 'error';

function changeOf(before: StepMark | undefined, after: StepMark): StepChange {
  if (!before) return 'added';
  if (before.status === 'passed' && isBad(after)) return 'broken';
  if (isBad(before) && after.status === 'passed') return 'fixed';
  const isSame = before.status === after.status && before.message === after.message && before.digest === after.digest;
  return isSame ? 'same' : 'changed';
}

/** countChanges counts the pairs by change. */
export function countChanges(pairs: readonly PairedStep[]): Record<StepChange, number> {
  const totals = Object.fromEntries(stepChanges.map((change) => [change, 0])) as Record<StepChange, number>;
  for (const { change } of pairs) totals[change] += 1;
  return totals;
}
