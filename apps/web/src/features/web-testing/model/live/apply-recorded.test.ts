import type { RepositoryStep } from '@touchstone/contracts/web-testing';
import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { applyRecorded } from './apply-recorded.ts';

const step = (id: string, given: Partial<Step> = {}) => newStep(id, 'click', given);
const recorded = (id: string, before?: string) => ({
  type: 'step' as const,
  step: step(id) as RepositoryStep,
  ...(before !== undefined && { before }),
});
const script = [step('a'), step('if', { steps: [step('in')] }), step('z')];
/** Ids in order; nested ones in brackets. */
const outline = (steps: readonly Step[]): string =>
  steps.map(({ id, steps: inner }) => (inner ? `${id}[${outline(inner)}]` : id)).join(' ');

test.each([
  ['a step comes behind the active one, which it becomes', 'a', recorded('n'), 'a n if[in] z', 'n'],
  ['within a container too', 'in', recorded('n'), 'a if[in n] z', 'n'],
  ['at the end where no step is active', null, recorded('n'), 'a if[in] z n', 'n'],
  ['before what it belongs before, and the active step stays', 'z', recorded('n', 'z'), 'a if[in] n z', 'z'],
  ['a step that is there is changed in its place', 'a', recorded('z'), 'a if[in] z', 'z'],
  [
    'one that is removed leaves the one before active',
    'z',
    { type: 'removed' as const, stepId: 'z' },
    'a if[in]',
    'if',
  ],
  ['the first of a container leaves none active', 'in', { type: 'removed' as const, stepId: 'in' }, 'a if[] z', null],
  ['one that is gone already changes nothing', 'a', { type: 'removed' as const, stepId: 'x' }, 'a if[in] z', 'a'],
])('%s', (_name, active, news, steps, next) => {
  const result = applyRecorded(script, active, news);
  expect([outline(result.steps), result.active]).toEqual([steps, next]);
});
