import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import { expect, test } from 'vitest';
import { textOfRun } from './run-text.ts';

const none: RunCounts = {
  total: 0,
  queued: 0,
  running: 0,
  passed: 0,
  failed: 0,
  error: 0,
  skipped: 0,
  cancelled: 0,
};
const ended = (status: RunStatus, durationMs: number, counts: Partial<RunCounts> = {}, message: string | null = null) =>
  textOfRun({ name: 'Checkout', number: 128, status, durationMs, message, counts: { ...none, ...counts } });

test.each<{ name: string; ended: Parameters<typeof ended>; expected: string[] }>([
  {
    name: 'a failure tells at once',
    ended: ['failed', 400, { total: 3, passed: 1, failed: 2 }],
    expected: ['run-failed', 'Checkout #128 failed', '1 of 3 steps passed, 2 failed. It took 400 ms.'],
  },
  {
    name: 'an error tells at once, with its own words',
    ended: ['error', 5000, { total: 1, error: 1 }, 'Run failed. Please try again!'],
    expected: ['run-failed', 'Checkout #128 ended with an error', 'Run failed. Please try again! It took 5 s.'],
  },
  {
    name: 'what could not run is counted apart',
    ended: ['error', 400, { total: 4, passed: 1, failed: 2, error: 1 }],
    expected: [
      'run-failed',
      'Checkout #128 ended with an error',
      '1 of 4 steps passed, 2 failed, 1 could not run. It took 400 ms.',
    ],
  },
  {
    name: 'an empty message adds no words',
    ended: ['failed', 400, {}, ''],
    expected: ['run-failed', 'Checkout #128 failed', 'It took 400 ms.'],
  },
  {
    name: 'the first millisecond past a minute is a long run',
    ended: ['passed', 60_001, { total: 0 }],
    expected: ['run-passed', 'Checkout #128 passed', '0 of 0 steps passed. It took 1m 0s.'],
  },
  {
    name: 'a long run that passed tells',
    ended: ['passed', 125_000, { total: 1, passed: 1 }],
    expected: ['run-passed', 'Checkout #128 passed', '1 of 1 step passed. It took 2m 5s.'],
  },
  {
    name: 'hours are told without seconds',
    ended: ['passed', 2 * 3_600_000 + 65_000, { total: 2, passed: 2 }],
    expected: ['run-passed', 'Checkout #128 passed', '2 of 2 steps passed. It took 2h 1m.'],
  },
])('$name', (given) => {
  const text = ended(...given.ended);
  expect([text?.kind, text?.title, text?.text]).toEqual(given.expected);
});

test.each([
  ['a run that passed within a minute', 'passed', 60_000],
  ['a run that was stopped', 'cancelled', 600_000],
] as const)('%s tells nothing', (_name, status, durationMs) => {
  expect(ended(status, durationMs)).toBeUndefined();
});
