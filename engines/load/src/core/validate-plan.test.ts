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
