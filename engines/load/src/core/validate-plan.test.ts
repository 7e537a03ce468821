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
])('accepts %s', (_, value) => {
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
const stages = (durationMs: number, target: number) => ({ stages: [{ durationMs, target }] });
const ramp = { type: 'ramping-vus', startVus: 1, ...stages(1, 1) } as const;
const rising = { type: 'ramping-arrival-rate', startRate: 0, preAllocatedVus: 1, ...stages(1, 1) } as const;
const shared = { type: 'shared-iterations', vus: 1, iterations: 1 } as const;
const whole = (what: string, from: number) => `${what}: write a whole number of at least ${from}.`;

test.each<[make: (value: number) => LoadPlan, least: number, less: number, path: string, message: string]>([
  [(vus) => executor({ type: 'constant-vus', vus, durationMs: 1 }), 1, 0, 'executor.vus', whole('Virtual users', 1)],
  [
    (durationMs) => executor({ type: 'constant-vus', vus: 1, durationMs }),
    0.5,
    0,
    'executor.durationMs',
    'The duration must be more than 0.',
  ],
  [(startVus) => executor({ ...ramp, startVus }), 0, -1, 'executor.startVus', whole('The start', 0)],
  [
    (target) => executor({ ...ramp, ...stages(1, target) }),
    0,
    -1,
    'executor.stages.0.target',
    whole('The target of a stage', 0),
  ],
  [
    (gracefulRampDownMs) => executor({ ...ramp, gracefulRampDownMs }),
    0,
    -1,
    'executor.gracefulRampDownMs',
    'The graceful ramp-down must be at least 0.',
  ],
  [(vus) => executor({ ...shared, vus }), 1, 0, 'executor.vus', whole('Virtual users', 1)],
  [(iterations) => executor({ ...shared, iterations }), 1, 0, 'executor.iterations', whole('Iterations', 1)],
  [(rate) => executor({ ...open, rate }), 0.001, 0, 'executor.rate', 'The rate must be more than 0.'],
  [
    (timeUnitMs) => executor({ ...open, timeUnitMs }),
    1,
    0,
    'executor.timeUnitMs',
    'The time unit must be more than 0.',
  ],
  [
    (preAllocatedVus) => executor({ ...open, preAllocatedVus }),
    0,
    -1,
    'executor.preAllocatedVus',
    whole('Virtual users at the start', 0),
  ],
  [(maxVus) => executor({ ...open, maxVus }), 1, 0, 'executor.maxVus', whole('The most virtual users', 1)],
  [
    (maxVus) => executor({ ...open, preAllocatedVus: 2, maxVus }),
    2,
    1,
    'executor.maxVus',
    'The most virtual users cannot be fewer than those at the start.',
  ],
  [(durationMs) => executor({ ...open, durationMs }), 1, 0, 'executor.durationMs', 'The duration must be more than 0.'],
  [
    (startRate) => executor({ ...rising, startRate }),
    0,
    -1,
    'executor.startRate',
    'The start rate must be at least 0.',
  ],
  [
    (target) => executor({ ...rising, ...stages(1, target) }),
    0.5,
    -0.5,
    'executor.stages.0.target',
    'The target of a stage must be at least 0.',
  ],
  [
    (durationMs) => executor({ ...rising, ...stages(durationMs, 1) }),
    1,
    0,
    'executor.stages',
    'The duration must be more than 0.',
  ],
  [(startMs) => plan({ startMs }), 0, -1, 'startMs', 'The start must be at least 0.'],
  [(gracefulStopMs) => plan({ gracefulStopMs }), 0, -1, 'gracefulStopMs', 'The graceful stop must be at least 0.'],
  [(pacingMs) => plan({ pacingMs }), 0, -1, 'pacingMs', 'The pacing must be at least 0.'],
  [(ms) => plan({ thinkTime: { type: 'constant', ms } }), 0, -1, 'thinkTime.ms', 'The think time must be at least 0.'],
  [
    (minMs) => plan({ thinkTime: { type: 'uniform', minMs, maxMs: 0 } }),
    0,
    -1,
    'thinkTime.minMs',
    'The shortest think time must be at least 0.',
  ],
  [
    (maxMs) => plan({ thinkTime: { type: 'uniform', minMs: 5, maxMs } }),
    5,
    4,
    'thinkTime.maxMs',
    'The longest think time must be at least 5.',
  ],
  [
    (meanMs) => plan({ thinkTime: { type: 'normal', meanMs, deviationMs: 0 } }),
    0,
    -1,
    'thinkTime.meanMs',
    'The mean think time must be at least 0.',
  ],
  [
    (deviationMs) => plan({ thinkTime: { type: 'normal', meanMs: 0, deviationMs } }),
    0,
    -1,
    'thinkTime.deviationMs',
    'The deviation of the think time must be at least 0.',
  ],
])('plans may be as small as allowed, and no smaller: %#', (make, least, less, path, message) => {
  expect(validatePlan(make(least))).toEqual([]);
  expect(validatePlan(make(less))).toContainEqual({ path: `scenarios.0.${path}`, message });
});

test('a threshold may be evaluated from the start, and not before', () => {
  const delayed = (delayMs: number) =>
    validatePlan(plan({}, [{ target: { type: 'total' }, expression: 'p95 < 300', delayMs }]));
  expect(delayed(0)).toEqual([]);
  expect(delayed(-1)).toEqual([{ path: 'thresholds.0.delayMs', message: 'The delay must be at least 0.' }]);
});

test("a threshold's request is searched in its scenario, or in all of them", () => {
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
