import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../testing/execution-record.ts';
import { stepLoad } from './metrics/step-load.ts';
import type { LoadExecutor, LoadPlan, LoadScenario } from './plan.ts';
import { plannedIterations, plannedLoad, plannedUsers, slicePlan, sliceScenario } from './planned-load.ts';
import { plannedUsersAt, userChanges } from './planned-users.ts';

const ramp: LoadExecutor = {
  type: 'ramping-vus',
  startVus: 5,
  stages: [
    { durationMs: 10_000, target: 25 },
    { durationMs: 0, target: 40 },
    { durationMs: 5000, target: 3 },
  ],
};
const planOf = (...scenarios: LoadScenario[]): LoadPlan => ({ scenarios, thresholds: [] });

const small = fc.integer({ min: 1, max: 20 });
const anyExecutor: fc.Arbitrary<LoadExecutor> = fc.oneof(
  fc.record({ type: fc.constant('constant-vus' as const), vus: small, durationMs: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({
    type: fc.constant('ramping-vus' as const),
    startVus: small,
    stages: fc.array(
      fc.record({ durationMs: fc.integer({ min: 0, max: 3000 }), target: fc.integer({ min: 0, max: 20 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    gracefulRampDownMs: fc.constantFrom(0, 500),
  }),
  fc.record({
    type: fc.constant('shared-iterations' as const),
    vus: small,
    iterations: fc.integer({ min: 0, max: 200 }),
  }),
  fc.record({
    type: fc.constant('per-vu-iterations' as const),
    vus: small,
    iterations: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({
    type: fc.constant('ramping-arrival-rate' as const),
    startRate: small,
    stages: fc.array(
      fc.record({ durationMs: fc.integer({ min: 0, max: 3000 }), target: fc.integer({ min: 0, max: 40 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    preAllocatedVus: small,
  }),
);

describe('slices', () => {
  test('at every instant, the users of the slices, and of slices of slices, add up to the plan', () => {
    fc.assert(
      fc.property(anyExecutor, small, small, (executor, shards, threads) => {
        const scenario = scenarioOf(executor, { startMs: 100 });
        for (const runMs of [0, 99, 100, 101, 700, 1500, 2999, 4000, 9000]) {
          let users = 0;
          for (let shard = 0; shard < shards; shard += 1) {
            const part = sliceScenario(scenario, shard, shards);
            for (let thread = 0; thread < threads; thread += 1)
              users += plannedUsersAt(sliceScenario(part, thread, threads), runMs);
          }
          expect(users).toBe(plannedUsersAt(scenario, runMs));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('iterations fixed by the plan are run exactly once over all slices of slices', () => {
    fc.assert(
      fc.property(
        anyExecutor,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (executor, shards, threads) => {
          const scenario = scenarioOf(executor);
          const planned = plannedIterations(scenario);
          fc.pre(planned !== undefined);
          const starts: number[] = [];
          for (let shard = 0; shard < shards; shard += 1) {
            const part = sliceScenario(scenario, shard, shards);
            for (let thread = 0; thread < threads; thread += 1) {
              const record = new ExecutionRecord(sliceScenario(part, thread, threads), { iterationMs: 1 });
              record.timer.runUntil(700_000);
              expect(record.reason).toBe('finished');
              starts.push(...record.iterations.map((iteration) => iteration.intendedMs));
            }
          }
          expect(starts).toHaveLength(planned!);
          if (executor.type === 'ramping-arrival-rate') {
            const whole = new ExecutionRecord(scenario, { iterationMs: 1 });
            whole.timer.runUntil(700_000);
            expect(starts.sort((a, b) => a - b)).toEqual(whole.iterations.map((iteration) => iteration.intendedMs));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a share with iterations always has a user to run them', () => {
    const scenario = scenarioOf({ type: 'shared-iterations', vus: 2, iterations: 100 });
    const shares = [0, 1, 2].map((index) => sliceScenario(scenario, index, 3));
    expect(shares.map(plannedIterations)).toEqual([50, 50, 0]);
    expect(shares.map((share) => plannedUsersAt(share, 0))).toEqual([1, 1, 0]);
  });

  test('unique rows are dealt out, each to one slice', () => {
    const rows = Array.from({ length: 11 }, (_, index) => ({ id: String(index) }));
    const scenario = scenarioOf({ type: 'constant-vus', vus: 4, durationMs: 1000 }, { data: { mode: 'unique', rows } });
    const dealt = [0, 1, 2].flatMap((shard) => {
      const part = sliceScenario(scenario, shard, 3);
      return [0, 1].flatMap((thread) => sliceScenario(part, thread, 2).data!.rows);
    });
    expect(dealt.map((row) => Number(row.id)).sort((a, b) => a - b)).toEqual(rows.map((row) => Number(row.id)));
  });

  test('a sliced plan keeps the indexes of its scenarios', () => {
    const plan = planOf(
      scenarioOf({ type: 'constant-vus', vus: 1, durationMs: 10 }),
      scenarioOf(ramp, { name: 'ramp' }),
    );
    expect(slicePlan(plan, 1, 2).scenarios.map((scenario) => [scenario.name, plannedUsersAt(scenario, 0)])).toEqual([
      ['scenario', 0],
      ['ramp', 2],
    ]);
  });
});

describe('plannedLoad', () => {
  test('the curve of a ramp, shifted by the offset, with a jump as two points', () => {
    const planned = plannedLoad(planOf(scenarioOf(ramp, { startMs: 1000 })));
    expect(planned).toEqual({
      durationMs: 16_000,
      maxUsers: 40,
      scenarios: [
        {
          name: 'scenario',
          unit: 'users',
          startMs: 1000,
          endMs: 16_000,
          maxUsers: 40,
          points: [
            { atMs: 1000, value: 5 },
            { atMs: 11_000, value: 25 },
            { atMs: 11_000, value: 40 },
            { atMs: 16_000, value: 3 },
          ],
        },
      ],
    });
  });

  test('an open scenario is planned in iterations per second', () => {
    const scenario = scenarioOf({
      type: 'ramping-arrival-rate',
      startRate: 0,
      timeUnitMs: 60_000,
      stages: [{ durationMs: 60_000, target: 600 }],
      preAllocatedVus: 5,
      maxVus: 20,
    });
    const [planned] = plannedLoad(planOf(scenario)).scenarios;
    expect(planned).toMatchObject({ unit: 'iterationsPerSecond', maxUsers: 20, iterations: 300 });
    expect(planned?.points).toEqual([
      { atMs: 0, value: 0 },
      { atMs: 60_000, value: 10 },
    ]);
  });

  test('sequential scenarios need the users of the larger one, parallel ones those of both', () => {
    const of = (name: string, vus: number, startMs: number) =>
      scenarioOf({ type: 'constant-vus', vus, durationMs: 1000 }, { name, startMs });
    expect(plannedLoad(planOf(of('a', 10, 0), of('b', 15, 1000))).maxUsers).toBe(15);
    expect(plannedLoad(planOf(of('a', 10, 0), of('b', 15, 999))).maxUsers).toBe(25);
    expect(plannedUsers(planOf(of('a', 10, 0), of('b', 15, 500)), 700)).toBe(25);
  });

  test('replayed user changes give the planned users at every instant', () => {
    fc.assert(
      fc.property(anyExecutor, (executor) => {
        fc.pre(executor.type === 'ramping-vus');
        if (executor.type !== 'ramping-vus') return;
        const durationMs = executor.stages.reduce((sum, stage) => sum + stage.durationMs, 0);
        const present = new Set<number>();
        const changes = [...userChanges(executor)];
        for (const [index, { atMs, user, change }] of changes.entries()) {
          expect(present.has(user)).toBe(change < 0);
          if (change > 0) present.add(user);
          else present.delete(user);
          const isLastOfInstant = changes[index + 1]?.atMs !== atMs;
          if (isLastOfInstant && atMs < durationMs)
            expect(plannedUsersAt(scenarioOf(executor), atMs)).toBe(present.size);
        }
      }),
    );
  });
});

describe('stepLoad', () => {
  test.each([
    ['10 to 50 by 10', { startLoad: 10, endLoad: 50, stepSize: 10 }, [10, 20, 30, 40, 50]],
    ['the last step is the end load', { startLoad: 10, endLoad: 45, stepSize: 10 }, [10, 20, 30, 40, 45]],
    ['the end load defaults to 100', { startLoad: 50, stepSize: 50 }, [50, 100]],
    ['the start load defaults to 1', { endLoad: 3, stepSize: 1 }, [1, 2, 3]],
    ['falling', { startLoad: 30, endLoad: 10, stepSize: 10 }, [30, 20, 10]],
    ['level', { startLoad: 5, endLoad: 5, stepSize: 10 }, [5]],
  ])('%s', (_, load, levels) => {
    const executor = stepLoad({ ...load, stepDurationMs: 1000 });
    const scenario = scenarioOf(executor);
    expect(levels.map((_level, index) => plannedUsersAt(scenario, index * 1000))).toEqual(levels);
    expect(levels.map((_level, index) => plannedUsersAt(scenario, index * 1000 + 999))).toEqual(levels);
    expect(plannedUsersAt(scenario, levels.length * 1000)).toBe(0);
    const divided = scenarioOf(stepLoad({ ...load, durationMs: 60_000 }));
    expect(plannedLoad(planOf(divided)).durationMs).toBeCloseTo(60_000, 6);
  });
});

describe('the curve that a page draws', () => {
  const open = { rate: 3, durationMs: 1000, preAllocatedVus: 2 } as const;
  test.each<[executor: LoadExecutor, more: Partial<LoadScenario>, planned: object]>([
    [
      { type: 'constant-vus', vus: 4, durationMs: 1000 },
      { startMs: 500 },
      {
        unit: 'users',
        points: [
          { atMs: 500, value: 4 },
          { atMs: 1500, value: 4 },
        ],
        startMs: 500,
        endMs: 1500,
        maxUsers: 4,
      },
    ],
    [
      { type: 'constant-arrival-rate', ...open, timeUnitMs: 500, maxVus: 9 },
      {},
      {
        unit: 'iterationsPerSecond',
        points: [
          { atMs: 0, value: 6 },
          { atMs: 1000, value: 6 },
        ],
        endMs: 1000,
        maxUsers: 9,
        iterations: 6,
      },
    ],
    [
      { type: 'constant-arrival-rate', ...open },
      { slice: { index: 1, count: 2 } },
      { points: [{ value: 1.5 }, { value: 1.5 }], maxUsers: 1, iterations: 1 },
    ],
    [
      {
        type: 'ramping-arrival-rate',
        startRate: 2,
        stages: [{ durationMs: 500, target: 4 }],
        timeUnitMs: 2000,
        preAllocatedVus: 1,
      },
      {},
      {
        points: [
          { atMs: 0, value: 1 },
          { atMs: 500, value: 2 },
        ],
        endMs: 500,
      },
    ],
    [
      ramp,
      {},
      {
        unit: 'users',
        points: [
          { atMs: 0, value: 5 },
          { atMs: 10_000, value: 25 },
          { atMs: 10_000, value: 40 },
          { atMs: 15_000, value: 3 },
        ],
        endMs: 15_000,
        maxUsers: 40,
      },
    ],
    [{ type: 'per-vu-iterations', vus: 2, iterations: 3 }, {}, { endMs: 600_000, iterations: 6 }],
    [{ type: 'shared-iterations', vus: 2, iterations: 3, maxDurationMs: 5 }, {}, { endMs: 5, iterations: 3 }],
  ])('of %j with %j', (executor, more, planned) => {
    const [drawn] = plannedLoad(planOf(scenarioOf(executor, more))).scenarios;
    expect(drawn).toMatchObject(planned);
    expect('iterations' in (drawn ?? {})).toBe(!/vus/.test(executor.type) || executor.type === 'per-vu-iterations');
  });

  test('adds up the users of scenarios that run at the same time', () => {
    const users = (vus: number, startMs: number) =>
      scenarioOf({ type: 'constant-vus', vus, durationMs: 1000 }, { startMs });
    const load = (...scenarios: LoadScenario[]) => {
      const { durationMs, maxUsers } = plannedLoad(planOf(...scenarios));
      return [durationMs, maxUsers];
    };
    expect(load()).toEqual([0, 0]);
    expect(load(users(3, 0), users(4, 1000))).toEqual([2000, 4]);
    expect(load(users(3, 0), users(4, 999))).toEqual([1999, 7]);
  });
});
