export { formatBytes, formatDuration } from '@touchstone/kernel';

const number = new Intl.NumberFormat('en');
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatCount = (value: number): string => number.format(value);
/** counted returns a number with its noun, singular for one. */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
export const formatPercent = (value: number): string => `${oneDigit.format(value)} %`;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** formatRelative returns how long ago an instant was, in words. */
export function formatRelative(iso: string, nowMs = Date.now()): string {
  const seconds = (new Date(iso).getTime() - nowMs) / 1000;
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return 'just now';
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** formatDay returns the day of an instant, such as `Nov 20, 2026`. */
export const formatDay = (iso: string): string => day.format(new Date(iso));
const minute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
/** formatMinute returns an instant to the minute, such as `Nov 20, 2026, 5:44 PM`. */
export const formatMinute = (iso: string): string => minute.format(new Date(iso));
export const formatExact = (iso: string): string => exact.format(new Date(iso));

/** formatMoney returns an amount in currency units, such as `$29.00`. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
