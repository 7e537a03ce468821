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

test('keeps everything in a request that the product supports', () => {
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

test('drops an unsupported part, reports it, and keeps the rest', () => {
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
  ['a name with a space at the limit', { name: `${'n'.repeat(59)} and more` }, 59],
])('gives %s a name that fits', (_case, given, length) => {
  expect(scriptFromStep(step(given), [])?.scriptName).toHaveLength(length);
});

test('rejects a request without a usable address, and says why', () => {
  const problems: ImportProblem[] = [];
  expect(scriptFromStep(step({ url: '/relative' }), problems)).toBeUndefined();
  expect(problems[0]?.reason).toMatch(/protocol and a host/);
});

test.each([
  ['url', { url: '' }],
  ['method', { method: 'G T' }],
])('rejects a request whose %s cannot be kept, though another part could be dropped', (field, given) => {
  const problems: ImportProblem[] = [];
  expect(scriptFromStep(step({ body: { type: 'json', content: 1 } as never, ...given }), problems)).toBeUndefined();
  expect(problems.map(({ place }) => place)).toEqual([`Get it: ${field}`]);
});

test('what only the source knows is dropped silently', () => {
  const problems: ImportProblem[] = [];
  const given = { ...step({ headers: [{ key: 'A', value: '1' }] }), vendor: 'x', 'x-order': 1 };
  expect(scriptFromStep(given, problems)).toMatchObject({ scriptName: 'Get it', headers: [{ key: 'A' }] });
  expect(problems).toEqual([]);
});

test.each([
  ['a body that is none', { body: { type: 'json', content: 1 } }, 'body.content', { body: { type: 'none' } }],
  [
    'more rows than fit',
    { headers: Array.from({ length: 501 }, (_, index) => ({ key: `H${index}`, value: '' })) },
    'headers',
    { headers: [] },
  ],
  [
    'a setting that the product does not have',
    { settings: { color: 'red' } },
    'settings',
    { settings: { timeoutMs: 30_000 } },
  ],
  ['a folder with an empty level', { group: 'A /  / B' }, 'folder', { scriptName: 'Get it' }],
])('drops %s, and reports it', (_case, given, place, kept) => {
  const problems: ImportProblem[] = [];
  expect(scriptFromStep(step(given as never), problems)).toMatchObject(kept);
  expect(problems.map((problem) => problem.place)).toEqual([`Get it: ${place}`]);
});

test('a row with two faults is dropped once', () => {
  const problems: ImportProblem[] = [];
  const headers = [
    { key: 'Bad Name', value: 'a\nb' },
    { key: 'Good', value: '1' },
  ];
  expect(scriptFromStep(step({ headers }), problems)?.headers).toMatchObject([{ key: 'Good' }]);
  expect(problems).toHaveLength(2);
});
