import { expect, test } from 'vitest';
import { findTexts } from './find-texts.ts';
import { replaceableTexts, withTexts } from './replaceable-texts.ts';

const ask = (find: string, replaceWith: string, options: { isRegex?: boolean; matchCase?: boolean } = {}) => ({
  find,
  replaceWith,
  isRegex: false,
  matchCase: false,
  ...options,
});

test.each([
  ['a text, whatever its case', ask('API.v1', 'api.v2'), 'https://api.v1/x API.V1', 'https://api.v2/x api.v2', 2],
  ['a text in its case', ask('A', 'b', { matchCase: true }), 'aA', 'ab', 1],
  ['signs of expressions as they are', ask('a+(b)?', '$1'), 'x a+(b)? y', 'x $1 y', 1],
  ['variables', ask('{{base}}', '{{baseUrl}}'), '{{base}}/x', '{{baseUrl}}/x', 1],
  ['an expression with groups', ask('/v(\\d+)/', '/api/v$1/$$', { isRegex: true }), 'x/v12/y', 'x/api/v12/$y', 1],
  ['never an empty match', ask('x*', '-', { isRegex: true }), 'axxb', 'a-b', 1],
])('replaces %s', (_, question, text, replaced, count) => {
  expect(findTexts({ question, texts: ['none of it here: 0', text] })).toMatchObject([
    { index: 1, text: replaced, count },
  ]);
});

test('shows the line of the first match', () => {
  const [found] = findTexts({ question: ask('two', '2'), texts: ['one\ntwo three\nfour'] });
  expect(found).toMatchObject({ before: 'two three', after: '2 three' });
});

test('an expression with catastrophic backtracking elsewhere takes linear time', () => {
  const found = findTexts({ question: ask('(a+)+$', 'b', { isRegex: true }), texts: [`${'a'.repeat(50_000)}!`] });
  expect(found).toEqual([]);
});

const script = {
  id: 'url',
  scriptName: 'url',
  method: 'url',
  url: 'url',
  headers: [{ key: 'Accept', value: 'url', enabled: true }],
  body: { type: 'json', content: 'url' },
  authentication: { type: 'basic', username: 'url', password: 'url' },
  assertions: [{ kind: 'url', path: '$.url', expected: { deep: ['url'] } }],
  dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.url' }],
};

test('finds what users wrote in a script, and neither ids nor credentials', () => {
  expect(replaceableTexts(script).map(({ place, text }) => [place, text])).toEqual([
    ['Name', 'url'],
    ['URL', 'url'],
    ['Header Accept', 'Accept'],
    ['Header Accept', 'url'],
    ['Body', 'url'],
    ['Assertion 1', '$.url'],
    ['Assertion 1', 'url'],
    ['Extraction token', '$.url'],
  ]);
});

test('puts texts back in place and leaves the original item unchanged', () => {
  const texts = replaceableTexts(script).map(({ path, text }) => ({ path, text: text.replace('url', 'address') }));
  const changed = withTexts(script, texts);
  expect(changed).toMatchObject({
    id: 'url',
    url: 'address',
    body: { content: 'address' },
    authentication: { password: 'url' },
  });
  expect(script.url).toBe('url');
});

test('a secret variable has no text', () => {
  const environment = {
    variables: [
      { name: 'a', value: 'x', isSecret: false },
      { name: 'key', isSecret: true },
    ],
  };
  expect(replaceableTexts(environment).map(({ place }) => place)).toEqual(['Variable a']);
});
