import { describe, expect, test } from 'vitest';
import { judgeDays } from './days-left.ts';
import { rdapExpiry, whoisExpiry, whoisReferral } from './domain-expiry.ts';
import { unescapeText } from './escapes.ts';
import { matchRecords } from './match-records.ts';
import { failureOutcome, outcome } from './outcome.ts';

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
    expect(judgeDays('X', end, now, { downDays: 3, warnDays: 14 })).toMatchObject({
      verdict,
      message,
      finding: {
        name: 'Days left',
        passed: verdict === 'UP',
        message: message ?? 'X expires in 15 days, on 2026-03-16.',
      },
    });
  });
});

describe('records', () => {
  test.each([
    [[], [], 'all', 'There is no record.'],
    [['1.2.3.4'], [], 'all', undefined],
    [['1.2.3.4'], [], 'any', undefined],
    [['1.2.3.4'], [], 'exact', undefined],
    [['Mail.Example.com.'], ['mail.example.com'], 'exact', undefined],
    [['v=spf1 a.b.c -all'], [' v=spf1 a.b.c -all. '], 'exact', undefined],
    [['a.b'], ['ab'], 'any', 'None of the expected records is there. Found: a.b.'],
    [['a', 'b'], ['b', 'c'], 'any', undefined],
    [['a', 'b'], ['c'], 'any', 'None of the expected records is there. Found: a, b.'],
    [['a', 'b'], ['b', 'c'], 'all', 'Missing: c. Found: a, b.'],
    [['a', 'b'], ['b'], 'all', undefined],
    [['a', 'b'], ['b'], 'exact', 'Not expected: a.'],
  ] as const)('%j, expected %j (%s)', (found, expected, match, problem) => {
    expect(matchRecords(found, expected, match)).toBe(problem);
  });

  test.each([
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), `${'x'.repeat(500)}…`],
  ])('text found is truncated after 500 characters', (found, shown) => {
    expect(matchRecords([found], ['y'], 'any')).toBe(`None of the expected records is there. Found: ${shown}.`);
  });
});

test('escapes are decoded, anything else is unchanged', () => {
  expect(unescapeText(String.raw`A\r\n\t\x41\xff\\n \q`)).toBe('A\r\n\tA\u00ff\\n \\q');
});

test.each([
  ['Registry Expiry Date: 2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
  ['Registrar Registration Expiration Date: 2027-08-13T04:00:00.123+02:00', '2027-08-13T02:00:00.000Z'],
  ['   Expiry Date: 2027-08-13 04:00:00+0200', '2027-08-13T02:00:00.000Z'],
  ['   Expiry Date: 2027-08-13 04:00:00+02', '2027-08-13T02:00:00.000Z'],
  ['renewal date : 2027-08-13T04:00:00-03:30', '2027-08-13T07:30:00.000Z'],
  ['expires on: 2027-08-13 04:00:00 UTC', '2027-08-13T04:00:00.000Z'],
  ['Expiration Time: 2027-08-13 04:00:00', '2027-08-13T04:00:00.000Z'],
  ['valid until: 2027/08/13 (13.08.2026, 13-Aug-2026 before)', '2027-08-13T00:00:00.000Z'],
  ['paid-till:     2027.08.13', '2027-08-13T00:00:00.000Z'],
  ['Expiry date:  13-Aug-2027', '2027-08-13T00:00:00.000Z'],
  ['Expiry date:  13-Jan-2027', '2027-01-13T00:00:00.000Z'],
  ['expire: 3 september 2027 (on 1.1.2026)', '2027-09-03T00:00:00.000Z'],
  ['expires:  13.8.2027 12:00', '2027-08-13T00:00:00.000Z'],
  ['expires:  1.12.2027', '2027-12-01T00:00:00.000Z'],
  ['expires:  13-Foo-2027', undefined],
  ['expires:  2027-13-45', undefined],
  ['expires:  never', undefined],
  ['Domain Name: example.com', undefined],
  ['Notice: the expiry date: 2027-08-13 is that of the registry', undefined],
])('WHOIS: %s', (text, end) => {
  expect(whoisExpiry(`Domain: x\n${text}\nother: y`)?.toISOString()).toBe(end);
});

test.each([
  ['refer:        whois.example-registry.com\n', 'whois.example-registry.com'],
  ['% comment\r\n  Registrar WHOIS Server : WHOIS.Registrar-1.net  \r\nother: y', 'whois.registrar-1.net'],
  ['whois:whois.nic.test', 'whois.nic.test'],
  ['see refer: whois.nic.test', undefined],
  ['refer: https://whois.nic.test', undefined],
  ['nothing', undefined],
])('a WHOIS response refers to another server: %j', (text, server) => {
  expect(whoisReferral(text)).toBe(server);
});

test('RDAP reports the end of a registration among its events', () => {
  const events = [
    { eventAction: 'registration', eventDate: '1995-01-01T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-01-02T03:04:05Z' },
  ];
  expect(rdapExpiry({ events })?.toISOString()).toBe('2027-01-02T03:04:05.000Z');
  for (const nothing of [null, {}, { events: 'x' }, { events: [null] }]) expect(rdapExpiry(nothing)).toBeUndefined();
});

test('a check without anything to report has no findings, values and message', () => {
  expect(outcome('UP')).toMatchObject({ message: null, findings: [], values: [] });
});

test('a failure that says nothing about the target is unknown, not down', () => {
  const verdictOf = (code: string) => failureOutcome({ code, message: 'x' }).verdict;
  expect(['TIMEOUT', 'CONNECTION', 'DNS', 'TLS', 'TOO_MANY_REDIRECTS'].map(verdictOf)).toEqual(Array(5).fill('DOWN'));
  expect(['ADDRESS_REFUSED', 'UNRESOLVED_VARIABLE', 'INVALID_URL', 'CANCELLED'].map(verdictOf)).toEqual(
    Array(4).fill('UNKNOWN'),
  );
});
