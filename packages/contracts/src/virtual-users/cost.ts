/**
 * VirtualUserCost is how a run is paid for: free virtual users first, then paid ones; `missing` couldn't be covered.
 */
export interface VirtualUserCost {
  free: number;
  paid: number;
  missing: number;
}

/**
 * splitCost divides a number of virtual users over a wallet's balance. Used by both the page's preview and the
 * reservation.
 */
export function splitCost(
  virtualUsers: number,
  wallet: { freeVirtualUsers: number; paidVirtualUsers: number },
): VirtualUserCost {
  const free = Math.min(virtualUsers, wallet.freeVirtualUsers);
  const paid = Math.min(virtualUsers - free, wallet.paidVirtualUsers);
  return { free, paid, missing: virtualUsers - free - paid };
}
