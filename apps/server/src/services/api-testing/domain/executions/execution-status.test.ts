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
  [['No Test Cases', 'Fail'], ['passed', 'failed'], undefined],
  [['Pass', 'Fail'], ['passed', 'failed'], false],
  [['Completed', 'Fail'], ['passed', 'failed', 'skipped'], undefined],
  [['Running', 'Executing'], ['running'], undefined],
  [['Generating Report'], [], undefined],
  [['Run Initiated'], ['queued'], undefined],
  [['Error in Run', 'Cancelled'], ['error', 'cancelled'], undefined],
])('the filter %j finds runs that are %j, without steps: %s', (words, statuses, empty) => {
  const filter = statusFilter(words);
  expect(filter.statuses.toSorted()).toEqual(statuses.toSorted());
  expect(filter.empty).toBe(empty);
});

test('a filter finds the runs that show its word', () => {
  const runs = (['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'skipped'] as const).flatMap((status) =>
    [0, 1].map((total) => ({ status, total })),
  );
  const shown = new Set(runs.map(({ status, total }) => executionStatusOf(status, { total })));
  for (const word of executionStatuses.filter((item) => shown.has(item) && item !== 'Completed')) {
    const { statuses, empty } = statusFilter([word]);
    const found = runs.filter(
      ({ status, total }) => statuses.includes(status) && (empty === undefined || empty === (total === 0)),
    );
    expect(found).toEqual(runs.filter(({ status, total }) => executionStatusOf(status, { total }) === word));
  }
});
