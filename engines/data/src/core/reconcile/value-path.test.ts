import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { jsonValue, xmlValue } from './value-path.ts';

test.each<[path: string, row: unknown, value: unknown]>([
  ['$', { a: 1 }, { a: 1 }],
  ['', { a: 1 }, { a: 1 }],
  ['a', { a: 1 }, 1],
  ['$.a', { a: 1 }, 1],
  ['a.b', { a: { b: 2 } }, 2],
  ['a[1].b', { a: [{ b: 1 }, { b: 2 }] }, 2],
  ['[0]', [7], 7],
  ['$[0]', [7], 7],
  ['a.b', { a: null }, undefined],
  ['a.b', { a: 'x' }, undefined],
  ['toString', {}, undefined],
  ['$..b', { a: { b: 1 }, b: 2 }, [2, 1]],
  ["$['x y']", { 'x y': 3 }, 3],
  ['a[*]', { a: [1, 2] }, [1, 2]],
  ['$.missing[*]', {}, undefined],
  [' a ', { a: 1 }, 1],
  ['@id', { '@id': 4 }, 4],
  ['größe', { größe: 1 }, 1],
  ['a-b', { 'a-b': 1 }, 1],
])('%s of %j', (path, row, value) => {
  expect(jsonValue(path)(row)).toEqual(value);
});

const line =
  '<o:line xmlns:o="urn:o" id="7" o:id="8">a<o:no>1</o:no><no>2</no><part><name>x</name></part><part><name>y</name></part></o:line>';

test.each<[path: string, value: string | undefined]>([
  ['@id', '7'],
  ['@o:id', '8'],
  ['@none', undefined],
  ['no', '1'],
  ['no[2]', '2'],
  ['o:no', '1'],
  ['o:no[2]', undefined],
  ['x:no', undefined],
  ['part/name', 'x'],
  ['part[2]/name', 'y'],
  ['./part[2]/name/text()', 'y'],
  ['part[3]/name', undefined],
  ['part/@id', undefined],
  ['.', 'a12xy'],
])('%s of an element', (path, value) => {
  expect(xmlValue(path)(parseXmlDocument(line).documentElement as never)).toBe(value);
});

test.each(['part//name', '*', 'part[name="x"]', ''])('%s is no path of names', (path) => {
  expect(() => xmlValue(path)).toThrow("can't be read");
});

test('an invalid JSONPath is reported', () => {
  expect(() => jsonValue('$[')).toThrow();
});
