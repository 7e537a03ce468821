import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';

beforeAll(loadXPath);

const now = () => new Date('2026-05-15T12:00:00Z');
const bodies = (pattern: object) => ({ bodyPatterns: [pattern] });
const header = (pattern: object) => ({ headers: { X: pattern } });
const x = (value: string | string[]): GivenRequest => ({ headers: { x: value } });
const body = (text: string): GivenRequest => ({ method: 'POST', body: text });
const json = (value: unknown): GivenRequest => body(JSON.stringify(value));

function matches(pattern: object, given: GivenRequest): boolean {
  const engine = new MockEngine({ now });
  const { problems } = engine.put({ request: { method: 'ANY', ...pattern }, response: {} });
  expect(problems).toEqual([]);
  return engine.serve(mockRequest(given)).by === 'stub';
}

type Row = [pattern: object, given: GivenRequest, isMatch: boolean];

const values: Row[] = [
  [header({ equalTo: 'a' }), x('a'), true],
  [header({ equalTo: 'a' }), x('A'), false],
  [header({ equalTo: 'a', caseInsensitive: true }), x('A'), true],
  [header({ equalTo: 'a' }), x(['b', 'a']), true],
  [header({ contains: 'b' }), x('abc'), true],
  [header({ contains: 'd' }), x('abc'), false],
  [header({ doesNotContain: 'd' }), x('abc'), true],
  [header({ doesNotContain: 'd' }), {}, true],
  [header({ doesNotMatch: 'd' }), {}, true],
  [{ cookies: { c: { doesNotContain: 'x' } } }, {}, false],
  [{ cookies: { c: { absent: true } } }, {}, true],
  [header({ after: '2026-04-30T23:59:59Z' }), x('2026-05-02'), true],
  [header({ after: '2026-05-01T00:00:00' }), x('2026-05-01T02:00:00+03:00'), true],
  [bodies({ or: [{ equalTo: 'a' }, { absent: true }] }), {}, true],
  [header({ matches: 'a.c' }), x('abc'), true],
  [header({ matches: 'a.' }), x('abc'), false],
  [header({ matches: '(a|b)+c?' }), x('abab'), true],
  [header({ doesNotMatch: 'a.c' }), x('abd'), true],
  [header({ doesNotMatch: 'a.c' }), x('abc'), false],
  [header({ absent: true }), {}, true],
  [header({ absent: true }), x(''), false],
  [header({ or: [{ absent: true }, { equalTo: 'a' }] }), {}, true],
  [header({ or: [{ absent: true }, { equalTo: 'a' }] }), x('a'), true],
  [header({ or: [{ absent: true }, { equalTo: 'a' }] }), x('b'), false],
  [header({ and: [{ contains: 'a' }, { contains: 'b' }] }), x('ab'), true],
  [header({ and: [{ contains: 'a' }, { contains: 'b' }] }), x('a'), false],
  [header({ not: { equalTo: 'a' } }), x('b'), true],
  [header({ not: { equalTo: 'a' } }), x('a'), false],
  [header({ hasExactly: [{ equalTo: 'a' }, { contains: 'b' }] }), x(['a', 'bb']), true],
  [header({ hasExactly: [{ equalTo: 'a' }] }), x(['a', 'b']), false],
  [header({ includes: [{ equalTo: 'a' }] }), x(['a', 'b']), true],
  [header({ includes: [{ equalTo: 'c' }] }), x(['a', 'b']), false],
  [header({ greaterThanNumber: 3 }), x('4'), true],
  [header({ lessThanEqualNumber: 3 }), x('4'), false],
  [header({ before: '2026-05-01T00:00:00Z' }), x('2026-04-30T23:59:59Z'), true],
  [header({ after: '2026-05-01T00:00:00Z' }), x('2026-04-30T23:59:59Z'), false],
  [header({ equalToDateTime: '2026-05-01T00:00:00Z' }), x('2026-05-01T02:00:00+02:00'), true],
  [header({ after: 'now' }), x('2026-05-15T12:00:01Z'), true],
  [header({ before: 'now +3 days' }), x('2026-05-18T11:00:00Z'), true],
  [header({ before: 'now -1 hours' }), x('2026-05-15T11:30:00Z'), false],
  [header({ equalToDateTime: 'now', truncateExpected: 'first hour of day' }), x('2026-05-15T00:00:00Z'), true],
  [
    header({ equalToDateTime: '2026-05-01T00:00:00Z', truncateActual: 'first day of month' }),
    x('2026-05-20T08:00:00Z'),
    true,
  ],
  [header({ before: '2026-05-02T00:00:00', actualFormat: 'dd/MM/yyyy' }), x('01/05/2026'), true],
  [header({ before: '2026-05-02T00:00:00', actualFormat: 'dd/MM/yyyy' }), x('1/5/2026'), true],
  [header({ before: '2026-05-02T00:00:00', actualFormat: 'dd/MM/yyyy' }), x('1/5/26'), false],
];

const ofBodies: Row[] = [
  [bodies({ equalToJson: '{"a":1,"b":[1,2]}' }), json({ b: [1, 2], a: 1 }), true],
  [bodies({ equalToJson: { a: 1 } }), json({ a: 1.0 }), true],
  [bodies({ equalToJson: { a: [1, 2] } }), json({ a: [2, 1] }), false],
  [bodies({ equalToJson: { a: [1, 2] }, ignoreArrayOrder: true }), json({ a: [2, 1] }), true],
  [bodies({ equalToJson: { a: [1, 1] }, ignoreArrayOrder: true }), json({ a: [1, 2] }), false],
  [bodies({ equalToJson: { a: 1 } }), json({ a: 1, b: 2 }), false],
  [bodies({ equalToJson: { a: 1 } }), json({ a: 1, b: null }), false],
  [bodies({ equalToJson: { a: 1 }, ignoreNullElements: true }), json({ a: 1, b: null }), true],
  [bodies({ equalToJson: { a: 1 }, ignoreNullElements: true }), json({ a: 1, b: 2 }), false],
  [bodies({ equalToJson: { a: 1, b: null }, ignoreNullElements: true }), json({ a: 1 }), true],
  [bodies({ equalToJson: { a: 1, b: null } }), json({ a: 1 }), false],
  [bodies({ equalToJson: { a: 1 }, ignoreExtraElements: true }), json({ a: 1, b: 2 }), true],
  [bodies({ equalToJson: { a: '${json-unit.any-string}' } }), json({ a: 'x' }), true],
  [bodies({ equalToJson: { a: '${json-unit.any-number}' } }), json({ a: 'x' }), false],
  [bodies({ equalToJson: { a: '${json-unit.regex}[a-z]+' } }), json({ a: 'abc' }), true],
  [bodies({ equalToJson: { a: '${json-unit.ignore}' } }), json({ a: { b: 1 } }), true],
  [bodies({ matchesJsonPath: '$.a' }), json({ a: 1 }), true],
  [bodies({ matchesJsonPath: '$.a' }), json({ b: 1 }), false],
  [bodies({ matchesJsonPath: '$.a' }), body('no json'), false],
  [bodies({ matchesJsonPath: '$.a' }), json({ a: [] }), false],
  [bodies({ matchesJsonPath: "$.a[?(@.n == 'x')]" }), json({ a: [{ n: 'x' }] }), true],
  [bodies({ matchesJsonPath: '$.a[?(@.n =~ /x.*/i)]' }), json({ a: [{ n: 'Xy' }] }), true],
  [bodies({ matchesJsonPath: '$.a[?(@.n > 3)]' }), json({ a: [{ n: 2 }] }), false],
  [bodies({ matchesJsonPath: { expression: '$.a', equalTo: '1' } }), json({ a: 1 }), true],
  [bodies({ matchesJsonPath: { expression: '$.a', contains: 'y' } }), json({ a: ['x', 'y'] }), true],
  [bodies({ matchesJsonPath: { expression: '$.a', equalToJson: '{"b":1}' } }), json({ a: { b: 1 } }), true],
  [bodies({ matchesJsonPath: { expression: '$.a', absent: true } }), json({ b: 1 }), true],
  [bodies({ matchesJsonPath: { expression: '$.a.length()', equalTo: '2' } }), json({ a: [1, 2] }), true],
  [bodies({ matchesJsonSchema: '{"type":"object","required":["a"]}' }), json({ a: 1 }), true],
  [bodies({ matchesJsonSchema: { type: 'object', required: ['a'] } }), json({ b: 1 }), false],
  [bodies({ equalToXml: '<a><b>1</b><c x="1"/></a>' }), body('<a><c x="1"></c> <b>1</b></a>'), true],
  [bodies({ equalToXml: '<a><b>1</b></a>' }), body('<a><b>2</b></a>'), false],
  [bodies({ equalToXml: '<a><b>1</b><b>2</b></a>' }), body('<a><b>2</b><b>1</b></a>'), false],
  [
    bodies({ equalToXml: '<a><b>1</b><c/><b>2</b></a>', ignoreOrderOfSameNode: true }),
    body('<a><b>2</b><b>1</b><c/></a>'),
    true,
  ],
  [
    bodies({ equalToXml: '<a><b>1</b><b>2</b></a>', ignoreOrderOfSameNode: true }),
    body('<a><b>2</b><b>2</b></a>'),
    false,
  ],
  [bodies({ equalToXml: '<a xmlns="urn:x"/>' }), body('<p:a xmlns:p="urn:x"/>'), true],
  [bodies({ equalToXml: '<a>${xmlunit.ignore}</a>', enablePlaceholders: true }), body('<a>anything</a>'), true],
  [bodies({ equalToXml: '<a>${xmlunit.isNumber}</a>', enablePlaceholders: true }), body('<a>x</a>'), false],
  [bodies({ equalToXml: '<a>1</a>', exemptedComparisons: ['TEXT_VALUE'] }), body('<a>2</a>'), true],
  [bodies({ matchesXPath: '/a/b[text()="1"]' }), body('<a><b>1</b></a>'), true],
  [bodies({ matchesXPath: '/a/c' }), body('<a><b>1</b></a>'), false],
  [bodies({ matchesXPath: '//q:b', xPathNamespaces: { q: 'urn:x' } }), body('<a><b xmlns="urn:x"/></a>'), true],
  [bodies({ matchesXPath: { expression: '//b/text()', contains: 'x' } }), body('<a><b>axe</b></a>'), true],
  [bodies({ binaryEqualTo: 'AQI=' }), { method: 'POST', body: new Uint8Array([1, 2]) }, true],
  [bodies({ binaryEqualTo: 'AQI=' }), { method: 'POST', body: new Uint8Array([1, 3]) }, false],
  [bodies({ binaryEqualTo: 'AQI=' }), { method: 'POST', body: new Uint8Array([1, 2, 3]) }, false],
  [bodies({ binaryEqualTo: 'AQI=' }), { method: 'POST', body: new Uint8Array([1]) }, false],
];

const form = (text: string): GivenRequest => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: text,
});
const parts = [
  '--b',
  'Content-Disposition: form-data; name="meta"',
  'Content-Type: application/json',
  '',
  '{"a":1}',
  '--b',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  '',
  'hello',
  '--b--',
  '',
].join('\r\n');
const multipart: GivenRequest = {
  method: 'POST',
  headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  body: parts,
};

const ofRequests: Row[] = [
  [{ url: '/a?b=1' }, { url: '/a?b=1' }, true],
  [{ url: '/a' }, { url: '/a?b=1' }, false],
  [{ urlPath: '/a' }, { url: '/a?b=1' }, true],
  [{ urlPattern: '/a/[0-9]+\\?b=.*' }, { url: '/a/12?b=x' }, true],
  [{ urlPathPattern: '/a/[0-9]+' }, { url: '/a/x' }, false],
  [{ urlPathPattern: '/a|/b' }, { url: '/b' }, true],
  [{ urlPathTemplate: '/a/{id}/b' }, { url: '/a/1/b?x=1' }, true],
  [{ urlPathTemplate: '/a/{id}', pathParameters: { id: { matches: '[0-9]+' } } }, { url: '/a/x' }, false],
  [{ queryParameters: { q: { equalTo: 'a b' } } }, { url: '/?q=a%20b' }, true],
  [{ queryParameters: { q: { hasExactly: [{ equalTo: '1' }, { equalTo: '2' }] } } }, { url: '/?q=1&q=2' }, true],
  [{ queryParameters: { q: { absent: true } } }, { url: '/?q=' }, false],
  [{ formParameters: { a: { equalTo: 'x y' } } }, form('a=x+y'), true],
  [{ cookies: { s: { equalTo: '1' } } }, { headers: { Cookie: 'a=2; s=1' } }, true],
  [{ basicAuth: { username: 'u', password: 'p' } }, { headers: { Authorization: `Basic ${btoa('u:p')}` } }, true],
  [{ basicAuth: { username: 'u', password: 'p' } }, { headers: { Authorization: `Basic ${btoa('u:q')}` } }, false],
  [{ host: { equalTo: 'api.test' } }, { host: 'api.test' }, true],
  [{ host: { equalTo: 'api.test' } }, { host: 'other.test' }, false],
  [{ port: 81 }, { port: 81 }, true],
  [{ scheme: 'https' }, { scheme: 'http' }, false],
  [{ clientIp: { equalTo: '10.0.0.1' } }, { clientIp: '10.0.0.1' }, true],
  [{ method: { oneOf: ['GET', 'PUT'] } }, { method: 'PUT' }, true],
  [{ method: { noneOf: ['GET', 'PUT'] } }, { method: 'PUT' }, false],
  [{ multipartPatterns: [{ bodyPatterns: [{ equalToJson: { a: 1 } }] }] }, multipart, true],
  [{ multipartPatterns: [{ name: 'file', bodyPatterns: [{ contains: 'nothing' }] }] }, multipart, false],
  [{ multipartPatterns: [{ fileName: { equalTo: 'a.txt' } }] }, multipart, true],
  [{ multipartPatterns: [{ matchingType: 'ALL', bodyPatterns: [{ contains: 'hello' }] }] }, multipart, false],
  [{ graphql: { operationName: { equalTo: 'Pets' } } }, json({ query: 'query Pets { pets { id } }' }), true],
  [{ graphql: { operationType: { equalTo: 'mutation' } } }, json({ query: 'query Pets { pets { id } }' }), false],
  [
    { graphql: { variables: { matchesJsonPath: { expression: '$.id', equalTo: '7' } } } },
    json({ query: '{ pet }', variables: { id: 7 } }),
    true,
  ],
  [{ soapAction: { equalTo: 'urn:a' } }, { headers: { SOAPAction: '"urn:a"' } }, true],
  [{ soapAction: { equalTo: 'urn:a' } }, { headers: { 'Content-Type': 'application/soap+xml; action="urn:a"' } }, true],
];

describe.each([
  ['a value', values],
  ['a body', ofBodies],
  ['a request', ofRequests],
])('%s', (_, rows) => {
  test.each(
    rows.map(
      ([pattern, given, isMatch]) => [JSON.stringify(pattern), JSON.stringify(given), isMatch, pattern, given] as const,
    ),
  )('%s on %s: %s', (_name, _given, isMatch, pattern, given) => {
    expect(matches(pattern, given)).toBe(isMatch);
  });
});

test.each([
  [{ headers: { A: { matches: '(' } } }, /request\.headers\.A\.matches.*not valid/],
  [{ headers: { A: { equls: 'a' } } }, /request\.headers\.A.*“equls” is not an operator/],
  [{ url: '/a', urlPath: '/a' }, /Give only one of url, urlPath/],
  [{ urlPath: '/a', pathParameters: { id: {} } }, /Path parameters need a urlPathTemplate/],
  [{ bodyPatterns: [{ equalToJson: '{' }] }, /bodyPatterns\[0\]\.equalToJson.*cannot be read/],
  [{ bodyPatterns: [{ matchesJsonPath: '$.[' }] }, /matchesJsonPath/],
  [{ headers: { A: { before: 'soon' } } }, /“soon” is not a date/],
  [{ customMatcher: { name: 'x' } }, /Custom matchers are Java classes/],
  [{ nothing: 1 }, /“nothing” is not a member/],
])('%j is rejected with its place', (request, message) => {
  const { problems } = new MockEngine().put({ request, response: {} });
  expect(problems.map(({ path, message: text }) => `${path}: ${text}`).join('\n')).toMatch(message);
});

test('a hostile pattern runs in linear time, or under the limit of the guard', () => {
  const engine = new MockEngine();
  expect(engine.put({ request: { url: '/', headers: { X: { matches: '(a+)+b' } } }, response: {} }).problems).toEqual(
    [],
  );
  const startedMs = performance.now();
  expect(engine.serve(mockRequest({ headers: { X: 'a'.repeat(50_000) } })).by).toBe('none');
  expect(performance.now() - startedMs).toBeLessThan(5000);
  const refused = engine.put({ request: { headers: { X: { matches: '(?=a)a' } } }, response: {} });
  expect(refused.problems[0]?.message).toMatch(/Look-around/);
});
