import { describe, expect, test } from 'vitest';
import { memberOf, parseJson } from './json-places.ts';
import {
  endsWith,
  entityOf,
  isIdentifier,
  isPlaceholder,
  isReference,
  isUnique,
  resourceOf,
  sameWords,
  segmentsOf,
  singular,
  variableName,
  wordsOf,
} from './names.ts';

test.each([
  ['orders', 'order'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['dishes', 'dish'],
  ['classes', 'class'],
  ['quizzes', 'quizz'],
  ['notes', 'note'],
  ['status', 'status'],
  ['address', 'address'],
  ['analysis', 'analysis'],
  ['series', 'series'],
  ['news', 'news'],
  ['data', 'data'],
  ['gas', 'gas'],
  ['order', 'order'],
  ['chest', 'chest'],
  ['cities', 'city'],
  ['bus', 'bus'],
  ['ids', 'ids'],
])('one of %s is %s', (plural, one) => {
  expect(singular(plural)).toBe(one);
});

test.each([
  ['orderIds', ['order', 'id']],
  ['order_id', ['order', 'id']],
  ['Order-UUID', ['order', 'id']],
  ['HTTPServers', ['http', 'server']],
  ['item2Count', ['item', '2', 'count']],
  ['customerGUID', ['customer', 'id']],
  ['identifier', ['id']],
  ['--', []],
])('%s has the words %j', (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});

describe('values that others use', () => {
  test.each<[name: string, found: [identifies: boolean, refers: boolean, unique: boolean]]>([
    ['orderId', [true, true, false]],
    ['idOrder', [false, false, false]],
    ['couponCode', [false, true, false]],
    ['isbn', [false, true, true]],
    ['token', [false, true, true]],
    ['vehicleVin', [false, false, true]],
    ['vineyard', [false, false, false]],
    ['', [false, false, false]],
  ])('%s: an identifier, a reference, unique: %j', (name, found) => {
    const words = wordsOf(name);
    expect([isIdentifier(words), isReference(words), isUnique(words)]).toEqual(found);
  });
});

test.each([
  [['order', 'id'], ['id'], true],
  [['order', 'id'], ['order', 'id'], true],
  [['order', 'id'], ['order'], false],
  [['id'], ['order', 'id'], false],
  [['id'], [], false],
])('%j ends with %j: %s', (words, end, expected) => {
  expect(endsWith(words, end)).toBe(expected);
});

test('two names are the same if all their words are', () => {
  expect([sameWords(['a', 'b'], ['a', 'b']), sameWords(['a', 'b'], ['b']), sameWords(['b'], ['a', 'b'])]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a variable is named in one word', () => {
  expect([['order', 'line', 'id'], ['order'], []].map(variableName)).toEqual(['orderLineId', 'order', '']);
});

test.each([
  ['CreateOrderResponse', ['order']],
  ['OrderListDto', ['order']],
  ['GetAllOrders', ['order']],
  ['OrderLine', ['order', 'line']],
  ['NewOrderCreated', ['order', 'created']],
  ['ListResponse', []],
  ['', []],
])('a schema named %s describes %j', (name, entity) => {
  expect(entityOf(name)).toEqual(entity);
});

test.each([
  ['{orderId}', true],
  ['{{orderId}}', true],
  [':orderId', true],
  [':', false],
  ['{orderId}.json', false],
  ['a{b}', false],
  ['orders', false],
])('the segment %s of an address carries a value: %s', (segment, expected) => {
  expect(isPlaceholder(segment)).toBe(expected);
});

test.each([
  ['https://a.test/v1/orders/{id}?b=/c#/d', ['v1', 'orders', '{id}']],
  ['{{baseUrl}}/orders//new/', ['orders', 'new']],
  ['/orders#top', ['orders']],
  ['orders', ['orders']],
  ['https://a.test', []],
  ['', []],
])('%s has the segments %j', (url, segments) => {
  expect(segmentsOf(url)).toEqual(segments);
});

test.each<[segments: string[], end: number | undefined, resource: string[]]>([
  [['v1', 'orders', '{id}'], undefined, ['order']],
  [['orders', ':id', 'orderLines', '{line}'], undefined, ['order', 'line']],
  [['orders', ':id', 'orderLines', '{line}'], 2, ['order']],
  [['V2.1', '{id}'], undefined, []],
  [['v2beta'], undefined, ['v', '2', 'beta']],
  [[], undefined, []],
])('the resource of %j up to %s is %j', (segments, end, resource) => {
  expect(resourceOf(segments, end)).toEqual(resource);
});

test('JSON members have paths, and text that is not JSON has none', () => {
  expect(['a', '_b1', '1a', 'a b', 'a"b', ''].map((key) => memberOf('$', key))).toEqual([
    '$.a',
    '$._b1',
    '$["1a"]',
    '$["a b"]',
    '$["a\\"b"]',
    '$[""]',
  ]);
  expect([parseJson('{"a":[1]}'), parseJson('{a'), parseJson('null')]).toEqual([{ a: [1] }, undefined, null]);
});
