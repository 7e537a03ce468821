import { flowNodeSchema, type ValueType } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import {
  asText,
  conditionValues,
  convert,
  fillIn,
  maskTexts,
  ofOutputTypes,
  secretTexts,
  textsOf,
  toType,
  variableValues,
  withoutSecrets,
} from './values.ts';

const types: ValueType[] = ['string', 'number', 'boolean', 'date', 'json', 'table', 'secret', 'file'];
const node = flowNodeSchema.parse({
  id: 'a',
  kind: 'api-script',
  name: 'A',
  inputs: types.map((type) => ({ name: type, type })),
  outputs: types.map((type) => ({ name: type, type })),
});

test.each<[value: unknown, type: ValueType, expected: unknown]>([
  [undefined, 'number', undefined],
  [null, 'boolean', null],
  ['x', 'string', 'x'],
  [{ a: 1 }, 'string', '{"a":1}'],
  [12, 'secret', '12'],
  [true, 'file', 'true'],
  ['4.5', 'number', 4.5],
  [7, 'number', 7],
  ['true', 'boolean', true],
  [true, 'boolean', true],
  ['false', 'boolean', false],
  [false, 'boolean', false],
  ['2026-02-03', 'date', '2026-02-03'],
  [[], 'table', []],
  [[{ a: 1 }], 'table', [{ a: 1 }]],
  [{ a: 1 }, 'json', { a: 1 }],
])('%j as %s', (value, type, expected) => {
  expect(toType(value, type)).toEqual(expected);
});

test.each<[value: unknown, type: ValueType, sentence: string]>([
  ['four', 'number', '"four" is not a number.'],
  [' ', 'number', '" " is not a number.'],
  [true, 'number', '"true" is not a number.'],
  ['Infinity', 'number', '"Infinity" is not a number.'],
  ['yes', 'boolean', '"yes" is neither true nor false.'],
  [1, 'boolean', '"1" is neither true nor false.'],
  ['soon', 'date', '"soon" is not a date.'],
  [{ a: 1 }, 'table', 'The value is not a table (a list of rows).'],
  [[1], 'table', 'The value is not a table (a list of rows).'],
  [[[1]], 'table', 'The value is not a table (a list of rows).'],
  [[null], 'table', 'The value is not a table (a list of rows).'],
  [[{ a: 1 }, 'x'], 'table', 'The value is not a table (a list of rows).'],
  ['x'.repeat(50), 'number', `"${'x'.repeat(40)}" is not a number.`],
])('%j is no %s', (value, type, sentence) => {
  expect(() => toType(value, type)).toThrow(sentence);
});

test.each<[value: unknown, type: ValueType, expected: unknown]>([
  ['{"a":1}', 'json', { a: 1 }],
  ['plain', 'json', 'plain'],
  ['[{"a":1}]', 'table', [{ a: 1 }]],
  ['{"a":1}', 'string', '{"a":1}'],
  ['12', 'number', 12],
  [{ a: 1 }, 'json', { a: 1 }],
])('%j is converted to %s', (value, type, expected) => {
  expect(convert(value, type)).toEqual(expected);
});

test.each(['{"a":1}', 'plain'])('%s is not converted to a table', (text) => {
  expect(() => convert(text, 'table')).toThrow('not a table');
});

test('conditions see values by type, but no secrets, files or tables', () => {
  const values = {
    string: 'x',
    number: 1,
    boolean: false,
    date: '2026-01-01',
    json: [1],
    table: [],
    secret: 's',
    file: 'f',
  };
  expect(conditionValues(node, values)).toEqual({
    string: { type: 'string', value: 'x' },
    number: { type: 'number', value: 1 },
    boolean: { type: 'boolean', value: false },
    date: { type: 'date', value: '2026-01-01' },
    json: { type: 'json', value: [1] },
  });
  expect(conditionValues(node, { string: 1, number: '1', boolean: 'true', date: 5, json: 'x' })).toEqual({
    string: { type: 'json', value: 1 },
    number: { type: 'json', value: '1' },
    boolean: { type: 'json', value: 'true' },
    date: { type: 'json', value: 5 },
    json: { type: 'json', value: 'x' },
  });
  expect(conditionValues(node, {})).toEqual({});
});

test('variables are seen with their own types', () => {
  expect(variableValues({ a: 'x', b: 2, c: true, d: null, e: [1] })).toEqual({
    a: { type: 'string', value: 'x' },
    b: { type: 'number', value: 2 },
    c: { type: 'boolean', value: true },
    d: { type: 'json', value: null },
    e: { type: 'json', value: [1] },
  });
});

test('inputs become strings', () => {
  expect(textsOf({ a: 'x', b: 2, c: null, d: undefined, e: { f: false } })).toEqual({
    a: 'x',
    b: '2',
    c: '',
    d: '',
    e: '{"f":false}',
  });
  expect(asText(0)).toBe('0');
});

test.each([
  ['{{a}} and {{ b }}', 'one and 2'],
  ['{{none}} {{empty}} {{toString}}', '{{none}} {{empty}} {{toString}}'],
  ['{{{a}}}', '{one}'],
  ['{{}} {{ }} {a}', '{{}} {{ }} {a}'],
])('%s is filled in', (text, expected) => {
  expect(fillIn(text, { a: 'one', b: 2, empty: undefined })).toBe(expected);
});

test("strings from a test get the types of the outputs; a string that can't be converted stays one", () => {
  expect(
    ofOutputTypes(node, {
      number: '5',
      boolean: 'true',
      json: '{"a":1}',
      table: '[{"a":1}]',
      string: '5',
      date: '2026',
      secret: '1',
      unknown: '7',
    }),
  ).toEqual({
    number: 5,
    boolean: true,
    json: { a: 1 },
    table: [{ a: 1 }],
    string: '5',
    date: '2026',
    secret: '1',
    unknown: '7',
  });
  expect(ofOutputTypes(node, { number: 'five', json: [1] })).toEqual({ number: 'five', json: [1] });
});

test('values of secret ports are found and masked', () => {
  expect(secretTexts(node, { string: 'plain', secret: 42 })).toEqual(['42']);
  expect(withoutSecrets({ string: 'plain', secret: 'rosebud' }, node.inputs)).toEqual({
    string: 'plain',
    secret: '******',
  });
});

test('strings are masked at any depth, including names', () => {
  const mask = (text: string) => text.replaceAll('rosebud', '***');
  expect(maskTexts({ rosebud: [{ a: 'my rosebud', b: 1, c: null }], d: 'x' }, mask)).toEqual({
    '***': [{ a: 'my ***', b: 1, c: null }],
    d: 'x',
  });
});
