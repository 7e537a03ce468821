/** Purses of a wallet, and the organization's counterparts: what was granted, sold and consumed. */
export type Purse = 'free' | 'paid' | 'heldFree' | 'heldPaid' | 'grace';
export type Counterpart = 'granted' | 'sold' | 'consumed';

/** Most virtual users lent to a wallet until its invoice is paid. */
export const graceLimit = 100;
export const graceDays = 7;

/** The lowest balance of each account; null: any. What was lent or given out is a negative balance of its source. */
export const purseFloors: Record<Purse, number> = { free: 0, paid: 0, heldFree: 0, heldPaid: 0, grace: -graceLimit };
export const counterpartFloors: Record<Counterpart, number | null> = { granted: null, sold: null, consumed: 0 };

export const purse = (walletId: string, name: Purse): string => `${walletId}/${name}`;
export const counterpart = (organizationId: string, name: Counterpart): string => `${organizationId}/${name}`;

/** Moves `amount` virtual users from one account to another: a pair of entries. */
export interface Move {
  from: string;
  to: string;
  amount: number;
}

/**
 * settlementMoves returns the moves that end a hold: paid virtual users used by the run are consumed, everything else
 * is returned.
 */
export function settlementMoves(
  hold: { walletId: string; organizationId: string; free: number; paid: number },
  used: number,
): Move[] {
  const consumed = Math.max(0, Math.min(used - hold.free, hold.paid));
  const of = (name: Purse) => purse(hold.walletId, name);
  return [
    { from: of('heldFree'), to: of('free'), amount: hold.free },
    { from: of('heldPaid'), to: counterpart(hold.organizationId, 'consumed'), amount: consumed },
    { from: of('heldPaid'), to: of('paid'), amount: hold.paid - consumed },
  ];
}

/** deltas sums moves per account; unchanged accounts are omitted. */
export function deltas(moves: Move[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { from, to, amount } of moves) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`A move of ${amount} virtual users.`);
    sums.set(from, (sums.get(from) ?? 0) - amount);
    sums.set(to, (sums.get(to) ?? 0) + amount);
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0));
}
