const pausesSeconds = [10, 30, 60, 120, 300, 600, 1200, 1800, 3600];
/** How long a receiver may be unavailable before a message is given up. */
export const giveUpAfterMs = 24 * 3600_000;
const longestWaitMs = 3600_000;

/** isPermanent returns whether the same message would be refused again. */
export const isPermanent = (status: number): boolean =>
  status >= 300 && status < 500 && ![408, 409, 423, 425, 429].includes(status);

/**
 * retryAfterMs parses a Retry-After header (seconds or a date), at most an hour, so that a receiver can't postpone a
 * message forever. Undefined if it is absent or invalid.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestWaitMs) : undefined;
}

/** nextTry returns when a failed message is retried; undefined if it is given up. */
export function nextTry({
  attempts,
  firstTriedAt,
  now,
  waitMs = 0,
}: {
  attempts: number;
  firstTriedAt: Date;
  now: Date;
  waitMs?: number | undefined;
}): Date | undefined {
  const pause = (pausesSeconds[Math.min(attempts, pausesSeconds.length) - 1] ?? 0) * 1000;
  const next = now.getTime() + Math.max(pause, waitMs);
  return next - firstTriedAt.getTime() > giveUpAfterMs ? undefined : new Date(next);
}
