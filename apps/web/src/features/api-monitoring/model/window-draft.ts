import type { MaintenanceWindow, WindowTime } from '@touchstone/contracts/api-monitoring';

/** How often a maintenance window recurs. */
export type Repeat = 'once' | 'daily' | 'weekly' | 'monthly' | 'cron';

/**
 * WindowDraft is the form of a maintenance window. Times are in its time zone; those of a one-time window in the
 * browser's.
 */
export interface WindowDraft {
  title: string;
  description: string;
  repeat: Repeat;
  /** Of a one-time window, in the format of a browser input: `2026-11-20T09:30`. */
  startsAt: string;
  endsAt: string;
  /** `HH:MM`, for a recurring window. */
  time: string;
  /** 0 is Sunday. */
  weekDays: string[];
  monthDay: number;
  cron: string;
  timezone: string;
  durationMinutes: number;
  scope: 'project' | 'some';
  collectionIds: string[];
  monitorIds: string[];
}

const pad = (value: number) => String(value).padStart(2, '0');

/** localInput formats an instant for a browser's date-time input. */
export function localInput(at: Date): string {
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** newWindow returns the form of a new window: one hour, starting at the next full hour. */
export function newWindow(now: Date, timezone: string): WindowDraft {
  const hourMs = 3_600_000;
  const start = new Date(Math.floor(now.getTime() / hourMs + 1) * hourMs);
  return {
    title: '',
    description: '',
    repeat: 'once',
    startsAt: localInput(start),
    endsAt: localInput(new Date(start.getTime() + hourMs)),
    time: '03:00',
    weekDays: ['0'],
    monthDay: 1,
    cron: '0 3 * * 0',
    timezone,
    durationMinutes: 60,
    scope: 'project',
    collectionIds: [],
    monitorIds: [],
  };
}

/** cronOf returns the cron expression of a recurring window. */
export function cronOf({ repeat, time, weekDays, monthDay, cron }: WindowDraft): string {
  const [hour = '0', minute = '0'] = time.split(':').map((part) => String(Number(part)));
  if (repeat === 'daily') return `${minute} ${hour} * * *`;
  if (repeat === 'weekly') return `${minute} ${hour} * * ${[...weekDays].sort().join(',')}`;
  if (repeat === 'monthly') return `${minute} ${hour} ${monthDay} * *`;
  return cron.trim();
}

/** Parses a cron expression that one of the simple rules could have produced. */
function ruleOf(cron: string): Partial<WindowDraft> {
  const [, minute = '', hour = '', day = '', week = ''] = /^(\d+) (\d+) (\*|\d+) \* (\*|\d(?:,\d)*)$/.exec(cron) ?? [];
  if (minute === '') return { repeat: 'cron', cron };
  const time = `${pad(Number(hour))}:${pad(Number(minute))}`;
  if (day === '*' && week === '*') return { repeat: 'daily', time, cron };
  if (day === '*') return { repeat: 'weekly', time, weekDays: week.split(','), cron };
  if (week === '*') return { repeat: 'monthly', time, monthDay: Number(day), cron };
  return { repeat: 'cron', cron };
}

/** draftOf returns the form of a saved window. */
export function draftOf(window: MaintenanceWindow, now: Date, timezone: string): WindowDraft {
  const { title, description, time, collectionIds, monitorIds } = window;
  const scope = collectionIds.length + monitorIds.length === 0 ? 'project' : 'some';
  const same = { ...newWindow(now, timezone), title, description, scope, collectionIds, monitorIds } as const;
  if (time.type === 'once')
    return {
      ...same,
      repeat: 'once',
      startsAt: localInput(new Date(time.startsAt)),
      endsAt: localInput(new Date(time.endsAt)),
    };
  return { ...same, ...ruleOf(time.cron), timezone: time.timezone, durationMinutes: time.durationMinutes };
}

const instantOf = (local: string): string => new Date(local).toISOString();

/** timeOf returns when a window is, in the server's format. */
export function timeOf(draft: WindowDraft): WindowTime {
  if (draft.repeat === 'once')
    return { type: 'once', startsAt: instantOf(draft.startsAt), endsAt: instantOf(draft.endsAt) };
  const { timezone, durationMinutes } = draft;
  return { type: 'recurring', cron: cronOf(draft), timezone, durationMinutes, startsAt: null, endsAt: null };
}

const isTime = (local: string): boolean => !Number.isNaN(Date.parse(local));

type Found = Record<string, string>;

function onceProblems({ startsAt, endsAt }: WindowDraft): Found {
  const problems: Found = {};
  if (!isTime(startsAt)) problems.startsAt = 'Enter a date and time.';
  if (!isTime(endsAt)) problems.endsAt = 'Enter a date and time.';
  else if (isTime(startsAt) && Date.parse(endsAt) <= Date.parse(startsAt))
    problems.endsAt = 'The end must be after the start.';
  return problems;
}

function ruleProblems({ repeat, cron, time, weekDays, monthDay }: WindowDraft): Found {
  if (repeat === 'cron') return cron.trim() === '' ? { cron: 'Enter a cron line such as 0 3 * * 0.' } : {};
  const problems: Found = {};
  if (time === '') problems.time = 'Please select a time.';
  if (repeat === 'weekly' && weekDays.length === 0) problems.weekDays = 'Choose at least one day.';
  if (repeat === 'monthly' && !(monthDay >= 1 && monthDay <= 31)) problems.monthDay = 'Enter a day from 1 to 31.';
  return problems;
}

/** windowProblems returns what prevents a form from being saved, by field. */
export function windowProblems(draft: WindowDraft): Readonly<Found> {
  const { title, repeat, durationMinutes: minutes, scope, collectionIds, monitorIds } = draft;
  const problems: Found = repeat === 'once' ? onceProblems(draft) : ruleProblems(draft);
  if (title.trim() === '') problems.title = 'Please enter title.';
  if (repeat !== 'once' && !(minutes >= 1 && minutes <= 10_080))
    problems.durationMinutes = 'Enter 1 to 10,080 minutes.';
  if (scope === 'some' && collectionIds.length + monitorIds.length === 0)
    problems.collectionIds = 'Choose a collection or a monitored API.';
  return problems;
}

const weekDayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Days of the week as choices, Monday first. */
export const weekDayChoices = [1, 2, 3, 4, 5, 6, 0].map((day) => ({
  value: String(day),
  label: weekDayNames[day] ?? '',
}));

/** windowWords says when a window is. */
export function windowWords(time: WindowTime, format: (at: string) => string): string {
  if (time.type === 'once') return `${format(time.startsAt)} to ${format(time.endsAt)}`;
  const rule = ruleOf(time.cron);
  const zone = time.timezone.replaceAll('_', ' ');
  const length = `for ${time.durationMinutes} min`;
  if (rule.repeat === 'daily') return `Daily at ${rule.time} (${zone}), ${length}`;
  if (rule.repeat === 'weekly') {
    const days = (rule.weekDays ?? []).map((day) => weekDayNames[Number(day) % 7]).join(', ');
    return `${days} at ${rule.time} (${zone}), ${length}`;
  }
  if (rule.repeat === 'monthly') return `Monthly on day ${rule.monthDay} at ${rule.time} (${zone}), ${length}`;
  return `${time.cron} (${zone}), ${length}`;
}
