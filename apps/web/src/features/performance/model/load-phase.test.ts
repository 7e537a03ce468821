import { expect, test } from 'vitest';
import { loadPhase } from './load-phase.ts';

const run = { phase: 'running', executionStatus: 'Running', plannedDurationMs: 240_000 } as const;
const at = (...points: [atMs: number, value: number][]) => points.map(([atMs, value]) => ({ atMs, value }));
const ramp = { unit: 'users', points: at([0, 1], [30_000, 20], [90_000, 100], [210_000, 100], [240_000, 0]) } as const;

test.each([
  ['waits', { run: { ...run, phase: 'waiting' }, elapsedMs: 0 }, 'Waiting for a free runner'],
  [
    'prepares',
    { run: { ...run, phase: 'preparing' }, elapsedMs: 0 },
    'Runners are getting ready; the load starts on all of them at once',
  ],
  ['ramps up', { elapsedMs: 60_000, users: 40 }, 'Ramping up: 40 of 100 users, stage 2 of 4, 3 min left'],
  ['ramps up before the first second', { elapsedMs: 0 }, 'Ramping up to 20 users, stage 1 of 4, 4 min left'],
  ['holds', { elapsedMs: 90_000, users: 100 }, 'Holding 100 users, stage 3 of 4, 3 min left'],
  ['ramps down', { elapsedMs: 215_000, users: 80 }, 'Ramping down to 0 users, stage 4 of 4, 25 s left'],
  ['goes on after the plan', { elapsedMs: 240_000, users: 3 }, 'Waiting for the last iterations to finish'],
  ['has ended', { run: { ...run, phase: 'ended' }, elapsedMs: 240_000 }, 'The load has ended'],
] as const)('a run that %s', (_, given, expected) => {
  expect(loadPhase({ run, plan: { ...ramp, points: [...ramp.points] }, ...given })).toBe(expected);
});

test('a load without stages mentions none, and jumps between steps are no stages', () => {
  const constant = { unit: 'users' as const, points: at([0, 1], [240_000, 1]) };
  expect(loadPhase({ run, plan: constant, elapsedMs: 1000, users: 1 })).toBe('Holding 1 user, 4 min left');
  const steps = { unit: 'users' as const, points: at([0, 10], [120_000, 10], [120_000, 20], [240_000, 20]) };
  expect(loadPhase({ run, plan: steps, elapsedMs: 130_000, users: 20 })).toBe(
    'Holding 20 users, stage 2 of 2, 2 min left',
  );
});

test('arrivals are iterations per second, and a number of iterations may finish earlier', () => {
  const arrivals = { unit: 'iterationsPerSecond' as const, points: at([0, 10], [240_000, 200]) };
  expect(loadPhase({ run, plan: arrivals, elapsedMs: 0, users: 4 })).toBe(
    'Ramping up to 200 iterations per second, 4 min left',
  );
  const counted = { unit: 'users' as const, points: at([0, 5], [240_000, 5]), iterations: 50 };
  expect(loadPhase({ run, plan: counted, elapsedMs: 0 })).toBe('Holding 5 users, at most 4 min left');
});
