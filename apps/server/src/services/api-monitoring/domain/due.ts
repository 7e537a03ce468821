import type { MonitorSchedule } from '@touchstone/contracts/api-monitoring';

/**
 * NextCron returns the first instant after `afterMs` at which a cron expression is due in a time zone; undefined: never
 * again.
 */
export type NextCron = (cron: string, timezone: string, afterMs: number) => number | undefined;

/**
 * nextDue returns the first instant after `afterMs` at which a monitor is due. Intervals lie on a grid that is offset
 * by the monitor's id, so monitors spread over their interval and a late check doesn't delay later ones.
 */
export function nextDue(
  schedule: MonitorSchedule,
  monitorId: string,
  { afterMs, nextCron }: { afterMs: number; nextCron: NextCron },
): number | undefined {
  if (schedule.type === 'cron') return nextCron(schedule.cron, schedule.timezone, afterMs);
  const stepMs = schedule.everySeconds * 1000;
  const shiftMs = hashOf(monitorId) % stepMs;
  return Math.floor((afterMs - shiftMs) / stepMs) * stepMs + stepMs + shiftMs;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  // Ids of monitors created together differ only in their last characters, which are hashed last.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}
