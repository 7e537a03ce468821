import type { RepositoryStep, StepTarget } from '@touchstone/contracts/test-repository';
import { newStep } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { isFixed, isSameWay, knownTraits, waysText, withPrints } from './known-elements.ts';

const pay: StepTarget = { name: 'Pay', locators: [{ by: 'css', value: '#pay' }], frame: [] };
const click = (id: string, target: StepTarget | null = pay, given: object = {}) =>
  newStep(id, 'click', { target, ...given }) as RepositoryStep;
const seenAt = '2026-11-27T10:00:00.000Z';
const known = (stepId: string, print: object = { tag: 'button', seenAt }, target = pay) => [
  { stepId, ways: waysText(target), print: { ...print } },
];

test('a step gets what runs saw of its element, also within others', () => {
  const steps = [
    click('a', null),
    newStep('if', 'if', { steps: [click('b')], otherwise: [click('c')] }) as RepositoryStep,
  ];
  const [, outer] = withPrints(steps, [...known('b'), ...known('c')]);
  expect(outer?.steps?.[0]?.target).toEqual({ ...pay, fingerprint: { tag: 'button', seenAt } });
  expect(outer?.otherwise?.[0]?.target?.fingerprint).toEqual({ tag: 'button', seenAt });
});

test.each([
  ['recorded later', { ...pay, fingerprint: { tag: 'a', seenAt: '2026-11-28T10:00:00.000Z' } }, pay],
  ['looked for in another way since', { ...pay, locators: [{ by: 'css' as const, value: '#buy' }] }, pay],
  ['looked for in another frame since', { ...pay, frame: [{ by: 'css' as const, value: 'iframe' }] }, pay],
])('what a run saw does not count for an element that is %s', (_what, target, learnt) => {
  expect(withPrints([click('a', target)], known('a', undefined, learnt))).toEqual([click('a', target)]);
});

test('what a run saw counts if the element was recorded earlier', () => {
  const recorded = { ...pay, fingerprint: { tag: 'a' } };
  expect(withPrints([click('a', recorded)], known('a'))[0]?.target?.fingerprint).toEqual({ tag: 'button', seenAt });
});

test('a step of which nothing was seen gets what another step with the same target saw', () => {
  const own = { tag: 'b', seenAt };
  const [a, b] = withPrints([click('a'), click('b')], [...known('a'), ...known('b', own)]);
  expect([a, b].map((step) => step?.target?.fingerprint?.tag)).toEqual(['button', 'b']);
  expect(withPrints([click('c')], known('a'))[0]?.target?.fingerprint).toMatchObject({ tag: 'button' });
});

test('an element that a variable chooses is another one in each run', () => {
  const row = { ...pay, locators: [{ by: 'role' as const, value: 'row', name: '{{name}}' }] };
  expect(isFixed(row)).toBe(false);
  expect(isFixed(pay)).toBe(true);
  expect(withPrints([click('a', row)], known('a', undefined, row))).toEqual([click('a', row)]);
});

test('ways are compared by their meaning, not by how they are stored', () => {
  const stored = { locators: [{ value: '#pay', by: 'css' as const, exact: false }] };
  expect(isSameWay(pay, stored)).toBe(true);
  expect(isSameWay(pay, { locators: [...pay.locators, { by: 'text', value: 'Pay' }] })).toBe(false);
});

test('users see what was known, without empty values', () => {
  const print = { tag: 'button', text: 'Pay', attributes: { id: 'pay', class: '' }, within: ['Cart', 'Main'], seenAt };
  expect(knownTraits(print)).toEqual([
    { trait: 'text', value: 'Pay' },
    { trait: 'id', value: 'pay' },
    { trait: 'role', value: 'button' },
    { trait: 'tag', value: 'button' },
    { trait: 'within', value: 'Cart › Main' },
  ]);
  expect(knownTraits({ ...print, text: 'x'.repeat(1000) })[0]?.value).toHaveLength(300);
  expect(knownTraits(undefined)).toEqual([]);
});
