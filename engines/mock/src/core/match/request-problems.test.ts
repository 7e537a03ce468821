import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { RequestView } from '../request/request-view.ts';
import { compileRequest } from './request-matcher.ts';

beforeAll(loadXPath);

function compiled(pattern: object) {
  const problems: string[] = [];
  const context = {
    now: () => new Date(0),
    problem: (path: string, message: string) => problems.push(`${path}: ${message}`),
  } as unknown as Parameters<typeof compileRequest>[2];
  return { matcher: compileRequest({ ...pattern }, 'request', context), problems };
}
const isMatch = (pattern: object, given: GivenRequest = {}) =>
  compiled(pattern).matcher.test(new RequestView(mockRequest(given)));

test.each<[pattern: object, problem: RegExp]>([
  [{ method: 7 }, /^request\.method: A method is a text such as GET or ANY/],
  [{ basicAuth: { username: 'u' } }, /^request\.basicAuth: Give a username and a password\.$/],
  [{ basicAuth: { password: 'p' } }, /^request\.basicAuth: Give a username and a password\.$/],
  [{ graphql: 'query' }, /^request\.graphql: Write an object with operationName/],
  [{ graphql: null }, /^request\.graphql: Write an object/],
  [
    { graphql: { name: 'a' } },
    /^request\.graphql\.name: “name” is not known\. Use operationName, operationType, query, variables\.$/,
  ],
  [{ graphql: { toString: 'a' } }, /^request\.graphql\.toString: “toString” is not known/],
  [{ bodyPatterns: {} }, /^request\.bodyPatterns: Give a list of patterns\.$/],
  [{ multipartPatterns: 'x' }, /^request\.multipartPatterns: Give a list of patterns\.$/],
  [{ headers: [] }, /^request\.headers: Give an object with a pattern for each name\.$/],
  [{ cookies: 'x' }, /^request\.cookies: Give an object/],
  [
    { urlPathTemplate: '/a/{id', pathParameters: {} },
    /^request\.urlPathTemplate: A brace of “\/a\/\{id” is not closed\.$/,
  ],
  [
    { urlPathTemplate: '/a/{id}', pathParameters: { no: { equalTo: '1' } } },
    /^request\.pathParameters\.no: The template \/a\/\{id\} has no variable \{no\}\.$/,
  ],
  [{ headers: { A: { hasExactly: [] } } }, /^request\.headers\.A\.hasExactly: Give a list of patterns\.$/],
  [{ headers: { A: { includes: 'x' } } }, /^request\.headers\.A\.includes: Give a list of patterns\.$/],
  [{ headers: { A: { includes: [{}] } } }, /^request\.headers\.A\.includes\[0\]: /],
])('%j has a problem, with its place', (pattern, problem) => {
  expect(compiled(pattern).problems).toEqual([expect.stringMatching(problem)]);
});

test.each([null, undefined])('%s is not matched', (nothing) => {
  const names = [
    'method',
    'url',
    'headers',
    'cookies',
    'bodyPatterns',
    'multipartPatterns',
    'basicAuth',
    'host',
    'port',
  ];
  const { matcher, problems } = compiled(Object.fromEntries(names.map((name) => [name, nothing])));
  expect([problems, matcher.checks, matcher.methods]).toEqual([[], [], undefined]);
});

describe('a method', () => {
  test.each<[method: unknown, methods: string[] | undefined, expected: string]>([
    ['ANY', undefined, 'ANY'],
    ['get', ['GET'], 'get'],
    ['GET_OR_HEAD', ['GET', 'HEAD'], 'GET_OR_HEAD'],
    [['get', 'put'], ['GET', 'PUT'], 'GET, PUT'],
    [{ oneOf: ['get'] }, ['GET'], 'GET'],
    [{ noneOf: ['get', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] }, ['TRACE', 'QUERY'], 'TRACE, QUERY'],
  ])('for %j matches %j', (method, methods, expected) => {
    const { matcher } = compiled({ method });
    expect(matcher.methods && [...matcher.methods]).toEqual(methods);
    const check = matcher.method;
    const given = new RequestView(mockRequest({ method: 'POST' }));
    expect([check.expected, check.actual(given), check.test(given), check.distance(given)]).toEqual([
      expected,
      'POST',
      methods === undefined,
      methods === undefined ? 0 : 1,
    ]);
  });
});

test('cheap parts are checked first, and hosts are compared in lower case', () => {
  const { matcher } = compiled({
    bodyPatterns: [{ contains: 'x' }],
    cookies: { c: { equalTo: '1' } },
    host: { equalTo: 'API.test' },
    scheme: 'http',
  });
  expect(matcher.checks.map(({ part }) => part)).toEqual(['scheme', 'host', 'cookies', 'bodyPatterns']);
  expect([matcher.host, compiled({ host: { contains: 'a' } }).matcher.host]).toEqual(['api.test', undefined]);
  expect(matcher.weight).toBe(compiled({}).matcher.weight + 2);
});

test.each<[pattern: object, given: GivenRequest, shown: string | undefined]>([
  [{ headers: { A: { equalTo: '1' } } }, { headers: { a: ['1', '2'] } }, '1, 2'],
  [{ headers: { A: { equalTo: '1' } } }, {}, undefined],
  [{ basicAuth: { username: 'u', password: 'p' } }, { headers: { Authorization: 'Basic x' } }, 'other credentials'],
  [{ basicAuth: { username: 'u', password: 'p' } }, {}, undefined],
  [{ bodyPatterns: [{ equalTo: 'a' }] }, { method: 'POST', body: 'b' }, 'b'],
  [{ bodyPatterns: [{ equalTo: 'a' }] }, {}, undefined],
  [{ port: 81 }, { port: 82 }, '82'],
  [{ clientIp: '10.0.0.1' }, { clientIp: '10.0.0.2' }, '10.0.0.2'],
  [{ urlPathTemplate: '/a/{id}', pathParameters: { id: { equalTo: '1' } } }, { url: '/a/2' }, '2'],
  [{ soapAction: { equalTo: 'a' } }, { headers: { SOAPAction: 'b' } }, 'b'],
  [{ multipartPatterns: [{ name: 'a' }] }, { method: 'POST', body: 'b' }, undefined],
  [
    { multipartPatterns: [{ name: 'a' }] },
    {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: ['b', 'c']
        .map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${name}1\r\n`)
        .concat('--x--\r\n')
        .join(''),
    },
    'b: b1; c: c1',
  ],
  [{ graphql: { operationType: { equalTo: 'mutation' } } }, { method: 'POST', body: '{"query":"{ a }"}' }, 'query'],
])('of a request %j shows %s', (pattern, given, shown) => {
  const [check] = compiled(pattern).matcher.checks;
  expect(check?.actual(new RequestView(mockRequest(given)))).toBe(shown);
});

test("a stub's password is not shown", () => {
  expect(compiled({ basicAuth: { username: 'ada', password: 'geheim' } }).matcher.checks[0]?.expected).toBe('ada:•••');
});

test.each<[pattern: object, given: GivenRequest, matches: boolean]>([
  [
    { basicAuthCredentials: { username: 'ä', password: 'p' } },
    { headers: { Authorization: `basic ${Buffer.from('ä:p').toString('base64')}` } },
    true,
  ],
  [
    { graphql: { query: 'query A { a,\n  b }' } },
    { method: 'POST', body: JSON.stringify({ query: 'query  A { a b }' }) },
    true,
  ],
  [{ graphql: { query: ' { a } ' } }, { method: 'POST', body: JSON.stringify({ query: '{ a }' }) }, true],
  [{ graphql: { query: '{ a }' } }, { method: 'POST', body: JSON.stringify({ query: '{ ab }' }) }, false],
  [{ graphql: { query: { contains: 'a b' } } }, { method: 'POST', body: JSON.stringify({ query: '{ a,, b }' }) }, true],
  [{ graphql: { variables: { absent: true } } }, {}, true],
  [{ bodyPatterns: [{ absent: true }] }, {}, true],
  [{ bodyPatterns: [{ absent: true }] }, { method: 'POST', body: ' ' }, false],
  [{ cookies: { c: { not: { equalTo: '1' } } } }, {}, false],
  [{ cookies: { c: { not: { equalTo: '1' } } } }, { headers: { Cookie: 'c=2' } }, true],
  [{ cookies: { c: { absent: true } } }, { headers: { Cookie: 'c=2' } }, false],
  [{ urlPathTemplate: '/a/**' }, { url: '/a/b/c' }, true],
  [{ urlPathTemplate: '/a/*/c' }, { url: '/a/b/c' }, true],
  [{ urlPathTemplate: '/a/{id:[0-9]+}', pathParameters: { id: { equalTo: '7' } } }, { url: '/a/7' }, true],
  [{ urlPathTemplate: '/**/c' }, { url: '/a/b/c' }, true],
  [{ urlPathTemplate: '/a/*/c' }, { url: '/a/b/d/c' }, false],
])('%j on %j: %s', (pattern, given, matches) => {
  expect(isMatch(pattern, given)).toBe(matches);
});
