import { expect, test } from 'vitest';
import { outcomeOf, outcomes, outcomeWords } from '../outcome.ts';
import { outcomeOfLoad, outcomeOfPerformance } from './load-outcome.ts';

test.each([
  ['stopped, whatever passed', { end: 'stopped', passed: true }, 'cancelled'],
  ['nothing was sent', { total: { count: 0, failed: 0 } }, 'empty'],
  ['nothing was sent, with thresholds', { total: { count: 0, failed: 0 }, thresholds: [1] }, 'empty'],
  ['one request of ten succeeded', { total: { count: 10, failed: 9 } }, 'passed'],
  ['no request succeeded', { total: { count: 10, failed: 10 } }, 'failed'],
  ['all thresholds passed', { thresholds: [1], total: { count: 10, failed: 10 } }, 'passed'],
  ['a threshold did not pass', { thresholds: [1], passed: false }, 'failed'],
] as const)('a local load run where %s', (_name, given, expected) => {
  const summary = { end: 'completed', passed: true, thresholds: [], total: { count: 10, failed: 0 }, ...given };
  expect(outcomeOfLoad(summary as Parameters<typeof outcomeOfLoad>[0])).toBe(expected);
});

test.each([
  ['passed', 5, 'passed', 0],
  ['failed', 5, 'failed', 1],
  ['error', 5, 'error', 2],
  ['cancelled', 5, 'cancelled', 2],
  ['skipped', 5, 'error', 2],
  ['running', 5, 'error', 2],
  ['passed', 0, 'empty', 2],
  ['error', 0, 'empty', 2],
] as const)(
  'a load run of a server with status %s and %i requests: %s, exit code %i',
  (status, requests, outcome, code) => {
    expect(outcomeOfPerformance(status, requests)).toBe(outcome);
    expect(outcomes[outcome]).toBe(code);
  },
);

test.each([
  [{ passed: 1 }, false, 'passed'],
  [{}, false, 'empty'],
  [{ skipped: 3 }, false, 'empty'],
  [{ passed: 1, failed: 1 }, false, 'failed'],
  [{ passed: 1, failed: 1, errors: 1 }, false, 'error'],
  [{ passed: 1, cancelled: 1 }, false, 'cancelled'],
  [{ failed: 1, cancelled: 1 }, false, 'failed'],
  [{ passed: 1 }, true, 'cancelled'],
] as const)('a functional run with %j, stopped: %s, is %s', (given, isCancelled, expected) => {
  const counts = {
    total: 9,
    queued: 0,
    running: 0,
    passed: 0,
    failed: 0,
    errors: 0,
    skipped: 0,
    cancelled: 0,
    ...given,
  };
  expect(outcomeOf(counts, isCancelled)).toBe(expected);
  expect(outcomeWords[expected]).not.toBe('');
});
