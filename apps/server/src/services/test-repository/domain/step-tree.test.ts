import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { newStep } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import {
  allSteps,
  calledFunctions,
  callOf,
  countSteps,
  insertAfter,
  neighbours,
  renameCalls,
  repeatedId,
  replaceNeighbours,
  withoutSteps,
} from './step-tree.ts';

const step = (id: string, given: Partial<RepositoryStep> = {}) =>
  ({ ...newStep(id, 'comment'), ...given }) as RepositoryStep;
const call = (id: string, name: string) => step(id, { keyword: 'callFunction', args: { function: name } });
const tree = [step('a'), step('if', { steps: [step('b'), step('c'), step('d')], otherwise: [step('e')] }), step('f')];
const ids = (steps: readonly RepositoryStep[] | undefined) => steps && [...allSteps(steps)].map(({ id }) => id);

test('steps are iterated in document order', () => {
  expect(ids(tree)).toEqual(['a', 'if', 'b', 'c', 'd', 'e', 'f']);
  expect(repeatedId(tree)).toBeUndefined();
  expect(repeatedId([...tree, step('e')])).toBe('e');
});

test.each([
  ['a', ['a', 'x', 'if', 'b', 'c', 'd', 'e', 'f']],
  ['c', ['a', 'if', 'b', 'c', 'x', 'd', 'e', 'f']],
  ['e', ['a', 'if', 'b', 'c', 'd', 'e', 'x', 'f']],
  ['none', undefined],
])('a step is inserted after %s', (after, expected) => {
  expect(ids(insertAfter(tree, after, [step('x')]))).toEqual(expected);
});

test('steps are removed with their content', () => {
  const { steps, missing } = withoutSteps(tree, ['if', 'b', 'none']);
  expect(ids(steps)).toEqual(['a', 'f']);
  expect(missing).toEqual(['none']);
});

test.each([
  [
    ['c', 'b'],
    ['b', 'c'],
  ],
  [['e'], ['e']],
  [['b', 'd'], undefined],
  [['a', 'b'], undefined],
  [['f', 'none'], undefined],
])('neighbours %j', (wanted, expected) => {
  expect(neighbours(tree, wanted)?.map(({ id }) => id)).toEqual(expected);
});

test('one step replaces neighbours', () => {
  expect(ids(replaceNeighbours(tree, ['c', 'b'], step('x')))).toEqual(['a', 'if', 'x', 'd', 'e', 'f']);
});

test('calls are found at any depth, and follow a new name', () => {
  const steps = [call('1', 'One'), step('if', { steps: [call('2', 'Two'), call('3', 'One')] }), call('4', '')];
  expect(calledFunctions(steps)).toEqual(['One', 'Two']);
  const renamed = renameCalls(steps, 'One', 'New');
  expect(calledFunctions(renamed)).toEqual(['New', 'Two']);
  expect(calledFunctions(steps)).toEqual(['One', 'Two']);
  expect(callOf('c', { name: 'F', inputs: [], outputs: [] }).args).toEqual({ function: 'F' });
});

test('a call passes the inputs of its function, and takes its outputs', () => {
  const made = callOf('c', { name: 'F', inputs: [{ name: 'user' }, { name: 'pin' }], outputs: [{ name: 'total' }] });
  expect(made).toMatchObject({ id: 'c', keyword: 'callFunction', isEnabled: true });
  expect(made.args).toEqual({ function: 'F', inputs: 'user={{user}}\npin={{pin}}', outputs: 'total=total' });
});

test('other steps may have an argument called function', () => {
  const other = step('o', { args: { function: 'One' } });
  expect(calledFunctions([other])).toEqual([]);
  expect(renameCalls([other], 'One', 'New')).toEqual([other]);
});

test('steps are counted with their content', () => {
  expect([countSteps(tree), countSteps([])]).toEqual([7, 0]);
});
