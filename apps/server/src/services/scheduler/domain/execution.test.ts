import { expect, test } from 'vitest';
import { type ExecutionStatus, executionEnd, isBad, mayRetry, shouldNotify, startedRuns } from './execution.ts';

test.each([
  ['passed', 'PASSED'],
  ['skipped', 'PASSED'],
  ['failed', 'FAILED'],
  ['error', 'ERROR'],
  ['cancelled', 'CANCELLED'],
  ['running', 'ERROR'],
] as const)('a run that ended %s makes its execution %s', (run, execution) => {
  expect(executionEnd(run)).toBe(execution);
});

test('all results except passed and skipped are bad', () => {
  const all: ExecutionStatus[] = ['PASSED', 'SKIPPED', 'FAILED', 'ERROR', 'CANCELLED', 'REFUSED'];
  expect(all.filter(isBad)).toEqual(['FAILED', 'ERROR', 'CANCELLED', 'REFUSED']);
});

test.each([
  ['FAILED', 1, 1, true],
  ['ERROR', 2, 2, true],
  ['FAILED', 2, 1, false],
  ['FAILED', 1, 0, false],
  ['PASSED', 1, 3, false],
  ['CANCELLED', 1, 3, false],
] as const)('%s at attempt %i of 1 + %i is tried again: %s', (status, attempt, retryAttempts, expected) => {
  expect(mayRetry(status, attempt, retryAttempts)).toBe(expected);
});

test.each([
  ['NEVER', 'FAILED', 'PASSED', false],
  ['ALWAYS', 'PASSED', 'PASSED', true],
  ['ALWAYS', 'SKIPPED', undefined, false],
  ['FAILURE', 'FAILED', 'FAILED', true],
  ['FAILURE', 'PASSED', 'FAILED', false],
  ['FAILURE', 'SKIPPED', 'PASSED', false],
  ['CHANGE', 'FAILED', undefined, true],
  ['CHANGE', 'PASSED', undefined, false],
  ['CHANGE', 'FAILED', 'PASSED', true],
  ['CHANGE', 'PASSED', 'ERROR', true],
  ['CHANGE', 'ERROR', 'FAILED', false],
  ['CHANGE', 'PASSED', 'PASSED', false],
] as const)('told %s: %s after %s: %s', (when, status, before, expected) => {
  expect(shouldNotify(when, status, before)).toBe(expected);
});

test('an ended run replaces its start, and attempts stay in order', () => {
  const [first, second] = [1, 2].map((attempt) => ({ attempt, runId: `run-${attempt}`, status: null }));
  if (!first || !second) throw new Error('There are two runs.');
  const ended = { ...first, status: 'failed' as const };
  expect(startedRuns([], first)).toEqual([first]);
  expect(startedRuns([second, first], ended)).toEqual([ended, second]);
});
