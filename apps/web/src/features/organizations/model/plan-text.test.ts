import { expect, test } from 'vitest';
import { endOfDay, limitText, planText, readLimit } from './plan-text.ts';

test.each([
  ['FREE', 'FREE', 'FREEMIUM'],
  ['PRO', 'PRO', 'PRO'],
  ['EXPIRED', 'PRO', 'EXPIRED (PRO)'],
  ['EXPIRED', 'EXPIRED', 'EXPIRED'],
] as const)('the plan %s of %s is written %s', (planType, subscribedPlan, expected) => {
  expect(planText({ planType, subscribedPlan })).toBe(expected);
});

test.each([
  ['', null],
  [' 100 ', 100],
  ['0', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['lots', undefined],
  ['1000000000', 1_000_000_000],
  ['1000000001', undefined],
  ['00000000001', undefined],
  ['1 000', undefined],
  ['x1', undefined],
])('%j is the limit %j [organisation-dashboard-5]', (typed, expected) => {
  expect(readLimit(typed)).toBe(expected);
});

test('no limit is written in words', () => {
  expect([limitText(null), limitText(undefined), limitText(0), limitText(12_000)]).toEqual([
    'No limit',
    'No limit',
    '0',
    '12,000',
  ]);
});

test('a plan ends at the end of the selected day', () => {
  expect(endOfDay('2026-12-31')).toBe('2026-12-31T23:59:59.000Z');
});
