import type { EvidenceMode, RepositoryStep } from '@touchstone/contracts/test-repository';
import { findKeyword } from '@touchstone/engine-keyword/core';

type Steps = readonly RepositoryStep[];

const holdsStep = (step: RepositoryStep, id: string): boolean =>
  step.id === id || [...(step.steps ?? []), ...(step.otherwise ?? [])].some((inner) => holdsStep(inner, id));

/** upTo returns the steps up to the one with an id, or up to its container; undefined if there is none. */
export function upTo(steps: Steps, id: string): RepositoryStep[] | undefined {
  const at = steps.findIndex((step) => holdsStep(step, id));
  return at < 0 ? undefined : steps.slice(0, at + 1);
}

/**
 * withRetries adds retries to steps that would end a script at their first failure; containers leave that to their
 * steps.
 */
export function withRetries(steps: Steps, retries: number): RepositoryStep[] {
  if (retries === 0) return [...steps];
  return steps.map((step) => {
    const isContainer = step.keyword === 'callFunction' || findKeyword(step.keyword)?.holds !== undefined;
    return {
      ...step,
      ...(step.steps && { steps: withRetries(step.steps, retries) }),
      ...(step.otherwise && { otherwise: withRetries(step.otherwise, retries) }),
      ...(!isContainer && step.onFailure === 'stop' && { onFailure: 'retry' as const, retries }),
    };
  });
}

/** withEvidence sets which pictures steps keep: the run's mode, or each step's own. */
export function withEvidence(steps: Steps, mode: EvidenceMode): RepositoryStep[] {
  if (mode === 'steps') return [...steps];
  return steps.map((step) => ({
    ...step,
    evidence: mode,
    ...(step.steps && { steps: withEvidence(step.steps, mode) }),
    ...(step.otherwise && { otherwise: withEvidence(step.otherwise, mode) }),
  }));
}

/** hasKeyword returns whether steps, or steps in them, have a keyword. */
export const hasKeyword = (steps: Steps, keyword: string): boolean =>
  steps.some(
    (step) =>
      step.keyword === keyword || hasKeyword(step.steps ?? [], keyword) || hasKeyword(step.otherwise ?? [], keyword),
  );

/** loopsOverRows returns whether steps loop over the rows of the data table themselves. */
export const loopsOverRows = (steps: Steps): boolean =>
  steps.some(
    (step) =>
      (step.keyword === 'forEach' && !step.args.values?.trim()) ||
      loopsOverRows(step.steps ?? []) ||
      loopsOverRows(step.otherwise ?? []),
  );
