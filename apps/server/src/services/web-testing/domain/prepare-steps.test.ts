import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { hasKeyword, loopsOverRows, upTo, withEvidence, withRetries } from './prepare-steps.ts';

const inner = newStep('in', 'click');
const steps = [
  newStep('a', 'click'),
  newStep('if', 'if', { steps: [inner], otherwise: [newStep('no', 'click')] }),
  newStep('z', 'click'),
];
const ids = (list: readonly { id: string }[] | undefined) => list?.map(({ id }) => id);

test.each([
  ['a', ['a']],
  ['in', ['a', 'if']],
  ['no', ['a', 'if']],
  ['z', ['a', 'if', 'z']],
  ['none', undefined],
])('up to %s', (id, expected) => {
  expect(ids(upTo(steps, id))).toEqual(expected);
});

test('steps that would end the script are retried, containers and others are not', () => {
  const soft: Step = newStep('soft', 'click', { onFailure: 'continue' });
  const own: Step = newStep('own', 'click', { onFailure: 'retry', retries: 7 });
  const call: Step = newStep('call', 'callFunction', { args: { function: 'f' } });
  const [first, branch, , softly, owned, called] = withRetries([...steps, soft, own, call], 2);
  expect(first).toMatchObject({ onFailure: 'retry', retries: 2 });
  expect(branch).toMatchObject({ onFailure: 'stop', retries: 0, steps: [{ onFailure: 'retry', retries: 2 }] });
  expect(branch?.otherwise).toMatchObject([{ onFailure: 'retry', retries: 2 }]);
  expect(softly).toMatchObject({ onFailure: 'continue', retries: 0 });
  expect(owned).toMatchObject({ retries: 7 });
  expect(called).toMatchObject({ onFailure: 'stop', retries: 0 });
  expect(withRetries(steps, 0)).toEqual(steps);
});

test('every step keeps pictures as the run says, or as it says itself', () => {
  const never: Step = newStep('never', 'click', { evidence: 'none' });
  const given = [never, newStep('if', 'if', { steps: [never], otherwise: [never] })];
  expect(withEvidence(given, 'steps')).toEqual(given);
  expect(withEvidence(given, 'always')).toMatchObject([
    { evidence: 'always' },
    { evidence: 'always', steps: [{ evidence: 'always' }], otherwise: [{ evidence: 'always' }] },
  ]);
});

test.each([
  ['a list', newStep('l', 'forEach', { args: { values: 'a' }, steps: [inner] }), false],
  ['the rows', newStep('l', 'forEach', { args: { values: ' ' }, steps: [inner] }), true],
  ['rows in a branch', newStep('i', 'if', { steps: [newStep('l', 'forEach', { steps: [inner] })] }), true],
  ['rows in the other branch', newStep('i', 'if', { steps: [], otherwise: [newStep('l', 'forEach')] }), true],
])('a script that loops over %s', (_name, step, expected) => {
  expect(loopsOverRows([step])).toBe(expected);
});

test.each([
  ['click', true],
  ['if', true],
  ['openUrl', false],
])('the steps, or those in them, have %s: %s', (keyword, expected) => {
  expect(hasKeyword(steps, keyword)).toBe(expected);
});

test('a keyword is found in both branches', () => {
  const branches = newStep('if', 'if', { steps: [newStep('yes', 'wait')], otherwise: [newStep('no', 'setText')] });
  expect(['wait', 'setText', 'click'].map((keyword) => hasKeyword([branches], keyword))).toEqual([true, true, false]);
});
