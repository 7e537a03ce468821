import { assertionSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { assertionFor, formatExpected, parseExpected, variableNameFor, withKind } from './assertion-text.ts';

test.each([
  ['jsonPath', '42', 42],
  ['jsonPath', '"42"', '42'],
  ['jsonPath', 'true', true],
  ['jsonPath', 'null', null],
  ['jsonPath', '[1,2]', [1, 2]],
  ['jsonPath', 'plain text', 'plain text'],
  ['jsonPath', '{{id}}', '{{id}}'],
  ['jsonPath', '12345678901234567890', '12345678901234567890'],
  ['jsonPath', '1.50', '1.50'],
  ['status', '200', 200],
  ['status', '2xx', '2xx'],
  ['header', '42', '42'],
  ['body', '{"a":1}', '{"a":1}'],
] as const)('reads %s %s and writes it the same way', (kind, written, value) => {
  expect(parseExpected(kind, written)).toEqual(value);
  expect(formatExpected(kind, parseExpected(kind, written))).toBe(written);
});

test.each([
  ['a text', 'Ana', { operator: 'equals', expected: 'Ana' }],
  ['null', null, { operator: 'equals', expected: null }],
  ['a list', [1, 2], { operator: 'length', expected: 2 }],
  ['an object', {}, { operator: 'type', expected: 'object' }],
])('turns %s into a valid assertion', (_name, value, want) => {
  const made = assertionFor('jsonPath', '$.a', value);
  expect(made).toMatchObject(want);
  expect(assertionSchema.safeParse(made).success).toBe(true);
});

test('changing the kind drops an operator and a path that do not apply', () => {
  const status = withKind(
    { kind: 'jsonPath', path: '$.a', operator: 'type', expected: 'string', enabled: true },
    'status',
  );
  expect(status).toEqual({ kind: 'status', operator: 'equals', expected: 'string', enabled: true });
});

test.each([
  ['$.data[0].id', [], 'id'],
  ['$.data[0].id', ['id', 'id2'], 'id3'],
  ['$[0]', [], 'value'],
])('names the variable of %s', (path, taken, want) => {
  expect(variableNameFor(path, taken)).toBe(want);
});

test('an XML element is compared by its text, and one with child elements must exist', () => {
  expect(assertionFor('xpath', '/a/b', 'x')).toEqual({
    kind: 'xpath',
    path: '/a/b',
    operator: 'equals',
    expected: 'x',
    enabled: true,
  });
  expect(assertionFor('xpath', '/a', undefined)).toEqual({
    kind: 'xpath',
    path: '/a',
    operator: 'exists',
    enabled: true,
  });
});
