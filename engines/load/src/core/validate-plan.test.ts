import { expect, test } from 'vitest';
import { scenarioOf } from '../testing/execution-record.ts';
import { planOf } from '../testing/summary-of.ts';
import type { LoadExecutor, LoadPlan, LoadScenario, LoadThreshold } from './plan.ts';
import { validatePlan } from './validate-plan.ts';

const [good] = planOf(['Search']).scenarios as [LoadScenario];
const plan = (scenario: Partial<LoadScenario>, thresholds: LoadThreshold[] = []): LoadPlan => ({
  scenarios: [{ ...good, ...scenario }],
  thresholds,
});
const executor = (value: LoadExecutor) => plan({ executor: value });
const threshold = (target: LoadThreshold['target'], expression = 'p95 < 300') => plan({}, [{ target, expression }]);

test.each<[string, LoadPlan]>([
  ['constant users', plan({})],
  ['a ramp from 0', executor({ type: 'ramping-vus', startVus: 0, stages: [{ durationMs: 1000, target: 5 }] })],
  ['iterations', executor({ type: 'shared-iterations', vus: 5, iterations: 3 })],
  ['arrivals', executor({ type: 'constant-arrival-rate', rate: 0.5, durationMs: 1000, preAllocatedVus: 0, maxVus: 4 })],
  ['a threshold on a request', threshold({ type: 'request', request: 'Search' })],
  ['a threshold on a scenario', threshold({ type: 'scenario', scenario: 'scenario' })],
])('nothing is wrong with %s', (_, value) => {
  expect(validatePlan(value)).toEqual([]);
});

test.each<[string, LoadPlan, string[]]>([
  ['no scenario', { scenarios: [], thresholds: [] }, ['scenarios']],
  ['two of a name', { scenarios: [good, good], thresholds: [] }, ['scenarios.1.name']],
  [
    'no name, no step',
    { scenarios: [scenarioOf(good.executor, { name: ' ' })], thresholds: [] },
    ['scenarios.0.name', 'scenarios.0.steps'],
  ],
  ['half a user', executor({ type: 'constant-vus', vus: 1.5, durationMs: 1000 }), ['scenarios.0.executor.vus']],
  [
    'no user, no time',
    executor({ type: 'constant-vus', vus: 0, durationMs: 0 }),
    ['scenarios.0.executor.vus', 'scenarios.0.executor.durationMs'],
  ],
  [
    'not a number',
    executor({ type: 'constant-vus', vus: 1, durationMs: Number.NaN }),
    ['scenarios.0.executor.durationMs'],
  ],
  [
    'no stage',
    executor({ type: 'ramping-vus', startVus: 1, stages: [] }),
    ['scenarios.0.executor.stages', 'scenarios.0.executor.stages'],
  ],
  [
    'a ramp of zero users',
    executor({ type: 'ramping-vus', startVus: 0, stages: [{ durationMs: 1000, target: 0 }] }),
    ['scenarios.0.executor.stages'],
  ],
  [
    'stages below 0',
    executor({
      type: 'ramping-arrival-rate',
      startRate: -1,
      stages: [
        { durationMs: -5, target: -1 },
        { durationMs: 50, target: 1 },
      ],
      preAllocatedVus: 1,
    }),
    [
      'scenarios.0.executor.startRate',
      'scenarios.0.executor.stages.0.durationMs',
      'scenarios.0.executor.stages.0.target',
    ],
  ],
  [
    'fewer users at most than at the start',
    executor({ type: 'constant-arrival-rate', rate: 1, durationMs: 1000, preAllocatedVus: 5, maxVus: 2 }),
    ['scenarios.0.executor.maxVus'],
  ],
  [
    'no iterations',
    executor({ type: 'per-vu-iterations', vus: 1, iterations: 0, maxDurationMs: 0 }),
    ['scenarios.0.executor.iterations', 'scenarios.0.executor.maxDurationMs'],
  ],
  [
    'pacing of arrivals',
    plan({ pacingMs: 5, executor: { type: 'constant-arrival-rate', rate: 1, durationMs: 1000, preAllocatedVus: 5 } }),
    ['scenarios.0.pacingMs'],
  ],
  [
    'think time upside down',
    plan({ thinkTime: { type: 'uniform', minMs: 5, maxMs: 1 } }),
    ['scenarios.0.thinkTime.maxMs'],
  ],
  ['data without rows', plan({ data: { mode: 'shared', rows: [] } }), ['scenarios.0.data.rows']],
  ['a threshold that cannot be read', threshold({ type: 'total' }, 'p95'), ['thresholds.0.expression']],
  ['a threshold on nothing', threshold({ type: 'request', request: 'Buy' }), ['thresholds.0.target']],
  [
    'a threshold on no scenario',
    threshold({ type: 'request', request: 'Search', scenario: 'x' }),
    ['thresholds.0.target'],
  ],
])('all problems are listed: %s', (_, value, paths) => {
  const problems = validatePlan(value);
  expect(problems.map((problem) => problem.path)).toEqual(paths);
  for (const { message } of problems) expect(message).toMatch(/^["A-Z].*\.$/);
});

const open = { type: 'constant-arrival-rate', rate: 1, durationMs: 1, preAllocatedVus: 0, maxVus: 1 } as const;
const ramp = { type: 'ramping-vus', startVus: 0, stages: [{ durationMs: 1, target: 1 }] } as const;
const rising = {
  type: 'ramping-arrival-rate',
  startRate: 0,
  stages: [{ durationMs: 1, target: 0 }],
  preAllocatedVus: 1,
} as const;
const stages = (durationMs: number, target: number) => ({ stages: [{ durationMs, target }] });

test.each<[what: string, least: LoadPlan, less: LoadPlan, path: string, message: string]>([
  [
    'the users',
    executor({ type: 'constant-vus', vus: 1, durationMs: 1 }),
    executor({ type: 'constant-vus', vus: 0, durationMs: 1 }),
    'scenarios.0.executor.vus',
    'Virtual users: write a whole number of at least 1.',
  ],
  [
    'the duration',
    executor({ type: 'constant-vus', vus: 1, durationMs: 0.5 }),
    executor({ type: 'constant-vus', vus: 1, durationMs: 0 }),
    'scenarios.0.executor.durationMs',
    'The duration must be more than 0.',
  ],
  [
    'users at the start of a ramp',
    executor({ ...ramp, stages: [...ramp.stages] }),
    executor({ ...ramp, stages: [...ramp.stages], startVus: -1 }),
    'scenarios.0.executor.startVus',
    'The start: write a whole number of at least 0.',
  ],
  [
    'a target of users',
    executor({ ...ramp, startVus: 1, ...stages(1, 0) }),
    executor({ ...ramp, startVus: 1, ...stages(1, 0.5) }),
    'scenarios.0.executor.stages.0.target',
    'The target of a stage: write a whole number of at least 0.',
  ],
  [
    'the graceful ramp-down',
    executor({ ...ramp, stages: [...ramp.stages], gracefulRampDownMs: 0 }),
    executor({ ...ramp, stages: [...ramp.stages], gracefulRampDownMs: -1 }),
    'scenarios.0.executor.gracefulRampDownMs',
    'The graceful ramp-down must be at least 0.',
  ],
  [
    'users that share iterations',
    executor({ type: 'shared-iterations', vus: 1, iterations: 1 }),
    executor({ type: 'shared-iterations', vus: 0, iterations: 1 }),
    'scenarios.0.executor.vus',
    'Virtual users: write a whole number of at least 1.',
  ],
  [
    'shared iterations',
    executor({ type: 'shared-iterations', vus: 1, iterations: 1 }),
    executor({ type: 'shared-iterations', vus: 1, iterations: 0 }),
    'scenarios.0.executor.iterations',
    'Iterations: write a whole number of at least 1.',
  ],
  [
    'the rate',
    executor({ ...open, rate: 0.001 }),
    executor({ ...open, rate: 0 }),
    'scenarios.0.executor.rate',
    'The rate must be more than 0.',
  ],
  [
    'the time unit',
    executor({ ...open, timeUnitMs: 1 }),
    executor({ ...open, timeUnitMs: 0 }),
    'scenarios.0.executor.timeUnitMs',
    'The time unit must be more than 0.',
  ],
  [
    'users that wait for arrivals',
    executor(open),
    executor({ ...open, preAllocatedVus: -1 }),
    'scenarios.0.executor.preAllocatedVus',
    'Virtual users at the start: write a whole number of at least 0.',
  ],
  [
    'the most users',
    executor(open),
    executor({ ...open, maxVus: 0 }),
    'scenarios.0.executor.maxVus',
    'The most virtual users: write a whole number of at least 1.',
  ],
  [
    'the most users beside those at the start',
    executor({ ...open, preAllocatedVus: 2, maxVus: 2 }),
    executor({ ...open, preAllocatedVus: 2, maxVus: 1 }),
    'scenarios.0.executor.maxVus',
    'The most virtual users cannot be fewer than those at the start.',
  ],
  [
    'the duration of arrivals',
    executor(open),
    executor({ ...open, durationMs: 0 }),
    'scenarios.0.executor.durationMs',
    'The duration must be more than 0.',
  ],
  [
    'the rate at the start',
    executor({ ...rising, stages: [...rising.stages] }),
    executor({ ...rising, stages: [...rising.stages], startRate: -1 }),
    'scenarios.0.executor.startRate',
    'The start rate must be at least 0.',
  ],
  [
    'the target of a rate',
    executor({ ...rising, ...stages(1, 0.5) }),
    executor({ ...rising, ...stages(1, -0.5) }),
    'scenarios.0.executor.stages.0.target',
    'The target of a stage must be at least 0.',
  ],
  [
    'the time of all stages',
    executor({ ...rising, ...stages(1, 1) }),
    executor({ ...rising, ...stages(0, 1) }),
    'scenarios.0.executor.stages',
    'The duration must be more than 0.',
  ],
  [
    'the start of a scenario',
    plan({ startMs: 0 }),
    plan({ startMs: -1 }),
    'scenarios.0.startMs',
    'The start must be at least 0.',
  ],
  [
    'the graceful stop',
    plan({ gracefulStopMs: 0 }),
    plan({ gracefulStopMs: -1 }),
    'scenarios.0.gracefulStopMs',
    'The graceful stop must be at least 0.',
  ],
  [
    'the pacing',
    plan({ pacingMs: 0 }),
    plan({ pacingMs: -1 }),
    'scenarios.0.pacingMs',
    'The pacing must be at least 0.',
  ],
  [
    'a fixed think time',
    plan({ thinkTime: { type: 'constant', ms: 0 } }),
    plan({ thinkTime: { type: 'constant', ms: -1 } }),
    'scenarios.0.thinkTime.ms',
    'The think time must be at least 0.',
  ],
  [
    'the shortest think time',
    plan({ thinkTime: { type: 'uniform', minMs: 0, maxMs: 0 } }),
    plan({ thinkTime: { type: 'uniform', minMs: -1, maxMs: 0 } }),
    'scenarios.0.thinkTime.minMs',
    'The shortest think time must be at least 0.',
  ],
  [
    'the longest think time',
    plan({ thinkTime: { type: 'uniform', minMs: 5, maxMs: 5 } }),
    plan({ thinkTime: { type: 'uniform', minMs: 5, maxMs: 4 } }),
    'scenarios.0.thinkTime.maxMs',
    'The longest think time must be at least 5.',
  ],
  [
    'the mean think time',
    plan({ thinkTime: { type: 'normal', meanMs: 0, deviationMs: 0 } }),
    plan({ thinkTime: { type: 'normal', meanMs: -1, deviationMs: 0 } }),
    'scenarios.0.thinkTime.meanMs',
    'The mean think time must be at least 0.',
  ],
  [
    'the deviation of the think time',
    plan({ thinkTime: { type: 'normal', meanMs: 0, deviationMs: 0 } }),
    plan({ thinkTime: { type: 'normal', meanMs: 0, deviationMs: -1 } }),
    'scenarios.0.thinkTime.deviationMs',
    'The deviation of the think time must be at least 0.',
  ],
  [
    'the delay of a threshold',
    plan({}, [{ target: { type: 'total' }, expression: 'p95 < 300', delayMs: 0 }]),
    plan({}, [{ target: { type: 'total' }, expression: 'p95 < 300', delayMs: -1 }]),
    'thresholds.0.delayMs',
    'The delay must be at least 0.',
  ],
])('%s may be as little as is allowed, and no less', (_, least, less, path, message) => {
  expect(validatePlan(least)).toEqual([]);
  expect(validatePlan(less)).toContainEqual({ path, message });
});

test('a request of a threshold is looked for in its scenario, else in all', () => {
  const [search, buy] = [planOf(['Search']), planOf(['Buy'])].map(({ scenarios: [one] }, index) => ({
    ...one!,
    name: `s${index}`,
  }));
  const wrong = (target: LoadThreshold['target']) =>
    validatePlan({ scenarios: [search!, buy!], thresholds: [{ target, expression: 'p95 < 300' }] }).map(
      ({ message }) => message,
    );
  expect(wrong({ type: 'total' })).toEqual([]);
  expect(wrong({ type: 'scenario', scenario: 's1' })).toEqual([]);
  expect(wrong({ type: 'scenario', scenario: 's2' })).toEqual(['There is no scenario "s2".']);
  expect(wrong({ type: 'request', request: 'Buy' })).toEqual([]);
  expect(wrong({ type: 'request', request: 'Buy', scenario: 's1' })).toEqual([]);
  expect(wrong({ type: 'request', request: 'Buy', scenario: 's0' })).toEqual(['There is no request "Buy".']);
});
