import { expect, test } from 'vitest';
import type { HttpAssertion, HttpDataHandler } from '../assertion.ts';
import { isLightWork } from './light-work.ts';

const limit = 512 * 1024;
const body = (length: number) => ({
  body: { bytes: new Uint8Array(length), contentType: undefined, sizeBytes: length, truncated: false },
});
const judge = (
  length: number,
  { assertions = [], dataHandlers = [] }: { assertions?: HttpAssertion[]; dataHandlers?: HttpDataHandler[] },
) => isLightWork({ assertions, dataHandlers }, body(length));
const assertion = (given: Partial<HttpAssertion>): HttpAssertion => ({
  kind: 'body',
  operator: 'contains',
  expected: '',
  ...given,
});
const handler = (given: Partial<HttpDataHandler>): HttpDataHandler => ({
  name: 'a',
  source: 'body',
  path: '',
  ...given,
});

test.each<[string, Partial<HttpAssertion>, number, boolean]>([
  ['a body that fills the allowance', {}, limit, true],
  ['a larger body', {}, limit + 1, false],
  ['the text that is looked for counts', { expected: 'x' }, limit, false],
  ['one that is not enabled', { enabled: false }, limit + 1, true],
  ['a status, whatever the body', { kind: 'status', expected: 200 }, limit * 2, true],
  ['a header, whatever the body', { kind: 'header', path: 'a' }, limit * 2, true],
  ['a header compared with a long text', { kind: 'header', path: 'a', expected: 'x'.repeat(limit) }, 0, false],
  ['a size', { kind: 'size', expected: 1 }, limit * 2, true],
  ['a response time', { kind: 'responseTime', expected: 1 }, limit * 2, true],
  ['days of a certificate', { kind: 'certificateDays', expected: 1 }, limit * 2, true],
  ['a simple path', { kind: 'jsonPath', path: '$.a[0][\'b c\'][*].*["d"][-1]', operator: 'equals' }, 10, true],
  ['no path', { kind: 'jsonPath', path: ' ', operator: 'equals' }, 10, true],
  ['a simple path in a large body', { kind: 'jsonPath', path: '$.a', operator: 'equals' }, limit + 1, false],
  ['a path that looks everywhere', { kind: 'jsonPath', path: '$..a', operator: 'equals' }, 10, false],
  ['a filter', { kind: 'jsonPath', path: '$.a[?@.b]', operator: 'equals' }, 10, false],
  ['XPath', { kind: 'xpath', path: '/a' }, 10, false],
  ['a schema', { kind: 'jsonSchema', operator: 'matches', expected: {} }, 10, false],
  ['the operator schema', { operator: 'schema', expected: {} }, 10, false],
  ['the operator each', { kind: 'jsonPath', path: '$.a', operator: 'each', expected: 1 }, 10, false],
  ['XML', { operator: 'equals', expected: ' <a/>' }, 10, false],
  ['what may become XML', { operator: 'equalsIgnoringOrder', expected: '{{a}}' }, 10, false],
  ['text that only contains a tag', { operator: 'equals', expected: 'x<a/>' }, 10, true],
  ['a flat list', { operator: 'equals', expected: [1, 'b', null] }, 10, true],
  ['a nested list', { operator: 'equals', expected: [[1]] }, 10, false],
  ['a flat object', { operator: 'equals', expected: { a: 1 } }, 10, true],
  ['a nested object', { operator: 'equals', expected: { a: { b: 1 } } }, 10, false],
  ['a long object', { operator: 'equals', expected: { a: 'x'.repeat(limit) } }, 10, false],
  ['a short expression', { operator: 'matches', expected: 'a+b' }, 1000, true],
  ['an expression on a longer text', { operator: 'matches', expected: 'a+b' }, limit / 13, false],
  ['an expression with a repetition', { operator: 'matches', expected: 'a{9}' }, 10, false],
  ['no expression', { operator: 'matches', expected: undefined }, limit * 2, true],
  ['what is no expression', { operator: 'matches', expected: 5 }, 10, false],
])('%s', (_name, given, length, isLight) => {
  expect(judge(length, { assertions: [assertion(given)] })).toBe(isLight);
});

test.each<[string, Partial<HttpDataHandler>, number, boolean]>([
  ['a body that fills the allowance', {}, limit, true],
  ['a larger body', {}, limit + 1, false],
  ['one that is not enabled', { enabled: false }, limit + 1, true],
  ['a status', { source: 'status' }, limit * 2, true],
  ['a header', { source: 'header', path: 'a' }, limit * 2, true],
  ['a cookie', { source: 'cookie', path: 'a' }, limit * 2, true],
  ['an expression', { source: 'regex', path: 'a+b' }, 1000, true],
  ['an expression with a repetition', { source: 'regex', path: 'a{9}' }, 10, false],
  ['a simple path', { source: 'jsonPath', path: '$.a' }, 10, true],
  ['a path that looks everywhere', { source: 'jsonPath', path: '$..a' }, 10, false],
  ['XPath', { source: 'xpath', path: '/a' }, 10, false],
])('data handler: %s', (_name, given, length, isLight) => {
  expect(judge(length, { dataHandlers: [handler(given)] })).toBe(isLight);
});

test('all assertions and data handlers of a step share one budget', () => {
  const half = assertion({});
  expect(judge(limit / 2, { assertions: [half, half] })).toBe(true);
  expect(judge(limit / 2, { assertions: [half, half, assertion({ kind: 'status', expected: 1 })] })).toBe(false);
  expect(judge(limit / 2, { assertions: [half], dataHandlers: [handler({})] })).toBe(true);
  expect(judge(limit / 2, { assertions: [half, half], dataHandlers: [handler({ source: 'status' })] })).toBe(false);
  const headers = Array.from({ length: 32 }, () => handler({ source: 'header' }));
  expect(judge(0, { dataHandlers: headers })).toBe(true);
  expect(judge(0, { dataHandlers: [...headers, handler({ source: 'cookie' })] })).toBe(false);
});
