import { scriptInputSchema } from '@touchstone/contracts/api-testing';
import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';
import { unreadablePlaces } from './readable-script.ts';

beforeAll(loadXPath);

const script = (given: object) =>
  scriptInputSchema.parse({ scriptName: 'A', method: 'POST', url: 'https://a.test/', ...given });
const json = { path: 'body.content', message: 'Invalid JSON format.' };
const xml = { path: 'body.content', message: 'Invalid XML format.' };

test.each([
  ['json', '{"a": 1}', []],
  ['json', '', []],
  ['json', ' \n ', []],
  ['json', '{"a": {{count}}, "b": "{{name}}"}', []],
  ['json', '{{whole}}', []],
  ['json', '{"a": }', [json]],
  ['json', '{"a": {{ }', [json]],
  ['json', '<a/>', [json]],
  ['xml', '<a><b>1</b></a>', []],
  ['xml', '', []],
  ['xml', ' \n ', []],
  ['xml', '\n<?xml version="1.0"?><a/>\n', []],
  ['xml', '<{{name}}>1</{{name}}>', []],
  ['xml', '<a><b></a>', [xml]],
  ['xml', '{"a": 1}', [xml]],
  ['text', '{"a": <', []],
])('the %s body %j has the problems %j', (type, content, problems) => {
  expect(unreadablePlaces(script({ body: { type, content } }))).toEqual(problems);
});

test('invalid JSON paths are reported with their place, with all problems of the script', () => {
  const problems = unreadablePlaces(
    script({
      body: { type: 'json', content: '{' },
      assertions: [
        { kind: 'jsonPath', path: '$.ok', operator: 'exists' },
        { kind: 'jsonPath', path: '$.[', operator: 'exists' },
        { kind: 'xpath', path: '$.[', operator: 'exists' },
        { kind: 'status', expected: 200 },
      ],
      dataHandlers: [
        { name: 'a', source: 'jsonPath', path: 'no[' },
        { name: 'b', source: 'jsonPath', path: '$.ok' },
        { name: 'c', source: 'regex', path: 'no[' },
        { name: 'd', source: 'body' },
      ],
    }),
  );
  const message = 'Please provide a valid JSON path.';
  expect(problems).toEqual([json, { path: 'assertions.1.path', message }, { path: 'dataHandlers.0.path', message }]);
});

test('an unfinished row does not prevent saving', () => {
  const incomplete = { kind: 'jsonPath', path: '$.', operator: 'exists' };
  expect(unreadablePlaces(script({ assertions: [incomplete] }))).toEqual([]);
});

test.each([
  '$.list[{{index}}].{{field}}',
  '$.{{first}}{{second}}',
  '$[{{page}}{{row}}]',
  '$[1{{row}}]',
  '$[{{from}}:{{to}}]',
  "$.pets[?@.price > {{least}} && @.kind == '{{kind}}'].name",
  '$.order_{{id}}',
  '{{path}}',
  '{{root}}.orders[0]',
])('variables may be used in %s', (path) => {
  const handler = { name: 'a', source: 'jsonPath', path };
  expect(unreadablePlaces(script({ dataHandlers: [handler] }))).toEqual([]);
});
