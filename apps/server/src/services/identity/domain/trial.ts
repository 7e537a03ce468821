const trialDays = 30;
const dayMs = 24 * 3600_000;

/** trialEnd returns when the free trial of an organization that signs up now ends. */
export const trialEnd = (now: Date): Date => new Date(now.getTime() + trialDays * dayMs);
