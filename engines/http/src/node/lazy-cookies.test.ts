import { expect, test } from 'vitest';
import { SessionCookies } from './cookies.ts';
import { LazyCookies } from './lazy-cookies.ts';

const url = new URL('https://shop.test/cart');
const cookieOf = async (cookies: LazyCookies) => (await cookies.addTo([], url))[0]?.[1];

test('without cookies nothing is added, listed or stored', async () => {
  const cookies = new LazyCookies({ serialized: undefined });
  const headers: [string, string][] = [['Accept', '*/*']];
  await cookies.keep([], url);
  expect(await cookies.addTo(headers, url)).toBe(headers);
  expect(await cookies.listFor(url.href)).toEqual([]);
  expect(cookies.serialize()).toBeNull();
});

test('cookies that arrive at the same time are all kept', async () => {
  const cookies = new LazyCookies();
  await Promise.all(['a=1', 'b=2', 'c=3'].map((line) => cookies.keep([line], url)));
  expect(await cookieOf(cookies)).toBe('a=1; b=2; c=3');
  expect((await cookies.listFor(url.href)).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('a session continues with the cookies of an earlier one, and stores them though it used none', async () => {
  const earlier = new LazyCookies();
  await earlier.keep(['a=1; Path=/'], url);
  const stored = JSON.parse(JSON.stringify(earlier.serialize()));
  expect(new LazyCookies({ serialized: stored }).serialize()).toEqual(stored);
  const cookies = new LazyCookies({ serialized: stored });
  expect(await cookieOf(cookies)).toBe('a=1');
  await cookies.keep(['a=; Max-Age=0; Path=/'], url);
  expect(await cookieOf(cookies)).toBeUndefined();
});

test('a shared jar is used as it is', async () => {
  const jar = new SessionCookies(undefined);
  const cookies = new LazyCookies({ jar });
  jar.keep(['theirs=1'], url);
  await cookies.call({ operation: 'set', url: url.href, cookie: 'own=2' });
  expect(await cookieOf(cookies)).toBe('theirs=1; own=2');
  expect(jar.listFor(url.href).map(({ name }) => name)).toEqual(['theirs', 'own']);
});
