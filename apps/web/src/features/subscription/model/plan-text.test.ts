import type { Role } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { expiredText, expiredTitle, mayRenew, planName } from './plan-text.ts';

test('FREE is called FREEMIUM [plans-licences-1]', () => {
  expect(['FREE', 'PRO', 'ENTERPRISE', 'EXPIRED'].map((plan) => planName(plan as 'FREE'))).toEqual([
    'FREEMIUM',
    'PRO',
    'ENTERPRISE',
    'EXPIRED',
  ]);
});

test('the title says trial or subscription [plans-licences-2]', () => {
  expect(expiredTitle('EXPIRED')).toBe('Trial Expired');
  expect(expiredTitle('PRO')).toBe('Subscription Expired');
});

test.each<[Role, boolean]>([
  ['ROLE_ADMIN', true],
  ['ROLE_SUPERADMIN', true],
  ['ROLE_SUPERUSER', false],
  ['ROLE_USER', false],
])('%s is offered the renewal: %s [plans-licences-3]', (role, expected) => {
  expect(mayRenew(role)).toBe(expected);
  for (const [plan, what] of [
    ['EXPIRED', /^Your trial has expired\./],
    ['PRO', /^Your subscription has expired\./],
  ] as const) {
    expect(expiredText(plan, role)).toMatch(what);
    expect(expiredText(plan, role).includes('contact your admin')).toBe(!expected);
  }
});
