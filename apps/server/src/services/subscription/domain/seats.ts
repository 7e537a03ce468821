import type { GivenPlan } from './limits.ts';
import { seatsOfPlan } from './prices.ts';

/** Licences of one service before a change of the plan. */
export interface Seats {
  serviceId: string;
  total: number;
  /** Held by users. */
  assigned: number;
}

const ranks: Readonly<Record<GivenPlan, number>> = { FREE: 0, PRO: 1, ENTERPRISE: 2 };

/**
 * seatsAfter is the number of licences of a service after a change of the plan: a higher plan brings at least its own number, the same
 * one keeps what there is, a lower one has its own number alone.
 */
export function seatsAfter(total: number, before: GivenPlan, after: GivenPlan): number {
  if (ranks[after] > ranks[before]) return Math.max(total, seatsOfPlan[after]);
  return before === after ? total : seatsOfPlan[after];
}

/** What prevents a change to fewer licences: they are held, or the change is not confirmed. */
export type SeatRefusal = { kind: 'held' | 'fewer'; seats: Seats; after: number };

/** seatRefusal finds the first service with fewer licences than are held, else the first with fewer than before unless that is confirmed. */
export function seatRefusal(
  all: readonly Seats[],
  afterOf: (seats: Seats) => number,
  isConfirmed: boolean,
): SeatRefusal | undefined {
  const first = (kind: SeatRefusal['kind'], least: (seats: Seats) => number): SeatRefusal | undefined => {
    const seats = all.find((one) => afterOf(one) < least(one));
    return seats && { kind, seats, after: afterOf(seats) };
  };
  return first('held', ({ assigned }) => assigned) ?? (isConfirmed ? undefined : first('fewer', ({ total }) => total));
}
