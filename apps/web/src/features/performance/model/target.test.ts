import { expect, test } from 'vitest';
import { emptyTarget, type Target, targetProblems } from './target.ts';

test.each<[string, Partial<Target>, { environments: number; requests: number | undefined }, string[]]>([
  ['nothing chosen', {}, { environments: 0, requests: undefined }, ['suites']],
  ['a suite without scripts', { suiteIds: ['a'] }, { environments: 0, requests: 0 }, ['suites']],
  ['no environment where there are some', { suiteIds: ['a'] }, { environments: 2, requests: 3 }, ['environment']],
  ['scripts that are still read', { suiteIds: ['a'] }, { environments: 0, requests: undefined }, []],
  ['everything', { suiteIds: ['a'], environmentId: 'e' }, { environments: 1, requests: 1 }, []],
])('%s', (_name, patch, facts, fields) =>
  expect(Object.keys(targetProblems({ ...emptyTarget, ...patch }, facts))).toEqual(fields),
);
