import { AppError } from '@touchstone/kernel';

const pausesSeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400];
/** How long a mail server may be unavailable before a mail is given up. */
export const giveUpAfterMs = 3 * 24 * 3600_000;

/**
 * nextAttempt returns when a mail that failed `attempts` times is retried; undefined if it is given up. Delays grow to
 * four hours.
 */
export function nextAttempt(attempts: number, now: Date, giveUpAt: Date): Date | undefined {
  const seconds = pausesSeconds[Math.min(Math.max(attempts, 1), pausesSeconds.length) - 1] ?? 0;
  const at = new Date(now.getTime() + seconds * 1000);
  return at > giveUpAt ? undefined : at;
}

/**
 * isPermanent returns whether sending a mail again would fail again: the server permanently refuses the recipient or
 * the message (5xx), the address is invalid, or an attachment no longer exists. Refused credentials or senders can be
 * fixed in the settings, and are retried.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof AppError) return true;
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
  if (command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE')) return true;
  return responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE');
}
