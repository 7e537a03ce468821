import { expect, test } from 'vitest';
import { planInForce } from './plan.ts';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['PRO', null, 'PRO'],
  ['PRO', '2026-03-10T12:00:00.001Z', 'PRO'],
  ['PRO', '2026-03-10T12:00:00.000Z', 'EXPIRED'],
  ['FREE', '2026-03-10T11:59:59.999Z', 'EXPIRED'],
  ['ENTERPRISE', '2027-01-01T00:00:00Z', 'ENTERPRISE'],
] as const)('%s until %s is %s', (plan, end, expected) => {
  expect(planInForce({ plan, planExpiresAt: end === null ? null : new Date(end) }, now)).toBe(expected);
});
