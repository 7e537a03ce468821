import type { CallInput } from '@touchstone/contracts';
import type { Price, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { z } from 'zod';

export type Order = CallInput<typeof subscriptionRoutes.renewLicences>['body'];

const wholeNumber = (most: number) =>
  z
    .number({ error: 'Only Integer allowed' })
    .int('Only Integer allowed')
    .min(1, 'Enter 1 or more')
    .max(most, `At most ${most.toLocaleString('en')}`);

/** Maximum licences of each service in an order. */
export const maxSeats = 10_000;

/** Order of a renewal; `seats` are licences of each service. */
export const orderSchema = z.object({
  planType: z.enum(['PRO', 'ENTERPRISE']),
  months: wholeNumber(36),
  seats: wholeNumber(maxSeats),
});

/**
 * totalOf returns the price of an order in hundredths of its currency; undefined while prices or numbers are missing.
 */
export function totalOf(order: Order, prices: Price[]): { cents: number; currency: string } | undefined {
  if (!orderSchema.safeParse(order).success) return undefined;
  const chosen = prices.filter(({ planType }) => planType === order.planType);
  const [first] = chosen;
  if (!first) return undefined;
  const monthly = chosen.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0);
  return { cents: monthly * order.months * order.seats, currency: first.currency };
}

/** monthlyOf returns the monthly price of one licence of every service, in hundredths of the currency. */
export function monthlyOf(planType: Order['planType'], prices: Price[]) {
  return totalOf({ planType, months: 1, seats: 1 }, prices);
}
