import { performanceLoadSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import {
  emptyLoadForm,
  formOfLoad,
  type LoadForm,
  loadModels,
  loadOf,
  loadProblems,
  planOf,
  thinkTimeOf,
} from './load-form.ts';

const form = (patch: Partial<LoadForm>): LoadForm => ({ ...emptyLoadForm, ...patch });

test.each(loadModels.map(({ value }) => value))('the default fields of %s are valid', (model) => {
  expect(loadProblems(form({ model }), 1000)).toEqual({});
  expect(planOf(form({ model })).maxUsers).toBeGreaterThan(0);
  expect(performanceLoadSchema.safeParse(loadOf(form({ model }))).success).toBe(true);
});

test('the end load is 100 by default', () => {
  expect(planOf(emptyLoadForm)).toMatchObject({ maxUsers: 100, durationMs: 300_000 });
});

test.each<[string, Partial<LoadForm>, string]>([
  ['no end load', { endLoad: '' }, 'endLoad'],
  ['half a user', { startLoad: 0.5 }, 'startLoad'],
  ['no step', { stepSize: 0 }, 'stepSize'],
  ['no time', { duration: 'soon' }, 'duration'],
  ['too short a time', { duration: '500ms' }, 'duration'],
  ['no stages', { model: 'ramping-vus', stages: [] }, 'stages'],
  [
    'a stage without a time',
    { model: 'ramping-vus', stages: [{ id: 7, duration: '', target: 1 }] },
    'stages.7.duration',
  ],
  [
    'a stage without a target',
    { model: 'ramping-vus', stages: [{ id: 7, duration: '1m', target: '' }] },
    'stages.7.target',
  ],
  [
    'a ramp that never has a user',
    { model: 'ramping-vus', vus: 0, stages: [{ id: 1, duration: '1m', target: 0 }] },
    'load',
  ],
  ['fewer users at most than ready', { model: 'constant-arrival-rate', preAllocatedVus: 9, maxVus: 3 }, 'maxVus'],
  ['more users than the plan allows', { endLoad: 1001 }, 'load'],
])('%s is a problem at its field', (_name, patch, field) => {
  expect(Object.keys(loadProblems(form(patch), 1000))).toEqual([field]);
});

test('without a plan limit there is no upper bound', () => {
  expect(loadProblems(form({ model: 'constant-vus', vus: 50_000 }), null)).toEqual({});
});

test.each([
  [{ type: 'none', first: '', second: '' }, { problems: {} }],
  [
    { type: 'constant', first: '2s', second: '' },
    { thinkTime: { type: 'constant', ms: 2000 }, problems: {} },
  ],
  [
    { type: 'uniform', first: '2s', second: '1s' },
    { problems: { thinkSecond: 'The longest pause is below the shortest.' } },
  ],
  [
    { type: 'normal', first: '1s', second: '200ms' },
    { thinkTime: { type: 'normal', meanMs: 1000, deviationMs: 200 }, problems: {} },
  ],
  [{ type: 'constant', first: 'x', second: '' }, { problems: { thinkFirst: 'Enter a time, such as 500ms or 2s.' } }],
] as const)('think time %j', (given, expected) => expect(thinkTimeOf(given)).toEqual(expected));

test.each(loadModels.map(({ value }) => value))('a stored load of model %s is edited as it was entered', (model) => {
  const form = { ...emptyLoadForm, model, vus: 7, rate: 9, iterations: 11, duration: '90s' };
  expect(loadOf(formOfLoad(loadOf(form)))).toEqual(loadOf(form));
});
