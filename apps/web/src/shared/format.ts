const number = new Intl.NumberFormat('en');
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatCount = (value: number): string => number.format(value);
export const formatPercent = (value: number): string => `${oneDigit.format(value)} %`;

/** formatDuration writes milliseconds as `38 ms`, `2.4 s` or `2m 14s`. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  if (ms < 1) return ms === 0 ? '0 ms' : `${oneDigit.format(ms)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${oneDigit.format(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${Math.floor(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** formatBytes writes a size as `812 B`, `2.1 kB` or `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${oneDigit.format(bytes / 1000)} kB`;
  return `${oneDigit.format(bytes / 1_000_000)} MB`;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** formatRelative writes how long ago an instant was. */
export function formatRelative(iso: string, nowMs = Date.now()): string {
  const seconds = (new Date(iso).getTime() - nowMs) / 1000;
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return 'just now';
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** formatDay writes the day of an instant, such as `Nov 20, 2026`. */
export const formatDay = (iso: string): string => day.format(new Date(iso));
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
/** formatMinute writes an instant that lies ahead, such as `Nov 20, 2026, 5:44 PM`. */
export const formatMinute = (iso: string): string => minute.format(new Date(iso));
export const formatExact = (iso: string): string => exact.format(new Date(iso));

/** formatMoney writes an amount in units of the currency, such as `$29.00`. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
