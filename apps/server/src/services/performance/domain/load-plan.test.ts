import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import { plannedLoad } from '@touchstone/engine-load/core';
import { expect, test } from 'vitest';
import { toLoadPlan } from './load-plan.ts';

const source = { steps: [], scopes: [{ a: '1' }], rows: [{ id: '7' }] };
const configured = (input: object) => toLoadPlan(source, performanceConfigurationSchema.parse(input));

test('steps grow from 1 to the end load, which is 100 unless told', () => {
  const plan = configured({ load: { type: 'steps', stepSize: 33, durationMs: 40_000 } });
  expect(plannedLoad(plan)).toMatchObject({ maxUsers: 100, durationMs: 40_000 });
});

test('rows are shared unless told; thresholds look at all requests or at one', () => {
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
