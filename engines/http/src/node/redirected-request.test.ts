import { expect, test } from 'vitest';
import { redirectedRequest } from './redirects.ts';

const secretHeaders = ['authorization', 'x-key'];
const follow = (from: string, location: string, { status = 307, method = 'POST' } = {}) =>
  redirectedRequest(
    {
      method,
      url: new URL(from),
      headers: [
        ['Host', 'virtual.test'],
        ['Authorization', 'Bearer t'],
        ['X-Key', 'k'],
        ['X-Other', 'stays'],
        ['Content-Type', 'text/plain'],
        ['Expect', '100-continue'],
      ],
      body: { kind: 'bytes', bytes: new Uint8Array([1]) } as never,
    },
    { status, headers: [['location', location]], secretHeaders },
  );
const namesAfter = (from: string, location: string) => follow(from, location)?.headers.map(([name]) => name);

test.each([
  ['https://a.test/1', 'http://a.test/1'],
  ['http://a.test/1', 'https://a.test/1'],
  ['https://a.test:8443/', 'http://a.test:8443/'],
  ['https://a.test/', 'https://a.test:8443/'],
  ['https://a.test/', 'https://b.a.test/'],
  ['https://a.test/', '//b.test/'],
])('credentials are not sent from %s to %s', (from, to) => {
  expect(namesAfter(from, to)).toEqual(['Host', 'X-Other', 'Content-Type', 'Expect']);
  expect(follow(from, to)?.headers[0]).toEqual(['Host', new URL(to, from).host]);
});

test.each([
  ['https://a.test/1', 'https://a.test:443/2'],
  ['https://a.test/1', '/2'],
  ['http://a.test:80/1', 'http://A.test/2'],
])('credentials are kept from %s to %s', (from, to) => {
  expect(namesAfter(from, to)).toEqual(['Host', 'Authorization', 'X-Key', 'X-Other', 'Content-Type', 'Expect']);
});

test('a request that becomes GET loses its body and the headers that describe it', () => {
  const next = follow('http://a.test/', '/end', { status: 303 });
  expect(next).toMatchObject({ method: 'GET', body: { kind: 'none' } });
  expect(next?.headers.map(([name]) => name)).toEqual(['Host', 'Authorization', 'X-Key', 'X-Other']);
});

test('user names, passwords and fragments in the location are not sent', () => {
  expect(follow('http://a.test/', 'http://user:secret@a.test/end#part')?.url.href).toBe('http://a.test/end');
});

test.each([200, 300, 304, 305, 306])('%i is not a redirect', (status) => {
  expect(follow('http://a.test/', '/end', { status })).toBeUndefined();
});

test('an empty location leads nowhere, and one with another protocol is rejected', () => {
  expect(follow('http://a.test/', '')).toBeUndefined();
  expect(() => follow('http://a.test/', 'ftp://a.test/')).toThrow('not HTTP');
});
