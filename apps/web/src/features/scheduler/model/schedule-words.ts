import { lastDayOfMonth, type Schedule, type WeekDay, weekDays } from '@touchstone/contracts/scheduler';

/** The part of a schedule that determines its days. */
type Days = Pick<Schedule, 'scheduleType' | 'startDate' | 'daysOfWeek' | 'daysOfMonth' | 'time' | 'cron'>;

const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** dateWords formats a calendar date, such as `Nov 23, 2026`. */
export const dateWords = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** dayName returns the name of a day, such as `Monday`. */
export const dayName = (of: WeekDay): string => of.charAt(0) + of.slice(1).toLowerCase();

const ordinal = (value: number): string => `${value}${endings[ordinals.select(value)] ?? 'th'}`;

function weekWords(chosen: readonly WeekDay[]): string {
  const days = weekDays.filter((one) => chosen.includes(one));
  const isWeekend = (one: WeekDay) => one === 'SATURDAY' || one === 'SUNDAY';
  if (days.length === 7) return 'Every day';
  if (days.length === 5 && !days.some(isWeekend)) return 'Every weekday';
  if (days.length === 2 && days.every(isWeekend)) return 'Every weekend';
  return days.length === 1
    ? `Every ${dayName(days[0]!)}`
    : `Every ${list.format(days.map((one) => dayName(one).slice(0, 3)))}`;
}

function monthWords(chosen: Schedule['daysOfMonth']): string {
  const days = chosen.filter((one) => one !== lastDayOfMonth).toSorted((a, b) => a - b);
  const words = days.map(ordinal);
  if (chosen.includes(lastDayOfMonth)) words.push('last day');
  return `Every month on the ${list.format(words)}`;
}

function daysWords(schedule: Days): string {
  switch (schedule.scheduleType) {
    case 'ONCE':
      return `Once on ${dateWords(schedule.startDate)}`;
    case 'WEEKLY':
      return weekWords(schedule.daysOfWeek);
    case 'MONTHLY':
      return monthWords(schedule.daysOfMonth);
    default:
      return 'Every day';
  }
}

/** whenWords says when a schedule is due, such as `Every weekday at 09:00`. */
export function whenWords(schedule: Days): string {
  if (schedule.scheduleType === 'CRON') return `Cron ${schedule.cron ?? ''}`;
  return `${daysWords(schedule)} at ${schedule.time ?? ''}`;
}

/** boundsWords says from and until which day a schedule is due; undefined if neither matters. */
export function boundsWords({ scheduleType, startDate, endDate }: Schedule, today: string): string | undefined {
  if (scheduleType === 'ONCE') return undefined;
  const from = startDate > today ? `from ${dateWords(startDate)}` : '';
  const until = endDate ? `until ${dateWords(endDate)}` : '';
  return [from, until].filter(Boolean).join(' ') || undefined;
}
