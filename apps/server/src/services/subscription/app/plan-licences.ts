import { serviceCatalog } from '@touchstone/contracts/subscription';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PlanChange } from '../../user-management/index.ts';
import type { GivenPlan } from '../domain/limits.ts';
import { seatsOfPlan } from '../domain/prices.ts';
import { type Seats, seatRefusal, seatsAfter } from '../domain/seats.ts';
import { subscriptionErrors } from '../errors.ts';
import { licenceStore } from '../store/licence.store.ts';

const nameOf = (serviceId: string): string =>
  serviceCatalog.find(({ uuid }) => uuid === serviceId)?.serviceName ?? 'a former service';

/**
 * assertSeats throws if a change would leave fewer licences than are held, or fewer than before without confirmation.
 */
export function assertSeats(all: readonly Seats[], afterOf: (seats: Seats) => number, isConfirmed: boolean): void {
  const refusal = seatRefusal(all, afterOf, isConfirmed);
  if (!refusal) return;
  const { kind, seats, after } = refusal;
  const params = { service: nameOf(seats.serviceId), assigned: seats.assigned, before: seats.total, after };
  if (kind === 'fewer') throw new AppError(subscriptionErrors.fewerSeats, { params });
  throw new AppError(subscriptionErrors.seatsHeld, { params: { ...params, surplus: seats.assigned - after } });
}

/**
 * excessSeats returns how many more licences of a service are held than included in a plan that they haven't been moved
 * to.
 */
export const excessSeats = (held: { assigned: number; plan: GivenPlan } | undefined, plan: GivenPlan): number =>
  held && held.plan !== plan ? Math.max(0, held.assigned - seatsAfter(held.assigned, held.plan, plan)) : 0;

/**
 * followPlan moves the licences of an organization with its plan, in the same transaction: type, number and end. Throws
 * SUBSCRIPTION_SEATS_HELD and SUBSCRIPTION_FEWER_SEATS.
 */
export async function followPlan(tx: Sql, change: PlanChange, now: Date): Promise<void> {
  const { organizationId, plan, planExpiresAt, seats, confirmFewerSeats = false } = change;
  const isFirst = await licenceStore.claimGrant(tx, organizationId);
  await licenceStore.lockGrant(tx, organizationId);
  if (plan === 'EXPIRED') {
    await licenceStore.setEnd(tx, organizationId, planExpiresAt !== null && planExpiresAt < now ? planExpiresAt : now);
    return;
  }
  const rows = await licenceStore.counts(tx, organizationId, now);
  const known =
    isFirst || seats !== undefined ? serviceCatalog.map(({ uuid }) => uuid) : rows.map((row) => row.serviceId);
  const all = known.map((serviceId) => {
    const row = rows.find((one) => one.serviceId === serviceId);
    return { serviceId, total: row?.total ?? 0, assigned: row?.assigned ?? 0 };
  });
  const afterOf = ({ serviceId, total }: Seats) => {
    if (seats !== undefined) return seats;
    const before = rows.find((one) => one.serviceId === serviceId)?.plan;
    return before === undefined ? seatsOfPlan[plan] : seatsAfter(total, before, plan);
  };
  assertSeats(all, afterOf, confirmFewerSeats);
  const values = { plan, startsAt: now, endsAt: planExpiresAt };
  await licenceStore.renew(tx, organizationId, values);
  for (const one of all) await licenceStore.setSeats(tx, organizationId, one.serviceId, afterOf(one), values);
}
