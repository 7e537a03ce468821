import type { Clock } from '@touchstone/kernel';
import type { Logger } from 'pino';

/** The difference between clocks that isn't worth a warning; tokens allow for a few seconds. */
const toleratedMs = 30_000;
const everyMs = 60_000;

/**
 * ClockCheck compares this machine's clock with another when tokens fail because of their times; at most once a minute
 * per clock. Never rejects.
 */
export type ClockCheck = (of: string, ask: () => Promise<Date | undefined>) => Promise<void>;

/** createClockCheck logs a difference of more than half a minute, with what to do. */
export function createClockCheck({ clock, log }: { clock: Clock; log: Pick<Logger, 'warn'> }): ClockCheck {
  const askedMs = new Map<string, number>();
  return async (of, ask) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - (askedMs.get(of) ?? Number.NEGATIVE_INFINITY) < everyMs) return;
    askedMs.set(of, nowMs);
    const answer = await ask().catch(() => undefined);
    if (!answer) return;
    const aheadMs = clock.now().getTime() - answer.getTime();
    if (Math.abs(aheadMs) <= toleratedMs) return;
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    log.warn(
      { clockOf: of, aheadSeconds: Math.round(aheadMs / 1000) },
      `A token was refused for its times, and the clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${of}. Set the clock that is wrong, and keep both right with NTP.`,
    );
  };
}

/** dateHeader requests a server's time; undefined if it provides none. */
export async function dateHeader(url: string): Promise<Date | undefined> {
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
  const date = new Date(answer.headers.get('date') ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
