import type { StepSummary } from '@touchstone/contracts/api-testing';
import type { RunStatus } from '@touchstone/contracts/runs';
import { expect, test } from 'vitest';
import { arrangeSteps, firstFailure } from './step-list.ts';

const make = (index: number, status: RunStatus, suiteId = 'a', name = `step ${index}`) =>
  ({
    stepId: `s${index}`,
    index,
    status,
    suiteId,
    suiteName: suiteId.toUpperCase(),
    name,
    method: 'GET',
    url: '/x',
    message: null,
  }) as StepSummary;
const steps = [
  make(0, 'passed'),
  make(1, 'failed'),
  undefined,
  make(3, 'error', 'b', 'Login'),
  make(4, 'running', 'b'),
];
const indexes = (items: ReturnType<typeof arrangeSteps>) =>
  items.map((item) => (item.kind === 'step' ? item.index : item.suiteName));

test.each([
  {
    name: 'failures, then what runs, what passed and the rest',
    filter: { sort: 'failed', text: '' },
    want: [1, 3, 4, 0, 2, 5],
  },
  { name: 'the plan under its suites', filter: { sort: 'plan', text: '' }, want: ['A', 0, 1, 2, 'B', 3, 4, 5] },
  { name: 'one status', filter: { sort: 'failed', text: '', status: 'failed' }, want: [1] },
  { name: 'one suite', filter: { sort: 'failed', text: '', suite: 'b' }, want: [3, 4] },
  { name: 'a text, whatever its case', filter: { sort: 'failed', text: ' LOGIN ' }, want: [3] },
] as const)('shows $name', ({ filter, want }) => {
  expect(indexes(arrangeSteps(steps, 6, filter))).toEqual(want);
});

test('the first failure is the first in the plan', () => {
  expect(firstFailure(steps)?.index).toBe(1);
  expect(firstFailure([make(0, 'passed')])).toBeUndefined();
});

test('arranges 10,000 steps', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => make(index, index % 50 === 0 ? 'failed' : 'passed'));
  const found = indexes(arrangeSteps(many, 10_000, { sort: 'failed', text: 'step 99' }));
  expect(found).toHaveLength(111);
  expect(found.slice(0, 3)).toEqual([9900, 9950, 99]);
});
