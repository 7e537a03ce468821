import type { ReportPeriod } from '@touchstone/contracts/api-monitoring';
import type { WallClock } from '../wall-clock.ts';

const dayMs = 86_400_000;

/** The schedule of a report mail. */
export interface ReportTimes {
  period: ReportPeriod;
  /** HH:MM. */
  timeOfDay: string;
  timezone: string;
}

/** The local start of the period that contains a local time, moved on by `ahead` periods. Weeks start on Monday. */
function startOf(period: ReportPeriod, wall: number, ahead = 0): number {
  const day = Math.floor(wall / dayMs) * dayMs;
  if (period === 'DAY') return day + ahead * dayMs;
  const date = new Date(day);
  if (period === 'WEEK') return day - ((date.getUTCDay() + 6) % 7) * dayMs + ahead * 7 * dayMs;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1);
}

/** lastPeriod returns the last complete day, week or month at an instant, in a time zone. */
export function lastPeriod({ period, timezone }: ReportTimes, at: Date, clock: WallClock): { from: Date; to: Date } {
  const wall = clock.wallOf(timezone, at.getTime());
  const instant = (ahead: number) => new Date(clock.instantOf(timezone, startOf(period, wall, ahead)));
  return { from: instant(-1), to: instant(0) };
}

/**
 * nextReportAt returns the first instant after `after` at which a report is due: at its time of day, on the first day
 * of each period.
 */
export function nextReportAt({ period, timeOfDay, timezone }: ReportTimes, after: Date, clock: WallClock): Date {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const wall = clock.wallOf(timezone, after.getTime());
  for (let ahead = 0; ; ahead += 1) {
    const due = clock.instantOf(timezone, startOf(period, wall, ahead) + (hours * 60 + minutes) * 60_000);
    if (due > after.getTime()) return new Date(due);
  }
}
