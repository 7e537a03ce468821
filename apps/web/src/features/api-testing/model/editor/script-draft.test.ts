import { expect, test } from 'vitest';
import { pathParamNames, withPathParams } from '../request/path-params.ts';
import { newScript, problemsAt, problemsBySection, problemsOf, sendProblemsOf, withScript } from './script-draft.ts';

test.each([
  ['https://x.test/orders/{id}/lines/{line}?q={not}', ['id', 'line']],
  ['{{base}}/orders/:id', ['id']],
  ['http://x:8080/a', []],
  ['https://x/{{version}}/{id}/{id}', ['id']],
])('finds the path parameters of %s', (url, names) => {
  expect(pathParamNames(url)).toEqual(names);
});

test('rows follow the address, and typed text is not lost', () => {
  const first = withPathParams(newScript('a'), 'https://x/{id}/{other}');
  const typed = {
    ...first,
    pathParams: first.pathParams.map((row) => (row.key === 'id' ? { ...row, value: '7' } : row)),
  };
  expect(withPathParams(typed, 'https://x/{orderId}').pathParams.map((row) => [row.key, row.value])).toEqual([
    ['id', '7'],
    ['orderId', ''],
  ]);
});

test('names every problem at its field, in the words of the contract', () => {
  const problems = problemsOf({
    ...newScript(''),
    url: 'x.test',
    headers: [{ key: 'Bad Name', value: '', enabled: true }],
    body: { type: 'json', content: '{' },
    authentication: { type: 'basic', username: ' a', password: '' },
    assertions: [{ kind: 'jsonPath', operator: 'equals', expected: 1, enabled: true }],
  });
  expect(problems).toMatchObject({
    scriptName: 'Please provide API Name.',
    'headers.0.key': 'Invalid Character.',
    'body.content': 'Invalid JSON format.',
    'authentication.password': 'Please enter password.',
    'assertions.0.path': 'Please enter JSON path.',
  });
  expect(problems.url).toContain('Invalid URL');
  expect([...problemsBySection(problems).keys()].sort()).toEqual(['assertions', 'auth', 'body', 'headers']);
  expect(problemsAt(problems, 'headers')).toEqual({ '0.key': 'Invalid Character.' });
});

test.each([
  [{ body: { type: 'binary', fileId: '' } }, 'body.fileId', 'Please choose a file.'],
  [{ body: { type: 'graphql', query: ' ', variables: '' } }, 'body.query', 'Please enter a GraphQL query.'],
  [{ body: { type: 'graphql', query: '{ a }', variables: '{' } }, 'body.variables', 'Invalid JSON format.'],
  [
    {
      authentication: {
        type: 'oauth2Grant',
        grant: 'refreshToken',
        tokenUrl: 'https://x/t',
        clientId: 'c',
        clientAuthentication: 'header',
      },
    },
    'authentication.refreshToken',
    'Please enter refresh token.',
  ],
] as const)('%o has a problem at %s', (patch, place, message) => {
  expect(problemsOf({ ...newScript('a'), ...patch })[place]).toBe(message);
});

test('the only problem of a new script is its incomplete address', () => {
  expect(Object.keys(problemsOf(newScript('Get order')))).toEqual(['url']);
});

test('an emptied script is removed from the draft, and a problem in it marks its tab', () => {
  const draft = withScript(newScript('a'), 'testScript', 'pm.test("a", () => {})');
  expect(draft.testScript).toBe('pm.test("a", () => {})');
  expect('testScript' in withScript(draft, 'testScript', ' \n')).toBe(false);
  expect([...problemsBySection(problemsOf(withScript(draft, 'testScript', 'x'.repeat(200_001)))).keys()]).toContain(
    'scripts',
  );
});

test('a path parameter without a value prevents sending, not saving', () => {
  const draft = withPathParams(newScript('a'), 'https://x/{id}/:part');
  expect(sendProblemsOf(draft)).toEqual({
    'pathParams.0.value': expect.stringContaining('The path parameter {id} has no value.'),
    'pathParams.1.value': expect.stringContaining('{part}'),
  });
  expect(problemsOf(draft)).toEqual({});
  expect(sendProblemsOf({ ...draft, pathParams: [] }).url).toContain('{id}');
  const row = { key: 'id', value: '{{id}}', enabled: true };
  expect(sendProblemsOf({ ...draft, url: 'https://x/{id}', pathParams: [row] })).toEqual({});
});
