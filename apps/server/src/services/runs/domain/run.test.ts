import { expect, test } from 'vitest';
import { containerStatus, finalStatus, isFinal, queuedOf } from './run.ts';

const none = { total: 9, queued: 0, running: 0, passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0 };

test.each([
  [{}, false, 'passed'],
  [{ passed: 9 }, false, 'passed'],
  [{ passed: 8, skipped: 1 }, false, 'passed'],
  [{ passed: 8, failed: 1 }, false, 'failed'],
  [{ passed: 7, failed: 1, error: 1 }, false, 'error'],
  [{ passed: 8, cancelled: 1 }, false, 'cancelled'],
  [{ failed: 1, cancelled: 8 }, false, 'failed'],
  [{ failed: 1, cancelled: 8 }, true, 'cancelled'],
  [{ error: 1, queued: 8 }, true, 'cancelled'],
  [{ error: 1, running: 8 }, true, 'cancelled'],
  [{ passed: 9 }, true, 'passed'],
  [{ error: 1, passed: 8 }, true, 'error'],
] as const)('a run with %j, asked to stop: %s, ends as %s', (counts, cancelRequested, expected) => {
  expect(finalStatus({ ...none, ...counts }, cancelRequested)).toBe(expected);
});

test.each([
  [{}, 9],
  [{ running: 2 }, 7],
  [{ running: 1, passed: 1, failed: 1, error: 1, skipped: 1, cancelled: 1 }, 3],
  [{ passed: 9 }, 0],
])('of nine steps with %j so many wait: %d', (counts, expected) => {
  expect(queuedOf({ ...none, ...counts })).toBe(expected);
});

test.each([
  ['queued', false],
  ['running', false],
  ['passed', true],
  ['failed', true],
  ['error', true],
  ['cancelled', true],
  ['skipped', true],
] as const)('%s is final: %s', (status, expected) => {
  expect(isFinal(status)).toBe(expected);
});

test.each([
  [{ total: 3 }, 'queued'],
  [{ total: 3, running: 1 }, 'running'],
  [{ total: 3, passed: 1 }, 'running'],
  [{ total: 3, passed: 2, skipped: 1 }, 'passed'],
  [{ total: 3, skipped: 3 }, 'skipped'],
  [{ total: 3, passed: 2, failed: 1 }, 'failed'],
  [{ total: 0 }, 'passed'],
] as const)('a container of steps with %j is %s', (counts, expected) => {
  expect(containerStatus({ ...none, ...counts })).toBe(expected);
});
