import { beforeAll, expect, test } from 'vitest';
import type { HttpAssertion } from '../assertion.ts';
import { ResponseView } from '../response-view.ts';
import { evaluateAssertions, failedAssertion, prepareEvaluation } from './evaluate.ts';

const xpath: HttpAssertion = { kind: 'xpath', operator: 'exists', path: '/a' };
beforeAll(async () => {
  await prepareEvaluation({ assertions: [xpath], dataHandlers: [] });
});

function viewOf(text: string, headers: [string, string][] = []) {
  const bytes = new TextEncoder().encode(text);
  const body = { bytes, contentType: undefined, sizeBytes: bytes.length, truncated: false };
  return new ResponseView({ status: 200, headers, body, durationMs: 1 });
}
const judge = (text: string, assertion: HttpAssertion, headers?: [string, string][]) =>
  evaluateAssertions([assertion], viewOf(text, headers))[0];

test.each<[string, HttpAssertion, boolean]>([
  ['a status', { kind: 'status', operator: 'equals', expected: 200 }, false],
  ['a plain path', { kind: 'jsonPath', operator: 'equals', path: '$.a', expected: 1 }, false],
  ['no path', { kind: 'jsonPath', operator: 'exists' }, false],
  ['a path that looks everywhere', { kind: 'jsonPath', operator: 'exists', path: '$..a..b' }, true],
  ['a plain path and a schema', { kind: 'jsonPath', operator: 'schema', path: '$.a', expected: {} }, true],
  ['each item', { kind: 'jsonPath', operator: 'each', path: '$.a', expected: 1 }, true],
  ['a schema without expressions', { kind: 'jsonSchema', operator: 'matches', expected: { type: 'object' } }, false],
  ['a schema with an expression', { kind: 'jsonSchema', operator: 'matches', expected: { pattern: 'a' } }, true],
  [
    'a schema of a path that looks everywhere',
    { kind: 'jsonSchema', operator: 'matches', path: '$..a..b', expected: {} },
    true,
  ],
  ['a body like a costly schema', { kind: 'body', operator: 'equals', expected: { pattern: 'a' } }, false],
])('%s is guarded: %s', (_name, assertion, isGuarded) => {
  let guarded = 0;
  evaluateAssertions([assertion], viewOf('{"a":1}'), (work) => {
    guarded += 1;
    return work();
  });
  expect(guarded).toBe(isGuarded ? 1 : 0);
});

test('XPath is loaded if an assertion or a data handler needs it', () => {
  const status: HttpAssertion = { kind: 'status', operator: 'equals', expected: 200 };
  const handler = { name: 'a', source: 'jsonPath', path: '$' } as const;
  expect(prepareEvaluation({ assertions: [status], dataHandlers: [handler] })).toBeUndefined();
  expect(prepareEvaluation({ assertions: [status, xpath], dataHandlers: [] })).toBeDefined();
  const body: HttpAssertion = { kind: 'body', operator: 'equals', expected: '<a/>' };
  expect(prepareEvaluation({ assertions: [body], dataHandlers: [] })).toBeDefined();
  const ofXPath = { name: 'a', source: 'xpath', path: '/a' } as const;
  expect(prepareEvaluation({ assertions: [], dataHandlers: [handler, ofXPath] })).toBeDefined();
});

test('a result repeats the given members of its assertion, and nothing else', () => {
  expect(judge('x', { kind: 'body', operator: 'exists' })).toEqual({
    kind: 'body',
    operator: 'exists',
    actual: 'x',
    status: 'passed',
    message: expect.stringMatching(/^Body: found .*\.$/),
  });
  const given = { id: 'a', kind: 'header', path: 'X-A', operator: 'equals', expected: 'b' } as const;
  expect(judge('', given)).toEqual({ ...given, status: 'failed', message: expect.stringContaining('no such header') });
  expect(failedAssertion({ kind: 'size', operator: 'equals' }, 'It stopped.')).toEqual({
    kind: 'size',
    operator: 'equals',
    status: 'failed',
    message: 'Size: It stopped.',
  });
});

test.each([
  [2000, 2000],
  [2001, 2001],
])('of a text with %i characters %i are kept', (length, kept) => {
  const { actual } = judge('x'.repeat(length), { kind: 'body', operator: 'contains', expected: 'y' })!;
  expect(String(actual)).toHaveLength(kept);
  expect(String(actual).endsWith('…')).toBe(length > 2000);
});

test('the actual value is kept as it is: long numbers, null, lists', () => {
  const found = (text: string, path: string) => judge(text, { kind: 'jsonPath', operator: 'exists', path })?.actual;
  expect(found('{"a":12345678901234567890}', '$.a')).toBe('12345678901234567890');
  expect(found('{"a":null}', '$.a')).toBeNull();
  expect(found('{"a":[1,{"b":true}]}', '$.a')).toEqual([1, { b: true }]);
  const list = (length: number) => found(`["${'x'.repeat(length - 4)}"]`, '$');
  expect(list(2000)).toEqual(['x'.repeat(1996)]);
  expect(list(2001)).toBe(`["${'x'.repeat(1997)}"…`);
});

test('a difference is reported if lists or objects were compared as a whole', () => {
  const message = (operator: HttpAssertion['operator'], expected: unknown) =>
    judge('{"a":{"b":1}}', { kind: 'jsonPath', operator, path: '$.a', expected })?.message;
  expect(message('equals', { b: 2 })).toContain(' ($.b: expected 2, got 1).');
  expect(message('equals', '{"b":2}')).toContain(' ($.b: expected 2, got 1).');
  expect(message('equals', '{broken')).toMatch(/got \{"b":1\}\.$/);
  expect(message('contains', { c: 1 })).not.toContain('($');
});

test('headers and paths are trimmed', () => {
  const headers: [string, string][] = [
    ['X-A', '1'],
    ['X-B', '1'],
    ['x-b', '2'],
  ];
  const header = (path: string | undefined, operator: HttpAssertion['operator'], expected: unknown) =>
    judge('', { kind: 'header', operator, expected, ...(path === undefined ? {} : { path }) }, headers);
  expect(header(' X-A ', 'equals', '1')).toMatchObject({
    status: 'passed',
    message: expect.stringMatching(/^Header X-A:/),
  });
  expect(header(undefined, 'exists', '')?.message).toContain('enter the name');
  expect(header('X-B', 'equals', '1, 2')?.status).toBe('passed');
  expect(header('X-B', 'equals', '2')?.status).toBe('passed');
  expect(header('X-B', 'notEquals', '2')?.status).toBe('failed');
  expect(header('X-B', 'each', { operator: 'lessThan', expected: 3 })).toMatchObject({
    status: 'passed',
    actual: ['1', '2'],
  });
  expect(header('X-B', 'each', { operator: 'lessThan', expected: 2 })?.status).toBe('failed');
  expect(judge('{"a":1}', { kind: 'jsonPath', operator: 'exists', path: ' $.a ' })?.message).toMatch(/^JSON \$\.a:/);
  expect(judge('{"a":1}', { kind: 'jsonPath', operator: 'exists' })?.message).toMatch(/^JSON \$:/);
  expect(judge('{"a":1}', { kind: 'jsonSchema', operator: 'matches', path: ' $ ', expected: {} })?.message).toMatch(
    /^Body matches schema\.$/,
  );
  const ofPath = judge('{"a":1}', {
    kind: 'jsonSchema',
    operator: 'matches',
    path: '$.a',
    expected: { type: 'string' },
  });
  expect(ofPath?.message).toMatch(/^JSON \$\.a matches schema: 1 fault\./);
});

test('XPath: an empty one, a negated one, each item and white space around a text', () => {
  const ask = (path: string | undefined, operator: HttpAssertion['operator'], expected?: unknown) =>
    judge('<r><a> 1 </a><b>2</b><b>3</b></r>', {
      kind: 'xpath',
      operator,
      expected,
      ...(path === undefined ? {} : { path }),
    });
  expect(ask(undefined, 'exists')?.message).toBe('XPath: enter an XPath.');
  expect(ask('  ', 'notExists')).toMatchObject({ status: 'failed', message: 'XPath: enter an XPath.' });
  expect(ask(' /r/b[1] ', 'equals', '2')).toMatchObject({
    status: 'passed',
    message: expect.stringMatching(/^XPath \/r\/b\[1\]:/),
  });
  expect(ask('exists(/r/c)', 'exists')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('finds nothing'),
  });
  expect(ask('exists(/r/c)', 'notExists')?.status).toBe('passed');
  expect(ask('exists(/r/c)', 'equals', 'false')?.status).toBe('passed');
  expect(ask('exists(/r/b)', 'notExists')?.status).toBe('failed');
  expect(ask('(false(), false())', 'exists')?.status).toBe('passed');
  expect(ask('/r/b', 'each', { operator: 'greaterThan', expected: 1 })).toMatchObject({
    status: 'passed',
    actual: ['2', '3'],
  });
  expect(ask('/r/b', 'each', { operator: 'greaterThan', expected: 2 })?.status).toBe('failed');
  expect(ask('/r/a', 'equals', '1')?.status).toBe('passed');
  expect(ask('/r/a', 'in', '1, 5')?.status).toBe('passed');
  expect(ask('/r/a', 'length', 3)?.status).toBe('passed');
  expect(ask('/r/a', 'length', 1)?.status).toBe('failed');
});

test('a schema that many values violate is reported with the first three', () => {
  const message = (count: number) =>
    judge(JSON.stringify(Array.from({ length: count }, () => 'x')), {
      kind: 'jsonSchema',
      operator: 'matches',
      expected: { items: { type: 'number' } },
    })?.message;
  expect(message(3)).not.toContain('more');
  expect(message(3)?.match(/expected number/g)).toHaveLength(3);
  expect(message(5)).toContain('(and 2 more)');
  expect(message(5)?.match(/expected number/g)).toHaveLength(3);
});

test('a schema reports what it cannot validate', () => {
  const ask = (text: string, operator: HttpAssertion['operator'], path?: string) =>
    judge(text, { kind: 'jsonSchema', operator, expected: {}, ...(path ? { path } : {}) });
  expect(ask('no JSON', 'matches')?.message).toMatch(/^JSON schema: .*JSON/);
  expect(ask('{"a":1}', 'matches', '$.b')?.message).toContain('the path does not exist in the response');
  expect(ask('{"a":1}', 'notExists', '$.b')?.status).toBe('passed');
  expect(ask('{"a":1}', 'notExists')).toMatchObject({ status: 'failed', message: expect.stringContaining('refuses') });
});
