import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';
import { listsIn } from './lists-in-response.ts';

beforeAll(loadXPath);

type FoundLists = Record<string, Record<string, unknown[]>>;
/** The values of each list, by path. */
const read = (text: string, format: 'json' | 'xml'): FoundLists =>
  Object.fromEntries(
    listsIn(text, format, 2).map(({ path, values }) => [
      path,
      Object.fromEntries(values.map((one) => [one.path, one.values])),
    ]),
  );
const nested = (levels: number, inner: unknown): unknown =>
  levels === 0 ? inner : { [String.fromCharCode(96 + levels)]: nested(levels - 1, inner) };

test.each<[what: string, response: unknown, lists: FoundLists]>([
  ['the response itself', [{ a: 1 }], { $: { a: [1] } }],
  ['the first rows only', [{ a: 1 }, { a: 2 }, { a: 3 }], { $: { a: [1, 2] } }],
  ['no list of values, and none that is empty', { a: [1], b: [] }, {}],
  [
    'from outside to inside, with values of nested objects',
    { d: { e: [{ f: { g: 1 } }] }, a: [{ b: 1 }] },
    { '$.a': { b: [1] }, '$.d.e': { 'f.g': [1] } },
  ],
  ['values that some rows lack', [{ a: [1] }, { b: 2 }], { $: { a: [[1], undefined], b: [undefined, 2] } }],
  ['names that need quotes', { 'x y': [{ 'a b': 1, '1': 2 }] }, { '$["x y"]': { '$["1"]': [2], '$["a b"]': [1] } }],
  ['lists down to the sixth level', nested(6, [{ x: 1 }]), { '$.f.e.d.c.b.a': { x: [1] } }],
  ['no deeper lists', nested(7, [{ x: 1 }]), {}],
  ['values down to the fourth level', [nested(5, 1)], { $: { 'e.d.c.b': [{ a: 1 }] } }],
])('lists of objects in JSON: %s', (_what, response, lists) => {
  expect(read(JSON.stringify(response), 'json')).toEqual(lists);
});

test.each<[what: string, response: string, lists: FoundLists]>([
  ['elements with attributes', '<r><o id="1"/><o id="2"/><o id="3"/></r>', { '/r/o': { '@id': ['1', '2'] } }],
  ['no elements that are values', '<r><o>1</o></r>', {}],
  ['not the root', '<r a="1"/>', {}],
  [
    'what comes twice in a row is a list of its own, and no value',
    '<r><o><id>1</id><line><no>1</no></line></o><o><id>2</id><line><no>2</no></line><line><no>3</no></line></o></r>',
    { '/r/o': { id: ['1', '2'] }, '/r/o/line': { no: ['1', '2'] } },
  ],
  [
    'a name that begins like that of a list stays',
    '<r><o><lines>2</lines><line>a</line><line>b</line></o></r>',
    { '/r/o': { lines: ['2'] } },
  ],
  [
    'values and attributes of elements within, without namespaces that are declared',
    '<r xmlns:x="urn:x"><o xmlns="urn:o" xmlns:y="urn:y"><a k="1">2</a></o></r>',
    { '/r/o': { 'a/@k': ['1'], a: ['2'] }, '/r/o/a': { '@k': ['1'] } },
  ],
])('lists of elements in XML: %s', (_what, response, lists) => {
  expect(read(response, 'xml')).toEqual(lists);
});

test('values down to the fourth level of an element', () => {
  const [list] = listsIn('<r><o><a><b><c><d>1</d></c></b></a><e><f><g><h><i>1</i></h></g></f></e></o></r>', 'xml', 2);
  expect(list?.values.map(({ path }) => path)).toEqual(['a/b/c/d']);
});

test('at most 300 values of a row are read', () => {
  const names = Array.from({ length: 400 }, (_one, index) => `n${index}`);
  const [json] = listsIn(JSON.stringify([Object.fromEntries(names.map((name) => [name, 1]))]), 'json', 2);
  expect(json?.values).toHaveLength(300);
  const [xml] = listsIn(`<r><o>${names.map((name) => `<${name}/>`).join('')}</o></r>`, 'xml', 2);
  expect(xml?.values).toHaveLength(300);
});
