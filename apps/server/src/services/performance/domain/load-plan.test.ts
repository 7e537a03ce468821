import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import { plannedLoad } from '@touchstone/engine-load/core';
import { expect, test } from 'vitest';
import { toLoadPlan } from './load-plan.ts';

const source = { steps: [], scopes: [{ a: '1' }], rows: [{ id: '7' }] };
const configured = (input: object) => toLoadPlan(source, performanceConfigurationSchema.parse(input));

test('steps grow from 1 to the end load, which is 100 by default', () => {
  const plan = configured({ load: { type: 'steps', stepSize: 33, durationMs: 40_000 } });
  expect(plannedLoad(plan)).toMatchObject({ maxUsers: 100, durationMs: 40_000 });
});

test('rows are shared by default; thresholds check all requests or one', () => {
  const load = { type: 'constant-vus', vus: 2, durationMs: 1000 };
  const thresholds = [
    { expression: 'p95 < 1' },
    { request: 'Pet', expression: 'avg < 2', abortOnFail: true, delayMs: 5 },
  ];
  const plan = configured({ load, thresholds, pacingMs: 0, connections: 'perIteration' });
  expect(plan.scenarios[0]).toMatchObject({
    executor: load,
    pacingMs: 0,
    connections: 'perIteration',
    data: { mode: 'shared', rows: source.rows },
  });
  expect(plan.thresholds).toEqual([
    { target: { type: 'total' }, expression: 'p95 < 1' },
    { target: { type: 'request', request: 'Pet' }, expression: 'avg < 2', abortOnFail: true, delayMs: 5 },
  ]);
  expect(configured({ load, dataMode: 'unique' }).scenarios[0]?.data?.mode).toBe('unique');
});

const load = { type: 'constant-vus', vus: 2, durationMs: 1000 };

test('what was not chosen is left to the engine', () => {
  const plan = toLoadPlan({ steps: [], scopes: [], rows: undefined }, performanceConfigurationSchema.parse({ load }));
  expect(plan).toEqual({ scenarios: [{ name: 'Load', executor: load, steps: [], scopes: [] }], thresholds: [] });
  expect(Object.keys(plan.scenarios[0] ?? {})).toEqual(['name', 'executor', 'steps', 'scopes']);
  expect(plan).not.toHaveProperty('seed');
});

test.each([
  [
    'given',
    {
      thinkTime: { type: 'uniform', minMs: 1, maxMs: 2 },
      pacingMs: 500,
      gracefulStopMs: 2000,
      connections: 'reuse',
      cookies: 'perUser',
    },
    7,
  ],
  ['0', { thinkTime: { type: 'constant', ms: 0 }, pacingMs: 0, gracefulStopMs: 0 }, 0],
])('what was chosen reaches the engine, also where it is %s', (_case, chosen, seed) => {
  const plan = configured({ load, seed, ...chosen });
  expect(plan).toMatchObject({ seed, scenarios: [chosen] });
});
