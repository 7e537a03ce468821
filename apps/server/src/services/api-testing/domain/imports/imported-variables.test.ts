import { expect, test } from 'vitest';
import type { ImportProblem } from '../suites/script-from-step.ts';
import { haveCollectionScope, usableVariables } from './imported-variables.ts';

const variable = (name: string, value = '1') => ({ name, value, isSecret: false });

test('only variables of Postman belong to the collection', () => {
  expect(haveCollectionScope('postman')).toBe(true);
  expect(haveCollectionScope('openapi')).toBe(false);
});

test('each usable variable is kept once, with its last value; the others are reported', () => {
  const problems: ImportProblem[] = [];
  const longest = 'a'.repeat(255);
  const given = [
    variable('baseUrl', 'old'),
    variable('user name'),
    variable(longest),
    variable(`${longest}a`),
    variable(''),
    variable('baseUrl', 'new'),
  ];
  expect(usableVariables('Staging', given, problems)).toEqual([variable('baseUrl', 'new'), variable(longest)]);
  const reason = 'Please give valid variable name.';
  expect(problems).toEqual([
    { place: 'Staging: user name', reason },
    { place: `Staging: ${longest}a`, reason },
    { place: 'Staging: ', reason },
  ]);
});
