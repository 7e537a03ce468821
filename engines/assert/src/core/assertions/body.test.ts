import { beforeAll, expect, test } from 'vitest';
import type { AssertionOperator, HttpAssertion } from '../assertion.ts';
import { ResponseView } from '../response-view.ts';
import { mayCompareXml } from './body.ts';
import { evaluateAssertions, prepareEvaluation } from './evaluate.ts';

beforeAll(async () => {
  await prepareEvaluation({ assertions: [], dataHandlers: [{ name: 'a', source: 'xpath', path: '/a' }] });
});

function judge(text: string, operator: AssertionOperator, expected?: unknown) {
  const bytes = new TextEncoder().encode(text);
  const body = { bytes, contentType: undefined, sizeBytes: bytes.length, truncated: false };
  const view = new ResponseView({ status: 200, headers: [], body, durationMs: 1 });
  return evaluateAssertions([{ kind: 'body', operator, expected }], view)[0];
}

test.each<[body: string, expected: unknown, isEqual: boolean]>([
  ['text', 'text', true],
  ['text', 'other', false],
  ['', '', true],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['  {"a":1}', '{"a": 1}', true],
  ['[1, 2]', '[1,2]', true],
  ['[1, 2]', '[2,1]', false],
  ['1.0', '1', true],
  ['-5', '-5.0', true],
  ['true', ' true ', true],
  ['false', true, false],
  ['null', 'null', true],
  ['{"a":1}', { a: 1 }, true],
  ['{"a":1}', { a: 2 }, false],
  ['{broken', '{"a":1}', false],
  ['"text"', 'text', false],
  ['<a x="1"/>', "<a x='1'></a>", true],
  ['\uFEFF \n<a/>', ' \n<a></a>', true],
  ['<a/>', '<b/>', false],
  ['<a', '<a/>', false],
  ['<a/>', '<a', false],
  ['x<a/>', '<a></a>', false],
  ['<a/>', 'x<a></a>', false],
  ['<a><b/><c/></a>', '<a><c/><b/></a>', false],
])('the body %j equals %j: %s', (body, expected, isEqual) => {
  expect(judge(body, 'equals', expected)?.status).toBe(isEqual ? 'passed' : 'failed');
  expect(judge(body, 'notEquals', expected)?.status).toBe(isEqual ? 'failed' : 'passed');
});

test.each([
  ['<a><b/><c/></a>', '<a><c/><b/></a>', true],
  ['<a><b/></a>', '<a><c/></a>', false],
  ['[1,2]', '[2,1]', true],
  ['[1,2]', '[2,2]', false],
  ['x', 'x', true],
])('the body %j equals %j regardless of order: %s', (body, expected, isEqual) => {
  expect(judge(body, 'equalsIgnoringOrder', expected)).toMatchObject({
    status: isEqual ? 'passed' : 'failed',
    message: expect.stringContaining('in any order'),
  });
});

test('a body exists if it has a character', () => {
  expect(judge('', 'exists')).toMatchObject({ status: 'failed', message: 'Body: the response body is empty.' });
  expect(judge('', 'notExists')?.status).toBe('passed');
  expect(judge('x', 'exists')).toMatchObject({ status: 'passed', actual: 'x' });
  expect(judge('x', 'notExists')?.status).toBe('failed');
});

test('each item of a list is compared, or validated against a schema', () => {
  expect(judge('[1,2]', 'each', { operator: 'lessThan', expected: 3 })?.status).toBe('passed');
  expect(judge('[1,3]', 'each', { operator: 'lessThan', expected: 3 })).toMatchObject({
    status: 'failed',
    message: 'Body: item 2 of 2: expected a value less than 3, got 3.',
  });
  expect(judge('[1]', 'each', { operator: 'schema', expected: { type: 'string' } })?.status).toBe('failed');
});

test('the body is validated against a schema', () => {
  expect(judge('{"a":1}', 'schema', { required: ['a'] })).toMatchObject({
    status: 'passed',
    message: 'Body matches schema.',
  });
  expect(judge('{"a":1}', 'schema', { required: ['b'] })?.status).toBe('failed');
  // Text that isn't JSON is a string.
  expect(judge('plain', 'schema', { type: 'string' })?.status).toBe('passed');
});

test.each([
  ['{"a":1}', 'object'],
  ['[1]', 'array'],
  ['1', 'integer'],
  ['"a"', 'string'],
  ['plain', 'string'],
])('the body %s is of type %s', (body, type) => {
  expect(judge(body, 'type', type)?.status).toBe('passed');
  expect(judge(body, 'type', 'boolean')?.status).toBe('failed');
});

test.each<[Partial<HttpAssertion>, boolean]>([
  [{ operator: 'equals', expected: '<a/>' }, true],
  [{ operator: 'notEquals', expected: ' \n <a/>' }, true],
  [{ operator: 'equalsIgnoringOrder', expected: 'x {{a}}' }, true],
  [{ operator: 'contains', expected: '<a/>' }, false],
  [{ operator: 'equals', expected: 'x<a/>' }, false],
  [{ operator: 'equals', expected: 5 }, false],
  [{ operator: 'equals' }, false],
  [{ kind: 'header', operator: 'equals', expected: '<a/>' }, false],
])('%j may compare XML: %s', (given, expected) => {
  expect(mayCompareXml({ kind: 'body', operator: 'equals', ...given })).toBe(expected);
});
