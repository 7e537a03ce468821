/** When failed sign-ins lock, and for how long. */
export interface LockRule {
  /** Failures without a delay. */
  free: number;
  firstDelayMs: number;
  longestDelayMs: number;
  /** Failures older than this no longer count. */
  forgetAfterMs: number;
}

const minute = 60_000;

/** One account tried from one address: users mistype, so the first five are free. */
export const accountRule: LockRule = {
  free: 5,
  firstDelayMs: 5000,
  longestDelayMs: 15 * minute,
  forgetAfterMs: 24 * 60 * minute,
};

/** One address trying many accounts: many users may share it, so the limit is high. */
export const addressRule: LockRule = {
  free: 100,
  firstDelayMs: 30_000,
  longestDelayMs: 15 * minute,
  forgetAfterMs: 10 * minute,
};

/** One user entering one-time codes: a six-digit code must not be guessable during its lifetime. */
export const otpRule: LockRule = {
  free: 5,
  firstDelayMs: minute,
  longestDelayMs: 15 * minute,
  forgetAfterMs: 24 * 60 * minute,
};

/** One address requesting password reset mails. */
export const resetMailRule: LockRule = {
  free: 20,
  firstDelayMs: minute,
  longestDelayMs: 15 * minute,
  forgetAfterMs: 60 * minute,
};

/** One address signing up, requesting links, or writing to the operator. */
export const signUpRule: LockRule = {
  free: 20,
  firstDelayMs: minute,
  longestDelayMs: 15 * minute,
  forgetAfterMs: 60 * minute,
};

/** lockMs returns the delay, which doubles with every failure beyond the free ones. */
export function lockMs(failures: number, rule: LockRule): number {
  if (failures < rule.free) return 0;
  return Math.min(rule.longestDelayMs, rule.firstDelayMs * 2 ** Math.min(failures - rule.free, 30));
}
