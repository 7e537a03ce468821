/** Free virtual users of a wallet. */
export const freeAllowance = 1000;

/** limitPerRun is the most virtual users that one run may have on a plan; null: no limit, 0: no runs. */
export function limitPerRun(plan: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED'): number | null {
  if (plan === 'EXPIRED') return 0;
  return plan === 'FREE' ? freeAllowance : null;
}
