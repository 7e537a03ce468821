import { findKeyword, newStep, type Step } from '@touchstone/engine-keyword/core';
import { describe, expect, test } from 'vitest';
import {
  copySteps,
  findStep,
  insertAfter,
  insertAt,
  moveStep,
  removeSteps,
  updateStep,
  withKeyword,
} from './edit-steps.ts';
import { stepRows } from './step-rows.ts';
import { targetText, withTargetText } from './step-text.ts';

const step = (id: string, given: Partial<Step> = {}): Step => newStep(id, 'click', given);
const container = (id: string, steps: Step[], otherwise?: Step[]): Step =>
  newStep(id, 'if', { steps, ...(otherwise && { otherwise }) });
/** Writes steps as `a if(b c|d)`. */
const drawn = (steps: readonly Step[]): string =>
  steps
    .map(({ id, steps: held, otherwise }) =>
      held ? `${id}(${drawn(held)}${otherwise ? `|${drawn(otherwise)}` : ''})` : id,
    )
    .join(' ');
const script = [step('a'), container('if', [step('b'), step('c')], [step('d')]), step('e')];

describe('steps are moved in display order', () => {
  test.each<[string, -1 | 1, string]>([
    ['a', 1, 'if(a b c|d) e'],
    ['a', -1, 'a if(b c|d) e'],
    ['b', -1, 'a b if(c|d) e'],
    ['b', 1, 'a if(c b|d) e'],
    ['c', 1, 'a if(b|c d) e'],
    ['d', -1, 'a if(b c d|) e'],
    ['d', 1, 'a if(b c|) d e'],
    ['e', -1, 'a if(b c|d e)'],
    ['e', 1, 'a if(b c|d) e'],
    ['if', 1, 'a e if(b c|d)'],
  ])('%s by %i', (id, by, result) => {
    expect(drawn(moveStep(script, id, by))).toBe(result);
  });
});

test('steps are inserted after others, into branches, and removed with their contents', () => {
  expect(drawn(insertAfter(script, 'b', [step('x')]))).toBe('a if(b x c|d) e');
  expect(drawn(insertAfter(script, null, [step('x')]))).toBe('a if(b c|d) e x');
  expect(drawn(insertAt(script, { parentId: 'if', branch: 'otherwise', index: 9 }, [step('x')]))).toBe(
    'a if(b c|d x) e',
  );
  expect(drawn(removeSteps(script, new Set(['if'])))).toBe('a e');
  expect(drawn(removeSteps(script, new Set(['c', 'd'])))).toBe('a if(b|) e');
});

test('untouched steps keep their identity, so that their lines do not render again', () => {
  const next = updateStep(script, 'd', (found) => ({ ...found, comment: 'x' }));
  expect(next[0]).toBe(script[0]);
  expect(next[2]).toBe(script[2]);
  expect(findStep(next, 'd')?.comment).toBe('x');
  expect(removeSteps(script, new Set(['nobody']))).toBe(script);
});

test('copies have their own ids', () => {
  let count = 0;
  const copies = copySteps(script, () => `n${++count}`);
  expect(drawn(copies)).toBe('n1 n2(n3 n4|n5) n6');
});

test('changing the keyword keeps the common arguments', () => {
  const filled = step('a', { args: { button: 'right', count: '2' }, target: { name: 'x', locators: [], frame: [] } });
  expect(withKeyword(filled, findKeyword('if')!)).toMatchObject({ keyword: 'if', args: {}, steps: [], otherwise: [] });
  expect(withKeyword(filled, findKeyword('openUrl')!)).toMatchObject({ target: null, args: {} });
  expect(withKeyword(container('i', [step('b')]), findKeyword('while')!)).toMatchObject({ steps: [{ id: 'b' }] });
  expect(withKeyword(container('i', [step('b')]), findKeyword('click')!).steps).toBeUndefined();
});

test('lines are numbered within their container, and empty branches have a placeholder', () => {
  const rows = stepRows([step('a'), container('if', [step('b'), container('in', [step('c')])], [])]);
  expect(rows.map((row) => (row.kind === 'step' ? row.number : row.kind))).toEqual([
    '1',
    '2',
    '2.1',
    '2.2',
    '2.2.1',
    'otherwise',
    'empty',
    'otherwise',
    'empty',
  ]);
});

test('the name of a target follows its locator until it is set by hand', () => {
  const first = withTargetText(null, 'role=button name="Sign in"');
  expect(first).toMatchObject({ name: 'Sign in', locators: [{ by: 'role', value: 'button', name: 'Sign in' }] });
  expect(withTargetText(first, '#go')).toMatchObject({ name: '#go' });
  expect(withTargetText({ ...first!, name: 'Button of the form' }, '#go')).toMatchObject({
    name: 'Button of the form',
  });
  expect(targetText(withTargetText(first, 'label=Email'))).toBe('label="Email"');
  expect(withTargetText(first, ' ')).toBeNull();
});
