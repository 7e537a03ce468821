import type { MockAnswer } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { CallAllowance } from './call-allowance.ts';
import { confinedAs, withoutOwnCookies } from './mock-headers.ts';

type Headers = [string, string][];
const cookies = (...values: string[]): Headers => values.map((value) => ['Cookie', value]);

test.each<[name: string, given: Headers, kept: Headers]>([
  ['the session', cookies('touchstone_session=1'), []],
  ['one among others', cookies('a=1; touchstone_session=1; b=2'), cookies('a=1; b=2')],
  ['the first of several', cookies('__Host-touchstone_session=1; a=1'), cookies('a=1')],
  ['those with a prefix', cookies('a=1; __Secure-Touchstone_x=1'), cookies('a=1')],
  ['names in capitals', [['COOKIE', 'TOUCHSTONE_session=1']], []],
  ['not one that only ends so', cookies('my_touchstone_x=1'), cookies('my_touchstone_x=1')],
  ['not a value', cookies('a=touchstone_session'), cookies('a=touchstone_session')],
  [
    'nothing of other headers',
    [
      ['X-Cooki', 'touchstone_x=1'],
      ['Accept', '*/*'],
    ],
    [
      ['X-Cooki', 'touchstone_x=1'],
      ['Accept', '*/*'],
    ],
  ],
  [
    'beside other headers',
    [
      ['Accept', '*/*'],
      ['cookie', 'touchstone_x=1'],
    ],
    [['Accept', '*/*']],
  ],
])("the product's cookies never reach a mock: %s", (_, given, kept) => {
  expect(withoutOwnCookies(given)).toEqual(kept);
});

const answer = (headers: Headers, isFixed = false) => ({ status: 200, headers, isFixed }) as unknown as MockAnswer;
const guards: Headers = [
  ['Content-Security-Policy', 'sandbox'],
  ['X-Content-Type-Options', 'nosniff'],
];

test.each<[cookie: string, below: string | undefined, ownHost: string | undefined]>([
  ['a=1', 'a=1; Path=/mocks/x', 'a=1'],
  ['a=1; Path=/; Domain=example.org; Secure', 'a=1; Secure; Path=/mocks/x', 'a=1; Path=/; Secure'],
  ['a=1;domain = example.org;path = /', 'a=1; Path=/mocks/x', 'a=1;path = /'],
  ['a=1; XPath=2; subdomain=3', 'a=1; XPath=2; subdomain=3; Path=/mocks/x', 'a=1; XPath=2; subdomain=3'],
  [' touchstone_session=evil', undefined, undefined],
  ['my_touchstone_a=1', 'my_touchstone_a=1; Path=/mocks/x', 'my_touchstone_a=1'],
  ['a=1; HttpOnly; Max-Age=5', 'a=1; HttpOnly; Max-Age=5; Path=/mocks/x', 'a=1; HttpOnly; Max-Age=5'],
  ['touchstone_session=evil', undefined, undefined],
  ['__Host-touchstone_session=evil; Path=/', undefined, undefined],
])('the cookie %s stays with its mock', (cookie, below, ownHost) => {
  const cookieOf = (made: MockAnswer) => made.headers.find(([name]) => name === 'set-cookie')?.[1];
  const given = answer([['set-cookie', cookie]]);
  expect(cookieOf(confinedAs(given, '/mocks/x'))).toBe(below);
  expect(cookieOf(confinedAs(given, ''))).toBe(ownHost);
  expect(cookieOf(confinedAs(given, ':8123'))).toBe(ownHost);
});

test("a mock's answer at the product's address can't run in the product's pages", () => {
  const given = answer([['Content-Type', 'text/html']]);
  expect(confinedAs(given, '/mocks/x').headers).toEqual([['Content-Type', 'text/html'], ...guards]);
  expect(confinedAs(given, ':8123').headers).toEqual([['Content-Type', 'text/html'], guards[0]]);
  expect(confinedAs(given, '')).toBe(given);
  expect(given.headers).toHaveLength(1);
});

test('a constant answer is confined only once per address', () => {
  const fixed = answer([['Set-Cookie', 'a=1']], true);
  const made = confinedAs(fixed, '/mocks/x');
  expect(confinedAs(fixed, '/mocks/x')).toBe(made);
  expect(confinedAs(fixed, '/mocks/y').headers[0]).toEqual(['Set-Cookie', 'a=1; Path=/mocks/y']);
  expect(confinedAs(fixed, '/mocks/x')).toBe(made);
  expect(confinedAs(fixed, '')).toMatchObject({ isFixed: false, headers: [['Set-Cookie', 'a=1']] });
  expect(confinedAs(fixed, ':8123').isFixed).toBe(false);
  const changing = answer([]);
  expect(confinedAs(changing, '/mocks/x')).not.toBe(confinedAs(changing, '/mocks/x'));
});

test('a mock answers its limit of calls per second, and no more after a pause', () => {
  const allowance = new CallAllowance(2, 0);
  const taken = [0, 0, 0, 499, 500, 500, 60_000, 60_000, 60_000].map((nowMs) => allowance.take(nowMs));
  expect(taken).toEqual([true, true, false, false, true, false, true, true, false]);
});

test('a mock without a limit answers every call', () => {
  const allowance = new CallAllowance(0, 0);
  expect([0, 0, 0].every((nowMs) => allowance.take(nowMs))).toBe(true);
});
