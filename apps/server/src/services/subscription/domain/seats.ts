import type { GivenPlan } from './limits.ts';
import { seatsOfPlan } from './prices.ts';

/** Licences of one service before a change of plan. */
export interface Seats {
  serviceId: string;
  total: number;
  /** Held by users. */
  assigned: number;
}

const ranks: Readonly<Record<GivenPlan, number>> = { FREE: 0, PRO: 1, ENTERPRISE: 2 };

/**
 * seatsAfter returns the number of licences of a service after a change of plan: at least the plan's number for a
 * higher plan, the present number for the same one, exactly the plan's number for a lower one.
 */
export function seatsAfter(total: number, before: GivenPlan, after: GivenPlan): number {
  if (ranks[after] > ranks[before]) return Math.max(total, seatsOfPlan[after]);
  return before === after ? total : seatsOfPlan[after];
}

/** What prevents a change to fewer licences: they are held, or the change isn't confirmed. */
export type SeatRefusal = { kind: 'held' | 'fewer'; seats: Seats; after: number };

/**
 * seatRefusal returns the first service with fewer licences than are held, or, without confirmation, the first with
 * fewer than before.
 */
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
