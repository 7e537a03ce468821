/** Plan is the plan of an organization; EXPIRED once it has ended. */
export type Plan = 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';

/** planInForce returns the plan in force at an instant: EXPIRED from the end of the trial or of the paid time on. */
export function planInForce(given: { plan: Plan; planExpiresAt: Date | null }, now: Date): Plan {
  return given.planExpiresAt !== null && given.planExpiresAt <= now ? 'EXPIRED' : given.plan;
}
