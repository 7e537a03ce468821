import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { duplicateAll, moveAll, removeAll, type SeveralChange, stepsBetween, switchAll } from './several-steps.ts';
import { stepRows } from './step-rows.ts';

const step = (id: string, given: Partial<Step> = {}) => newStep(id, 'click', given);
const script = [
  step('a'),
  newStep('if', 'if', { steps: [step('in'), step('in2')], otherwise: [] }),
  step('y'),
  step('z'),
];
const outline = (steps: readonly Step[]): string =>
  steps
    .map(({ id, steps: inner, otherwise = [], isEnabled }) => {
      const within = inner ? `[${outline(inner)}${otherwise.length > 0 ? `|${outline(otherwise)}` : ''}]` : '';
      return `${isEnabled ? '' : '-'}${id}${within}`;
    })
    .join(' ');
let count = 0;
const newId = () => {
  count += 1;
  return `n${count}`;
};

test.each<[string, SeveralChange, string[], string, string | null | undefined]>([
  ['removed', removeAll, ['a', 'y'], 'if[in in2] z', 'z'],
  ['removed with what lies in them', removeAll, ['if', 'in', 'in2', 'y'], 'a z', 'z'],
  ['removed at the end', removeAll, ['y', 'z'], 'a if[in in2]', 'in2'],
  ['removed altogether', removeAll, ['a', 'if', 'y', 'z'], '', null],
  ['moved down', moveAll(1), ['in', 'in2'], 'a if[|in in2] y z', undefined],
  ['moved up', moveAll(-1), ['y', 'z'], 'a if[in in2|y z]', undefined],
  ['moved down at the end, which leaves them', moveAll(1), ['y', 'z'], 'a if[in in2] y z', undefined],
  ['switched off', switchAll, ['a', 'y'], '-a if[in in2] -y z', undefined],
])('several steps are %s', (_name, change, ids, steps, active) => {
  const result = change(script, new Set(ids));
  expect(outline(result.steps)).toBe(steps);
  expect(result.active).toBe(active);
});

test('several steps are duplicated after the last of them', () => {
  const { steps, active } = duplicateAll(newId)(script, new Set(['a', 'if', 'in', 'in2']));
  expect(outline(steps)).toBe('a if[in in2] n1 n2[n3 n4] y z');
  expect(active).toBe('n2');
});

test('steps that are all disabled are enabled', () => {
  const off = switchAll(script, new Set(['a', 'y'])).steps;
  expect(outline(switchAll(off, new Set(['a', 'y'])).steps)).toBe('a if[in in2] y z');
});

test.each([
  ['y', 'a', 'a if in in2 y'],
  ['in', 'y', 'in in2 y'],
  ['z', null, 'z'],
  [null, null, ''],
])('a selection from %s to %s contains the lines between', (active, anchor, ids) => {
  expect([...stepsBetween(stepRows(script), active, anchor)].join(' ')).toBe(ids);
});
