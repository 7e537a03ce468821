import type { MonitorSchedule } from '@touchstone/contracts/api-monitoring';

/** NextCron gives the first instant after another at which a cron line is due on the calendar of a time zone; undefined: never again. */
export type NextCron = (cron: string, timezone: string, afterMs: number) => number | undefined;

/**
 * nextDue is the first instant after `afterMs` at which a monitor is due. Intervals lie on a grid that the id of the monitor shifts, so that
 * monitors spread over their interval and a late check moves no later one.
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
  // The ids of monitors made together differ in their last characters alone, which are mixed in last.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}
