import type { HttpStep } from '@touchstone/engine-http';
import { expect, test } from 'vitest';
import { type ImportProblem, scriptFromStep } from './script-from-step.ts';

const step = (given: Partial<HttpStep>): HttpStep => ({
  id: 'x',
  name: 'Get it',
  group: 'Folder',
  method: 'GET',
  url: 'https://a.test/',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  ...given,
});

test('keeps all of a request that the product can hold', () => {
  const problems: ImportProblem[] = [];
  const script = scriptFromStep(
    step({
      method: 'post',
      headers: [{ key: 'A', value: '1' }],
      body: { type: 'json', content: '{}' },
      assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
    }),
    problems,
  );
  expect(problems).toEqual([]);
  expect(script).toMatchObject({
    scriptName: 'Get it',
    method: 'POST',
    headers: [{ key: 'A', value: '1', enabled: true }],
    body: { type: 'json', content: '{}' },
    assertions: [{ kind: 'status', expected: 200 }],
  });
});

test('leaves out a part that it cannot hold, says which, and keeps the rest', () => {
  const problems: ImportProblem[] = [];
  const headers = [
    { key: 'Good', value: '1' },
    { key: 'Bad Name', value: '2' },
    { key: 'Broken', value: 'a\nb' },
  ];
  const script = scriptFromStep(step({ headers }), problems);
  expect(script?.headers.map((header) => header.key)).toEqual(['Good']);
  expect(problems.map((problem) => problem.place)).toEqual(['Get it: headers.1.key', 'Get it: headers.2.value']);
});

test.each([
  ['a long name', { name: 'n'.repeat(80) }, 60],
  ['no name', { name: ' ' }, 'GET https://a.test/'.length],
])('gives %s a name that fits', (_case, given, length) => {
  expect(scriptFromStep(step(given), [])?.scriptName).toHaveLength(length);
});

test('gives up a request without a usable address, and says why', () => {
  const problems: ImportProblem[] = [];
  expect(scriptFromStep(step({ url: '/relative' }), problems)).toBeUndefined();
  expect(problems[0]?.reason).toMatch(/protocol and a host/);
});
