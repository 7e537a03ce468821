/** Plan of an organization; EXPIRED is what another one becomes when its time is over. */
export type Plan = 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';

/** planInForce is the plan that holds at an instant: EXPIRED from the end of the trial or of the paid time on. */
export function planInForce(given: { plan: Plan; planExpiresAt: Date | null }, now: Date): Plan {
  return given.planExpiresAt !== null && given.planExpiresAt <= now ? 'EXPIRED' : given.plan;
}
