import { type ExecutionStatus, executionStatuses } from '@touchstone/contracts/api-testing';
import type { RunStatus } from '@touchstone/contracts/runs';
import { expect, test } from 'vitest';
import { executionStatusOf, statusFilter } from './execution-status.ts';

test.each<[RunStatus, number, ExecutionStatus]>([
  ['queued', 3, 'Run Initiated'],
  ['running', 3, 'Running'],
  ['passed', 1, 'Pass'],
  ['passed', 0, 'No Test Cases'],
  ['failed', 3, 'Fail'],
  ['failed', 0, 'Fail'],
  ['error', 3, 'Error in Run'],
  ['cancelled', 3, 'Cancelled'],
  ['skipped', 3, 'Completed'],
])('a run that is %s, of %i steps, shows %s', (status, total, word) => {
  expect(executionStatusOf(status, { total })).toBe(word);
});

test.each<[ExecutionStatus[], RunStatus[], boolean | undefined]>([
  [['Pass'], ['passed'], false],
  [['No Test Cases'], ['passed'], true],
  [['Pass', 'No Test Cases'], ['passed'], undefined],
  [['No Test Cases', 'Fail'], ['passed', 'failed'], true],
  [['Pass', 'Fail'], ['passed', 'failed'], false],
  [['Completed', 'Fail'], ['passed', 'failed', 'skipped'], undefined],
  [['Completed', 'Pass'], ['passed', 'failed', 'skipped'], undefined],
  [['Completed', 'No Test Cases'], ['passed', 'failed', 'skipped'], undefined],
  [[], [], undefined],
  [['Running', 'Executing'], ['running'], undefined],
  [['Generating Report'], [], undefined],
  [['Run Initiated'], ['queued'], undefined],
  [['Error in Run', 'Cancelled'], ['error', 'cancelled'], undefined],
])('the filter %j finds runs that are %j, passed ones without steps: %s', (words, statuses, empty) => {
  const filter = statusFilter(words);
  expect(filter.statuses.toSorted()).toEqual(statuses.toSorted());
  expect(filter.empty).toBe(empty);
});

test('a filter finds the runs that show one of its words', () => {
  const runs = (['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'skipped'] as const).flatMap((status) =>
    [0, 1].map((total) => ({ status, total })),
  );
  const shown = new Set(runs.map(({ status, total }) => executionStatusOf(status, { total })));
  const words = executionStatuses.filter((item) => shown.has(item) && item !== 'Completed');
  for (const pair of words.flatMap((one) => words.map((other) => [one, other]))) {
    const { statuses, empty } = statusFilter(pair);
    const found = runs.filter(
      ({ status, total }) =>
        statuses.includes(status) && (status !== 'passed' || empty === undefined || empty === (total === 0)),
    );
    const expected = runs.filter(({ status, total }) => pair.includes(executionStatusOf(status, { total })));
    expect([pair, found]).toEqual([pair, expected]);
  }
});
