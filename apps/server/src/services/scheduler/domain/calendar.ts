import { lastDayOfMonth, type Schedule, scheduleMessages, weekDays } from '@touchstone/contracts/scheduler';
import type { ErrorDetail } from '@touchstone/kernel';
import { Cron } from 'croner';
import { instantOf, isTimezone, offsetAt, type WallMs, wallOf } from './time-zone.ts';

const dayMs = 86_400_000;
/** The longest wait for a chosen day of the month is two months; a day in February may wait for a leap year. */
const maxDays = 400;

/**
 * nextDue returns the first instant after `afterMs` at which a schedule is due; undefined if there is none.
 *
 * When clocks change: a skipped local time (a gap) is due at the first moment after the gap, and several skipped times
 * of one CRON expression only once; a repeated local time is due once, the first time. A CRON expression with the hour
 * `*` follows elapsed time instead: it continues through the repeated hour and isn't due in the gap, so that every five
 * minutes really are every five minutes.
 */
export function nextDue(schedule: Schedule, afterMs: number): number | undefined {
  const { timezone, startDate, endDate, scheduleType } = schedule;
  const last = scheduleType === 'ONCE' ? startDate : endDate;
  const end = last === null ? Number.POSITIVE_INFINITY : wallAt(last) + dayMs;
  const from = Math.max(afterMs, instantOf(timezone, wallAt(startDate)) - 1);
  return scheduleType === 'CRON' ? nextOfCron(schedule, from, end) : nextOfDays(schedule, from, end);
}

/** dueUpTo returns the due instants after `afterMs` up to `untilMs`, at most `most`. */
export function dueUpTo(schedule: Schedule, afterMs: number, untilMs: number, most: number): number[] {
  const found: number[] = [];
  for (let at = nextDue(schedule, afterMs); at !== undefined && at <= untilMs; at = nextDue(schedule, at)) {
    found.push(at);
    if (found.length === most) break;
  }
  return found;
}

/** scheduleFault returns why a schedule is invalid; undefined if it is valid. `nowMs` decides what is in the past. */
export function scheduleFault(schedule: Schedule, nowMs: number): ErrorDetail | undefined {
  return formFault(schedule) ?? dayFault(schedule) ?? pastFault(schedule, nowMs);
}

function formFault({ timezone, scheduleType, startDate, endDate, time, cron }: Schedule): ErrorDetail | undefined {
  if (!isTimezone(timezone)) return { path: 'timezone', message: `Unknown time zone: ${timezone}. Choose one.` };
  if (endDate !== null && endDate < startDate)
    return { path: 'endDate', message: 'The end date is before the start date.' };
  if (scheduleType === 'CRON') {
    const message = cronFault(cron);
    return message === undefined ? undefined : { path: 'cron', message };
  }
  return time === null ? { path: 'time', message: 'Please select a time.' } : undefined;
}

/** cronFault returns why a cron expression is invalid; undefined if it is valid. */
export function cronFault(cron: string | null): string | undefined {
  if (!cron) return 'Please enter a cron line, such as 30 9 * * 1-5.';
  if (cron.split(/\s+/).length !== 5)
    return 'A cron line has five fields: minute, hour, day of month, month, day of week.';
  try {
    if (new Cron(cron, { paused: true, mode: '5-part', timezone: 'UTC' }).nextRun() === null)
      return 'This cron line is never due.';
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Cron\w*: /, '');
    return `Invalid cron line: ${reason}`;
  }
}

function dayFault(schedule: Schedule): ErrorDetail | undefined {
  const { scheduleType, startDate, daysOfWeek, daysOfMonth } = schedule;
  const endDate = scheduleType === 'ONCE' ? startDate : schedule.endDate;
  const outside = (path: string): ErrorDetail => ({ path, message: scheduleMessages.daysOutside });
  const several = (path: string): ErrorDetail => ({ path, message: scheduleMessages.severalDays });
  const days = daysBetween(startDate, endDate);
  if (scheduleType === 'WEEKLY' || scheduleType === 'ONCE') {
    if (startDate === endDate && new Set(daysOfWeek).size > 1) return several('daysOfWeek');
    if (daysOfWeek.length === 0) return scheduleType === 'WEEKLY' ? outside('daysOfWeek') : undefined;
    const weekDays = new Set(days.map(weekDayOf));
    return daysOfWeek.every((day) => weekDays.has(day)) ? undefined : outside('daysOfWeek');
  }
  if (scheduleType !== 'MONTHLY') return undefined;
  if (startDate === endDate && new Set(daysOfMonth).size > 1) return several('daysOfMonth');
  const occurs = (day: (typeof daysOfMonth)[number]) => days.some((wall) => isDayOfMonth(wall, day));
  return daysOfMonth.length > 0 && daysOfMonth.every(occurs) ? undefined : outside('daysOfMonth');
}

const pastFault = (schedule: Schedule, nowMs: number): ErrorDetail | undefined =>
  nextDue(schedule, nowMs) === undefined
    ? { path: schedule.scheduleType === 'CRON' ? 'cron' : 'time', message: scheduleMessages.timeInPast }
    : undefined;

const wallAt = (date: string, time = '00:00'): WallMs => Date.parse(`${date}T${time}:00Z`);
const startOfDay = (wall: WallMs): WallMs => Math.floor(wall / dayMs) * dayMs;
const weekDayOf = (wall: WallMs) => weekDays[(new Date(wall).getUTCDay() + 6) % 7];

/** The days between two dates, as far as needed to know which days occur. */
function daysBetween(startDate: string, endDate: string | null): WallMs[] {
  const start = wallAt(startDate);
  const count = endDate === null ? maxDays : (wallAt(endDate) - start) / dayMs + 1;
  return Array.from({ length: Math.min(count, maxDays) }, (_, day) => start + day * dayMs);
}

function isDayOfMonth(wall: WallMs, day: number | typeof lastDayOfMonth): boolean {
  if (day === lastDayOfMonth) return new Date(wall + dayMs).getUTCDate() === 1;
  return new Date(wall).getUTCDate() === day;
}

function isChosen({ scheduleType, startDate, daysOfWeek, daysOfMonth }: Schedule, wall: WallMs): boolean {
  if (scheduleType === 'ONCE') return wall === wallAt(startDate);
  if (scheduleType === 'WEEKLY') return daysOfWeek.some((day) => day === weekDayOf(wall));
  if (scheduleType === 'MONTHLY') return daysOfMonth.some((day) => isDayOfMonth(wall, day));
  return true;
}

/** Schedules that are due on certain days at one time. */
function nextOfDays(schedule: Schedule, afterMs: number, end: WallMs): number | undefined {
  const { timezone, startDate, time } = schedule;
  const ofDay = wallAt('1970-01-01', time ?? '00:00');
  // A gap may move a time to the next day.
  const first = Math.max(startOfDay(wallOf(timezone, afterMs)) - dayMs, wallAt(startDate));
  for (let day = first; day < Math.min(end, first + maxDays * dayMs); day += dayMs) {
    if (!isChosen(schedule, day)) continue;
    const due = instantOf(timezone, day + ofDay);
    if (due > afterMs) return due;
  }
  return undefined;
}

const lines = new Map<string, Cron>();
const maxLines = 2000;

/** A cron expression, parsed once. */
function lineOf(cron: string, timezone: string): Cron {
  const key = `${timezone} ${cron}`;
  let line = lines.get(key);
  if (!line) {
    if (lines.size >= maxLines) lines.clear();
    line = new Cron(cron, { paused: true, mode: '5-part', timezone });
    lines.set(key, line);
  }
  return line;
}

/**
 * nextCronDue returns the first instant after `afterMs` at which a cron expression is due, by the rules of `nextDue`;
 * undefined if there is none.
 */
export const nextCronDue = (cron: string, timezone: string, afterMs: number): number | undefined =>
  nextOfCron({ cron, timezone }, afterMs, Number.POSITIVE_INFINITY);

function nextOfCron(
  { cron, timezone }: Pick<Schedule, 'cron' | 'timezone'>,
  afterMs: number,
  end: WallMs,
): number | undefined {
  const pattern = cron ?? '';
  if (pattern.split(/\s+/)[1] === '*') {
    const due = lineOf(pattern, timezone).nextRun(new Date(afterMs))?.getTime();
    return due !== undefined && wallOf(timezone, due) < end ? due : undefined;
  }
  // Evaluated on the wall clock, so that gaps and repetitions are treated as for all other schedules.
  const line = lineOf(pattern, 'UTC');
  // Times in a gap are due after it, so the search starts before the gap.
  const gap = Math.max(0, offsetAt(timezone, afterMs) - offsetAt(timezone, afterMs - dayMs));
  let wall = line.nextRun(new Date(wallOf(timezone, afterMs) - gap))?.getTime();
  while (wall !== undefined && wall < end) {
    const due = instantOf(timezone, wall);
    if (due > afterMs) return due;
    wall = line.nextRun(new Date(wall))?.getTime();
  }
  return undefined;
}
