import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';
import { HttpError } from './http-error.ts';

const row = (pairs: Record<string, string>) => Object.entries(pairs).map(([key, value]) => ({ key, value }));
const build = (url: string, query: Record<string, string> = {}, path: Record<string, string> = {}) =>
  buildUrl({ url, queryParams: row(query), pathParams: row(path) });

test.each([
  ['http://a.test', {}, {}, 'http://a.test/'],
  ['  https://a.test/x  ', {}, {}, 'https://a.test/x'],
  ['http://a.test/x?a=1', { b: '2' }, {}, 'http://a.test/x?a=1&b=2'],
  ['http://a.test/x?', { b: '2' }, {}, 'http://a.test/x?b=2'],
  ['http://a.test/x?a=1&', { b: '2' }, {}, 'http://a.test/x?a=1&b=2'],
  ['http://a.test/x#part', { b: '2' }, {}, 'http://a.test/x?b=2'],
  ['http://a.test/x?a=%20%2F', {}, {}, 'http://a.test/x?a=%20%2F'],
  ['http://a.test/', { q: 'a b&c=d+é/:,@$%20%' }, {}, 'http://a.test/?q=a%20b%26c%3Dd%2B%C3%A9/:,@$%20%25'],
  ['http://a.test/{id}/:name', {}, { id: 'a/b', name: 'x y' }, 'http://a.test/a%2Fb/x%20y'],
  ['http://a.test/{id}', {}, { id: '{name}', name: 'no' }, 'http://a.test/%7Bname%7D'],
  ['http://a.test/{id}', {}, { id: 'a%2Fb' }, 'http://a.test/a%2Fb'],
  ['http://a.test/:unknown/v1:run', {}, {}, 'http://a.test/:unknown/v1:run'],
  ['http://a.test/{{later}}', {}, {}, 'http://a.test/%7B%7Blater%7D%7D'],
  ['http://a.test:8080/x', {}, {}, 'http://a.test:8080/x'],
  ['http://[::1]:8080/x', {}, {}, 'http://[::1]:8080/x'],
  ['HTTP://A.test/x', {}, {}, 'http://a.test/x'],
  ['http://bücher.test/', {}, {}, 'http://xn--bcher-kva.test/'],
])('builds %s with query %j and path %j', (url, query, path, expected) => {
  expect(build(url, query as Record<string, string>, path as Record<string, string>).url.href).toBe(expected);
});

test('extracts credentials from the address', () => {
  const { url, credentials } = build('http://us%40er:p%3Aw@a.test/x');
  expect(url.href).toBe('http://a.test/x');
  expect(credentials).toEqual({ username: 'us@er', password: 'p:w' });
});

test.each([
  ['', 'INVALID_URL', /Enter a URL/],
  ['data:text/plain,x', 'INVALID_URL', /no protocol/],
  ['/path', 'INVALID_URL', /no host/],
  ['ftp://a.test/', 'INVALID_URL', /ftp is not supported/],
  ['http:a.test/', 'INVALID_URL', /two slashes/],
  ['http:///path', 'INVALID_URL', /no host/],
  ['https://', 'INVALID_URL', /no host/],
  ['http://:8080/', 'INVALID_URL', /no host/],
  ['http://?q=1', 'INVALID_URL', /no host/],
  ['http://user@/x', 'INVALID_URL', /no host/],
  ['http://a.test:99999/', 'INVALID_URL', /port 99999/],
  ['http://a.test:abc/', 'INVALID_URL', /port abc/],
  ['http://a b.test/', 'INVALID_URL', /host/],
  ['http://a.test/\nx', 'INVALID_URL', /line break/],
  ['http://a.test/{id}', 'INVALID_URL', /\{id\} has no value/],
  ['{{base}}/x', 'UNRESOLVED_VARIABLE', /\{\{base\}\}/],
  ['{{proto}}://a.test', 'UNRESOLVED_VARIABLE', /\{\{proto\}\}/],
  ['http://{{host}}:80/', 'UNRESOLVED_VARIABLE', /\{\{host\}\}/],
])('rejects %j with %s', (url, code, message) => {
  let error: unknown;
  try {
    build(url);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
});

test.each([
  ['a.test/x', 'http://a.test/x'],
  ['localhost:8080/x?a=1', 'http://localhost:8080/x?a=1'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ['[::1]:8080/x', 'http://[::1]:8080/x'],
  ['//a.test/x', 'http://a.test/x'],
  ['user:word@a.test/x', 'http://a.test/x'],
  ['a.test?next=https://b.test', 'http://a.test/?next=https://b.test'],
])('an address without a protocol gets http: %s', (url, wanted) => {
  expect(build(url).url.href).toBe(wanted);
});

test.each(['.', '..', '%2e%2E'])('rejects %s as a path parameter, which would change the target', (value) => {
  expect(() => build('http://a.test/users/{id}', {}, { id: value })).toThrow(/another path/);
});

test.each(['http://a.test/{id}', 'http://a.test/:id/x'])('rejects an empty path parameter in %s', (url) => {
  expect(() => build(url, {}, { id: '' })).toThrow(/path parameter \{id\} has no value/);
});

test('query values are preserved, unless they contain percent-encoding', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !/%[0-9a-f]{2}/i.test(value));
  fc.assert(
    fc.property(text, text, (key, value) => {
      const { url } = build('http://a.test/p?own=1', { [key]: value });
      expect([...url.searchParams]).toEqual([
        ['own', '1'],
        [key, value],
      ]);
    }),
  );
});

test('a path parameter never changes the host, the query or the number of segments', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
      fc.pre(!/^(\.|%2e){1,2}$/i.test(value));
      const { url } = build('http://a.test/x/{id}/y', {}, { id: value });
      expect(url.host).toBe('a.test');
      expect(url.search).toBe('');
      expect(url.pathname.split('/')).toHaveLength(4);
    }),
  );
});
