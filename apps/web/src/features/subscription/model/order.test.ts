import type { Price } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import { monthlyOf, orderSchema, totalOf } from './order.ts';

const price = (serviceName: string, planType: Price['planType'], monthlyCents: number): Price => ({
  serviceStore: { uuid: serviceName, serviceName, category: 'API_TESTING' },
  planType,
  monthlyCents,
  currency: 'USD',
});
const prices = [
  price('API', 'FREE', 0),
  price('API', 'PRO', 2900),
  price('API', 'ENTERPRISE', 5900),
  price('Web', 'PRO', 100),
];

test.each([
  [{ planType: 'PRO', months: 1, seats: 1 }, 3000],
  [{ planType: 'PRO', months: 12, seats: 8 }, 288_000],
  [{ planType: 'ENTERPRISE', months: 2, seats: 3 }, 35_400],
] as const)('%j costs %d cents [plans-licences-7]', (order, cents) => {
  expect(totalOf(order, prices)).toEqual({ cents, currency: 'USD' });
});

test.each([
  [{ months: 0 }, 'Enter 1 or more'],
  [{ months: 37 }, 'At most 36'],
  [{ seats: 10_001 }, 'At most 10,000'],
  [{ seats: 1.5 }, 'Only Integer allowed'],
  [{ seats: '' }, 'Only Integer allowed'],
])('refuses %j', (wrong, message) => {
  const order = { planType: 'PRO' as const, months: 1, seats: 1, ...wrong };
  expect(orderSchema.safeParse(order).error?.issues[0]?.message).toBe(message);
  expect(totalOf(order as { planType: 'PRO'; months: number; seats: number }, prices)).toBeUndefined();
});

test('without a price there is no total', () => {
  expect(totalOf({ planType: 'PRO', months: 1, seats: 1 }, [])).toBeUndefined();
});

test.each([
  ['PRO', 3000],
  ['ENTERPRISE', 5900],
] as const)('one licence of every service on the plan %s costs %i hundredths a month', (planType, cents) => {
  expect(monthlyOf(planType, prices)).toEqual({ cents, currency: 'USD' });
});
