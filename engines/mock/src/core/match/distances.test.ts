import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { RequestView } from '../request/request-view.ts';
import { compileRequest } from './request-matcher.ts';
import { textDistance } from './text-distance.ts';
import { literalPrefix } from './url-matcher.ts';

beforeAll(loadXPath);

const context = { now: () => new Date(0), problem: () => undefined };
const compiled = (pattern: object) =>
  compileRequest({ ...pattern }, 'request', context as unknown as Parameters<typeof compileRequest>[2]);
const view = (given: GivenRequest) => new RequestView(mockRequest(given));
/** The distance of a request from the only matcher of a pattern. */
const distanceOf = (pattern: object, given: GivenRequest) => compiled(pattern).checks[0]?.distance(view(given));
const header = (pattern: object) => ({ headers: { X: pattern } });
const x = (...values: string[]): GivenRequest => ({ headers: { X: values } });
const bodies = (pattern: object) => ({ bodyPatterns: [pattern] });
const json = (value: unknown): GivenRequest => ({ method: 'POST', body: JSON.stringify(value) });

test.each([
  ['', '', 0],
  ['a', 'a', 0],
  ['', 'ab', 1],
  ['abcd', 'abce', 0.25],
  ['abcd', 'bcd', 0.25],
  ['abcd', 'abd', 0.25],
  ['kitten', 'sitting', 3 / 7],
  ['ab', 'ba', 1],
  ['aXbYc', 'aYbXc', 2 / 5],
  ['x'.repeat(500), 'x'.repeat(400), 1 / 400],
  [`${'x'.repeat(400)}a`, `${'x'.repeat(400)}b`, 1 / 400],
])('%j and %j differ by %d', (left, right, distance) => {
  expect(textDistance(left, right)).toBeCloseTo(distance, 5);
  expect(textDistance(right, left)).toBeCloseTo(distance, 5);
});

describe('the distance of a request from', () => {
  test.each<[pattern: object, given: GivenRequest, distance: number]>([
    [header({ equalTo: 'abcd' }), x('abcd'), 0],
    [header({ equalTo: 'abcd' }), x('abce'), 0.25],
    [header({ equalTo: 'abcd' }), x('wxyz', 'abce'), 0.25],
    [header({ equalTo: 'abcd' }), {}, 1],
    [header({ absent: true }), {}, 0],
    [header({ absent: true }), x('a'), 1],
    [header({ hasExactly: [{ equalTo: 'ab' }, { equalTo: 'cd' }] }), x('ab', 'cd'), 0],
    [header({ hasExactly: [{ equalTo: 'ab' }, { equalTo: 'cd' }] }), x('ab', 'cx'), 0.25],
    [header({ hasExactly: [{ equalTo: 'ab' }] }), x('ab', 'cd'), 0.1],
    [header({ hasExactly: [{ equalTo: 'ab' }] }), {}, 1],
    [header({ includes: [{ equalTo: 'ab' }, { equalTo: 'cd' }] }), x('ab', 'xx', 'cx'), 0.25],
    [header({ includes: [{ equalTo: 'ab' }] }), x('xx', 'ab'), 0],
    [{ cookies: { c: { equalTo: 'ab' } } }, { headers: { Cookie: 'c=ax' } }, 0.5],
    [{ cookies: { c: { doesNotContain: 'x' } } }, {}, 1],
    [{ basicAuth: { username: 'u', password: 'p' } }, {}, 1],
    [{ basicAuth: { username: 'u', password: 'p' } }, { headers: { Authorization: `basic ${btoa('u:p')}` } }, 0],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json({ a: 1, b: 2 }), 0],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json({ a: 1, b: 3 }), 0.5],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json({ a: 1 }), 0.5],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json({ a: 1, b: 2, c: 3, d: 4 }), 0.5],
    [bodies({ equalToJson: { a: 1, b: 2 }, ignoreExtraElements: true }), json({ a: 1, b: 3, c: 3, d: 4 }), 0.25],
    [bodies({ equalToJson: { a: 1, b: { c: [1, 2, 3] } } }), json({ a: 1, b: { c: [1, 2, 4] } }), 0.25],
    [bodies({ equalToJson: [1, 2] }), json([1, 2, 3, 4]), 0.5],
    [bodies({ equalToJson: [1, 2, 3, 4] }), json([1, 2, 3]), 0.25],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json([1, 2]), 1],
    [bodies({ equalToJson: { a: 1, b: 2 } }), json(7), 1],
    [bodies({ equalToJson: {} }), json({ a: {} }), 1],
    [bodies({ equalToJson: { a: 1 } }), { method: 'POST', body: 'no json' }, 1],
  ])('%j with %j: %d', (pattern, given, distance) => {
    expect(distanceOf(pattern, given)).toBeCloseTo(distance, 5);
  });

  test.each<[pattern: object, url: string, distance: number]>([
    [{}, '/a', 0],
    [{ url: '/abc' }, '/abd', 0.25],
    [{ urlPath: '/abc' }, '/abc?x', 0],
    [{ url: '/abc' }, '/abc?x', 2 / 6],
    [{ urlPathTemplate: '/a/{id}' }, '/a/7', 0],
    [{ urlPathTemplate: '/ab/{id}' }, '/ax/7', 0.25],
    [{ urlPathTemplate: '/ab/{id}/c' }, '/ab/7', 1 / 3],
    [{ urlPathTemplate: '/ab' }, '/ab/7/8', 2 / 3],
    [{ urlPathTemplate: '/{id}' }, '/a/b', 0.5],
    [{ urlPathPattern: '/a[0-9]+' }, '/a1', 0],
    [{ urlPathPattern: '/a\\.b' }, '/axb', 0.25],
    [{ urlPattern: '/a\\?x=1' }, '/a?x=2', 1 / 6],
  ])('the address %j is %s: %d', (pattern, url, distance) => {
    expect(compiled(pattern).url.distance(view({ url }))).toBeCloseTo(distance, 5);
  });
});

test.each([
  ['/a/b', '/a'],
  ['/a/b/', '/a/b'],
  ['^/a/b/c.*', '/a/b'],
  ['/a\\.b/c/d', '/a.b/c'],
  ['/a/b?/c', '/a'],
  ['/a/bc*/d', '/a'],
  ['/a/b/+c', '/a'],
  ['/a/b{2}/c', '/a'],
  ['/a/[bc]/d', '/a'],
  ['/a/b\\d/c', '/a'],
  ['/a/b\\?c=/d', '/a'],
  ['/a/(b)/c', '/a'],
  ['/a/b$/c', '/a'],
  ['/a|/b/c', ''],
  ['a/b/c', ''],
  ['.*', ''],
  ['/', ''],
  ['/a/b\\', '/a'],
])('every match of %s starts with %s', (pattern, prefix) => {
  expect(literalPrefix(pattern)).toBe(prefix);
});

describe('JSON', () => {
  const isEqual = (pattern: object, value: unknown) => compiled(bodies(pattern)).test(view(json(value)));
  const long = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ n: n + from, tags: ['a', 'b'] }));

  test.each<[pattern: object, value: unknown, isSame: boolean]>([
    [{ equalToJson: { a: null } }, { a: null }, true],
    [{ equalToJson: { a: null } }, {}, false],
    [{ equalToJson: { a: null }, ignoreExtraElements: true }, {}, false],
    [{ equalToJson: '[1, 1.0]' }, [1.0, 1], true],
    [{ equalToJson: '12345678901234567890' }, 5, false],
    [{ equalToJson: { a: '1' } }, { a: 1 }, false],
    [{ equalToJson: { a: 1 } }, { a: '1' }, false],
    [{ equalToJson: { a: 1 } }, { a: true }, false],
    [{ equalToJson: { a: [] } }, { a: {} }, false],
    [{ equalToJson: { a: {} } }, { a: [] }, false],
    [{ equalToJson: { a: {} } }, { a: null }, false],
    [{ equalToJson: { a: '${json-unit.ignore-element}' } }, {}, true],
    [{ equalToJson: { a: '${json-unit.ignore}' } }, {}, false],
    [{ equalToJson: { a: '${json-unit.any}' } }, { a: null }, true],
    [{ equalToJson: { a: '${json-unit.any-boolean}' } }, { a: false }, true],
    [{ equalToJson: { a: '${json-unit.any-boolean}' } }, { a: 0 }, false],
    [{ equalToJson: { a: '${json-unit.any-number}' } }, { a: 0 }, true],
    [{ equalToJson: { a: '${json-unit.any-string}' } }, { a: 0 }, false],
    [{ equalToJson: { a: '${json-unit.regex}a+' } }, { a: 'aab' }, false],
    [{ equalToJson: { a: '${json-unit.regex}1+' } }, { a: 11 }, false],
    [{ equalToJson: [['${json-unit.regex}a+']] }, [['aa']], true],
    [{ equalToJson: [1, 2] }, [1], false],
    [{ equalToJson: [1] }, [1, 2], false],
    [{ equalToJson: [1], ignoreExtraElements: true }, [1, 2], true],
    [{ equalToJson: [2], ignoreExtraElements: true }, [1, 2], false],
    [{ equalToJson: [2], ignoreExtraElements: true, ignoreArrayOrder: true }, [1, 2], true],
    [{ equalToJson: [1, 2, 2], ignoreArrayOrder: true }, [2, 1, 2], true],
    [{ equalToJson: [1, 2, 2], ignoreArrayOrder: true }, [2, 1, 1], false],
    [{ equalToJson: ['${json-unit.any}', 1], ignoreArrayOrder: true }, [1, 2], true],
    [{ equalToJson: [1, '${json-unit.any}'], ignoreArrayOrder: true }, [2, 3], false],
    [{ equalToJson: long(201), ignoreArrayOrder: true }, long(201).toReversed(), true],
    [{ equalToJson: long(201), ignoreArrayOrder: true }, long(201, 1), false],
    [{ equalToJson: [...long(201), ...long(1)], ignoreArrayOrder: true }, [...long(201), ...long(1, 1)], false],
    [{ equalToJson: long(1), ignoreArrayOrder: true, ignoreExtraElements: true }, long(201).toReversed(), true],
    [{ equalToJson: [...long(200), { n: '${json-unit.any}' }], ignoreArrayOrder: true }, long(201), false],
  ])('equal to %j is %j: %s', (pattern, value, isSame) => {
    expect(isEqual(pattern, value)).toBe(isSame);
  });
});
