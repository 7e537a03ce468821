import { expect, test } from 'vitest';
import { SessionCookies } from './cookies.ts';
import { redirectedRequest } from './redirects.ts';

const base = 'http://a/b/c/d;p?q';

/** RFC 3986 §5.4.1 and §5.4.2; the last rows are those that WHATWG URL resolves the same way. */
test.each([
  ['g', 'http://a/b/c/g'],
  ['./g', 'http://a/b/c/g'],
  ['g/', 'http://a/b/c/g/'],
  ['/g', 'http://a/g'],
  ['//g', 'http://g/'],
  ['?y', 'http://a/b/c/d;p?y'],
  ['g?y', 'http://a/b/c/g?y'],
  ['#s', 'http://a/b/c/d;p?q'],
  ['g#s', 'http://a/b/c/g'],
  ['g?y#s', 'http://a/b/c/g?y'],
  [';x', 'http://a/b/c/;x'],
  ['g;x', 'http://a/b/c/g;x'],
  ['g;x?y#s', 'http://a/b/c/g;x?y'],
  ['', undefined],
  ['.', 'http://a/b/c/'],
  ['./', 'http://a/b/c/'],
  ['..', 'http://a/b/'],
  ['../', 'http://a/b/'],
  ['../g', 'http://a/b/g'],
  ['../..', 'http://a/'],
  ['../../', 'http://a/'],
  ['../../g', 'http://a/g'],
  ['../../../g', 'http://a/g'],
  ['../../../../g', 'http://a/g'],
  ['/./g', 'http://a/g'],
  ['/../g', 'http://a/g'],
  ['g.', 'http://a/b/c/g.'],
  ['.g', 'http://a/b/c/.g'],
  ['g..', 'http://a/b/c/g..'],
  ['..g', 'http://a/b/c/..g'],
  ['./../g', 'http://a/b/g'],
  ['./g/.', 'http://a/b/c/g/'],
  ['g/./h', 'http://a/b/c/g/h'],
  ['g/../h', 'http://a/b/c/h'],
  ['g;x=1/./y', 'http://a/b/c/g;x=1/y'],
  ['g;x=1/../y', 'http://a/b/c/y'],
  ['g?y/./x', 'http://a/b/c/g?y/./x'],
  ['g?y/../x', 'http://a/b/c/g?y/../x'],
  ['g#s/./x', 'http://a/b/c/g'],
  ['g#s/../x', 'http://a/b/c/g'],
  ['http:g', 'http://a/b/c/g'],
])('Location %j is resolved according to RFC 3986 §5.4', (location, expected) => {
  const next = redirectedRequest(
    { method: 'GET', url: new URL(base), headers: [], body: { kind: 'none' } },
    { status: 302, headers: [['Location', location]], secretHeaders: [] },
  );
  expect(next?.url.href).toBe(expected);
});

test('a Location with another scheme is rejected', () => {
  expect(() =>
    redirectedRequest(
      { method: 'GET', url: new URL(base), headers: [], body: { kind: 'none' } },
      { status: 302, headers: [['Location', 'g:h']], secretHeaders: [] },
    ),
  ).toThrow(/not HTTP/);
});

/** RFC 9110 §15.4: the resulting method, and whether the body is sent again. */
test.each([
  [301, 'GET', 'GET', false],
  [301, 'POST', 'GET', false],
  [301, 'PUT', 'PUT', true],
  [301, 'DELETE', 'DELETE', true],
  [302, 'HEAD', 'HEAD', true],
  [302, 'POST', 'GET', false],
  [302, 'PATCH', 'PATCH', true],
  [303, 'GET', 'GET', false],
  [303, 'HEAD', 'HEAD', true],
  [303, 'POST', 'GET', false],
  [303, 'PUT', 'GET', false],
  [303, 'DELETE', 'GET', false],
  [307, 'POST', 'POST', true],
  [307, 'PUT', 'PUT', true],
  [308, 'POST', 'POST', true],
  [308, 'DELETE', 'DELETE', true],
] as const)('%i of a %s becomes %s', (status, method, expected, keepsBody) => {
  const bytes = new Uint8Array([1]);
  const body =
    method === 'GET' ? ({ kind: 'none' } as const) : ({ kind: 'bytes', bytes, contentType: 'text/plain' } as const);
  const next = redirectedRequest(
    { method, url: new URL(base), headers: [['Content-Type', 'text/plain']], body },
    { status, headers: [['Location', '/x']], secretHeaders: [] },
  );
  expect(next?.method).toBe(expected);
  expect(next?.body.kind).toBe(keepsBody ? 'bytes' : 'none');
});

test.each([[300], [304], [305], [306], [200], [404]])('%i is not followed', (status) => {
  const request = { method: 'GET', url: new URL(base), headers: [], body: { kind: 'none' } as const };
  expect(redirectedRequest(request, { status, headers: [['Location', '/x']], secretHeaders: [] })).toBeUndefined();
});

/** RFC 6265 §5: whether a cookie set at one address is sent to another. */
test.each([
  ['host only', 'a=1', 'http://x.example.com/', 'http://x.example.com/', true],
  ['host only, not to a subdomain', 'a=1', 'http://example.com/', 'http://x.example.com/', false],
  ['domain match', 'a=1; Domain=example.com', 'http://x.example.com/', 'http://y.example.com/', true],
  ['leading dot is ignored', 'a=1; Domain=.example.com', 'http://x.example.com/', 'http://example.com/', true],
  ['domain that ends alike', 'a=1; Domain=example.com', 'http://example.com/', 'http://badexample.com/', false],
  ['another domain is refused', 'a=1; Domain=other.com', 'http://example.com/', 'http://other.com/', false],
  ['subdomain for its parent only', 'a=1; Domain=y.example.com', 'http://example.com/', 'http://y.example.com/', false],
  ['public suffix is refused', 'a=1; Domain=com', 'http://example.com/', 'http://example.com/', false],
  ['public suffix of two parts is refused', 'a=1; Domain=co.uk', 'http://example.co.uk/', 'http://other.co.uk/', false],
  ['address as host', 'a=1', 'http://127.0.0.1/', 'http://127.0.0.1:81/', true],
  ['case of the host', 'a=1; Domain=EXAMPLE.com', 'http://example.com/', 'http://www.Example.com/', true],
  ['path prefix', 'a=1; Path=/b', 'http://e.com/', 'http://e.com/b/c', true],
  ['path itself', 'a=1; Path=/b', 'http://e.com/', 'http://e.com/b', true],
  ['path that begins alike', 'a=1; Path=/b', 'http://e.com/', 'http://e.com/bc', false],
  ['default path is the folder', 'a=1', 'http://e.com/b/c', 'http://e.com/b/d', true],
  ['default path, not above', 'a=1', 'http://e.com/b/c', 'http://e.com/d', false],
  ['path without slash is the default', 'a=1; Path=x', 'http://e.com/b/c', 'http://e.com/b/', true],
  ['Secure over TLS', 'a=1; Secure', 'https://e.com/', 'https://e.com/', true],
  ['Secure not without TLS', 'a=1; Secure', 'https://e.com/', 'http://e.com/', false],
  ['HttpOnly is sent', 'a=1; HttpOnly', 'http://e.com/', 'http://e.com/', true],
  ['SameSite does not matter', 'a=1; SameSite=Strict', 'http://e.com/', 'http://e.com/', true],
  ['expired by Max-Age', 'a=1; Max-Age=0', 'http://e.com/', 'http://e.com/', false],
  ['negative Max-Age', 'a=1; Max-Age=-1', 'http://e.com/', 'http://e.com/', false],
  ['expired by date', 'a=1; Expires=Thu, 01 Jan 1970 00:00:01 GMT', 'http://e.com/', 'http://e.com/', false],
  [
    'Max-Age wins over Expires',
    'a=1; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:01 GMT',
    'http://e.com/',
    'http://e.com/',
    true,
  ],
  ['a date that cannot be read is ignored', 'a=1; Expires=soon', 'http://e.com/', 'http://e.com/', true],
  ['spaces around', '  a  =  1  ;  path = / ', 'http://e.com/x/y', 'http://e.com/', true],
])('cookies according to RFC 6265: %s', (_name, line, from, to, isSent) => {
  const jar = new SessionCookies(undefined);
  jar.keep([line], new URL(from));
  const sent = jar.addTo([], new URL(to)).find(([name]) => name === 'Cookie')?.[1];
  expect(sent).toBe(isSent ? 'a=1' : undefined);
});

test('a later cookie replaces, an expired one deletes, and longer paths come first', () => {
  const jar = new SessionCookies(undefined);
  const url = new URL('http://e.com/b/c');
  jar.keep(['a=1; Path=/', 'a=2; Path=/', 'b=1; Path=/', 'c=3; Path=/b'], url);
  jar.keep(['b=; Path=/; Max-Age=0'], url);
  expect(jar.addTo([], url)).toEqual([['Cookie', 'c=3; a=2']]);
});
