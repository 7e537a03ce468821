import { expect, test } from 'vitest';
import { environmentChoice, insightsSearchSchema, scopeOf } from './insights-search.ts';

const suite = '01a204b7-465c-77f5-8fc2-ba10cb99b52d';
const march = { from: '2026-03-01', to: '2026-03-14' };
const asked = (given: Record<string, string>) => scopeOf('p', insightsSearchSchema.parse({ ...march, ...given }));

test('the address names days, suite and environment', () => {
  expect(asked({ suite, environment: environmentChoice('Staging') })).toEqual({
    projectId: 'p',
    startDate: '2026-03-01',
    endDate: '2026-03-14',
    suiteId: suite,
    environmentName: 'Staging',
  });
});

test.each([
  [null, { withoutEnvironment: 'true' }],
  ['none', { environmentName: 'none' }],
  ['is:', { environmentName: 'is:' }],
])('the environment %j is distinct from all others', (name, expected) => {
  expect(asked({ environment: environmentChoice(name) })).toMatchObject(expected);
  const { projectId: _p, startDate: _s, endDate: _e, ...filter } = asked({ environment: environmentChoice(name) });
  expect(filter).toEqual(expected);
});

test.each<Record<string, string>>([
  { suite: 'x', environment: 'x', scripts: 'x', scriptPage: '0', runPage: '-1' },
  { days: '400' },
])('%j is ignored', (given) => {
  const { from: _from, to: _to, ...search } = insightsSearchSchema.parse(given);
  expect(search).toMatchObject({ days: 14, suite: '', scripts: 'failing', scriptPage: 1, runPage: 1 });
  expect(asked(given)).toEqual({ projectId: 'p', startDate: '2026-03-01', endDate: '2026-03-14' });
});
