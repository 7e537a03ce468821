import { describe, expect, test } from 'vitest';
import { judgeDays } from './days-left.ts';
import { rdapExpiry, whoisExpiry, whoisReferral } from './domain-expiry.ts';
import { unescapeText } from './escapes.ts';
import { matchRecords } from './match-records.ts';
import { failureOutcome } from './outcome.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('days left', () => {
  test.each([
    [inDays(15), 'UP', null],
    [inDays(14.5), 'DEGRADED', 'X expires in 14 days, on 2026-03-16.'],
    [inDays(3.9), 'DOWN', 'X expires in 3 days, on 2026-03-05.'],
    [inDays(1), 'DOWN', 'X expires in 1 day, on 2026-03-02.'],
    [inDays(0), 'DOWN', 'X expired on 2026-03-01.'],
    [inDays(-400), 'DOWN', 'X expired on 2025-01-25.'],
  ])('until %s', (end, verdict, message) => {
    expect(judgeDays('X', end, now, { downDays: 3, warnDays: 14 })).toMatchObject({ verdict, message });
  });
});

describe('records', () => {
  test.each([
    [[], [], 'all', 'There is no record.'],
    [['1.2.3.4'], [], 'all', undefined],
    [['Mail.Example.com.'], ['mail.example.com'], 'exact', undefined],
    [['a', 'b'], ['b', 'c'], 'any', undefined],
    [['a', 'b'], ['c'], 'any', 'None of the expected records is there. Found: a, b.'],
    [['a', 'b'], ['b', 'c'], 'all', 'Missing: c. Found: a, b.'],
    [['a', 'b'], ['b'], 'all', undefined],
    [['a', 'b'], ['b'], 'exact', 'Not expected: a.'],
  ] as const)('%j, expected %j (%s)', (found, expected, match, problem) => {
    expect(matchRecords(found, expected, match)).toBe(problem);
  });
});

test('escapes are read, anything else stays', () => {
  expect(unescapeText(String.raw`A\r\n\t\x41\xff\\n \q`)).toBe('A\r\n\tA\u00ff\\n \\q');
});

test.each([
  ['Registry Expiry Date: 2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
  ['   Expiry Date: 2027-08-13 04:00:00+02', undefined],
  ['paid-till:     2027.08.13', '2027-08-13T00:00:00.000Z'],
  ['Expiry date:  13-Aug-2027', '2027-08-13T00:00:00.000Z'],
  ['expires:  13.8.2027 12:00', '2027-08-13T00:00:00.000Z'],
  ['Domain Name: example.com', undefined],
])('WHOIS: %s', (text, end) => {
  const found = whoisExpiry(`Domain: x\n${text}\nother: y`);
  expect(found?.toISOString().slice(0, 10)).toBe(
    end?.slice(0, 10) ?? (text.includes('04:00:00+02') ? '2027-08-13' : undefined),
  );
});

test('RDAP and referrals', () => {
  const events = [
    { eventAction: 'registration', eventDate: '1995-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-01-02T03:04:05Z' },
  ];
  expect(rdapExpiry({ events })?.toISOString()).toBe('2027-01-02T03:04:05.000Z');
  for (const nothing of [null, {}, { events: 'x' }, { events: [null] }]) expect(rdapExpiry(nothing)).toBeUndefined();
  expect(whoisReferral('refer:        whois.example-registry.com\n')).toBe('whois.example-registry.com');
  expect(whoisReferral('nothing')).toBeUndefined();
});

test('what says nothing of the target is unknown, not down', () => {
  const verdictOf = (code: string) => failureOutcome({ code, message: 'x' }).verdict;
  expect(['TIMEOUT', 'CONNECTION', 'DNS', 'TLS', 'TOO_MANY_REDIRECTS'].map(verdictOf)).toEqual(Array(5).fill('DOWN'));
  expect(['ADDRESS_REFUSED', 'UNRESOLVED_VARIABLE', 'INVALID_URL', 'CANCELLED'].map(verdictOf)).toEqual(
    Array(4).fill('UNKNOWN'),
  );
});
