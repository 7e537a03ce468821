import type { CheckOutcome } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { maskedOutcome } from './masked-outcome.ts';
import { plainOutcome } from './to-check.ts';

const secrets = ['rosebud'];
const outcome = (body: string | null): CheckOutcome => ({
  ...plainOutcome('DOWN', 'STATUS', 'It has rosebud.'),
  findings: [{ name: 'a', passed: false, message: 'not rosebud' }],
  values: ['rosebud', 'plain'],
  exchange: {
    request: {
      method: 'POST',
      url: 'https://a.test/?k=rosebud',
      headers: [
        ['Authorization', 'x'],
        ['X-A', 'rosebud'],
      ],
      body,
    },
    response: {
      status: 500,
      headers: [
        ['Set-Cookie', 'a=1'],
        ['B', 'plain'],
      ],
      body,
      sizeBytes: 5,
      isCut: false,
    },
  },
});

test('secrets are masked everywhere, and headers with credentials entirely', () => {
  const masked = maskedOutcome(outcome('my rosebud'), secrets);
  expect(JSON.stringify(masked)).not.toContain('rosebud');
  expect(masked.exchange?.request?.headers[0]).toEqual(['Authorization', '•••']);
  expect(masked.exchange?.response?.headers).toEqual([
    ['Set-Cookie', '•••'],
    ['B', 'plain'],
  ]);
  expect(masked.values[1]).toBe('plain');
  expect(maskedOutcome(plainOutcome('UP', null, null), secrets)).toEqual(plainOutcome('UP', null, null));
});

test.each([
  [null, null, false],
  ['x'.repeat(16_384), 'x'.repeat(16_384), false],
  ['x'.repeat(16_385), 'x'.repeat(16_384), true],
])('a body is cut where it is long', (body, kept, isCut) => {
  expect(maskedOutcome(outcome(body), secrets).exchange?.response).toMatchObject({ body: kept, isCut });
});

test('if truncation cuts through a secret, no part of it is kept', () => {
  const { exchange } = maskedOutcome(outcome(`${'x'.repeat(16_380)}rosebud`), secrets);
  for (const body of [exchange?.request?.body, exchange?.response?.body]) expect(body).not.toContain('ros');
});
