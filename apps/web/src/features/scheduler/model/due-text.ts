import { formatRelative } from '../../../shared/format.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timezone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en', { ...options, timeZone: timezone });
  formats.set(key, known);
  return known;
}

const whole: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** The time zone of the browser. */
export const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** dueText formats an instant in a zone, such as `Mon, Nov 23, 2026, 09:00`. */
export const dueText = (iso: string, timezone: string): string => formatOf(timezone, whole).format(new Date(iso));

/** localTime returns the time of day of an instant in a zone, such as `09:00`. */
export const localTime = (iso: string, timezone: string): string =>
  formatOf(timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(iso));

/** dateIn returns the day of an instant in a zone, such as `2026-11-23`. */
export const dateIn = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone: timezone, dateStyle: 'short' }).format(at);

/** offsetText returns the UTC offset of a zone at an instant, such as `UTC+1`. */
export function offsetText(iso: string, timezone: string): string {
  const parts = formatOf(timezone, { timeZoneName: 'shortOffset' }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
}

/** ownText returns the same instant in another zone, if that differs: the time, with the day if it is another. */
export function ownText(iso: string, timezone: string, own = ownTimezone()): string | undefined {
  const [there, here] = [dueText(iso, timezone), dueText(iso, own)];
  if (there === here) return undefined;
  const at = new Date(iso);
  const time = localTime(iso, own);
  return dateIn(at, timezone) === dateIn(at, own) ? time : `${formatOf(own, { weekday: 'short' }).format(at)} ${time}`;
}

/** dueIn returns how long it is until an instant. */
export function dueIn(iso: string, nowMs = Date.now()): string {
  const ahead = new Date(iso).getTime() - nowMs;
  if (ahead <= 0) return 'Due now';
  return ahead < 60_000 ? 'In less than a minute' : capital(formatRelative(iso, nowMs));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
