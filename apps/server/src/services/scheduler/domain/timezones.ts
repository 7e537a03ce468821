import type { Timezone } from '@touchstone/contracts/scheduler';
import { offsetAt } from './time-zone.ts';

/** listTimezones returns UTC and all time zones known to the platform, with their offset at an instant. */
export function listTimezones(atMs: number): Timezone[] {
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC');
  return ['UTC', ...names.sort()].map((timezone) => {
    const offsetMinutes = Math.round(offsetAt(timezone, atMs) / 60_000);
    return { timezone, offset: textOf(offsetMinutes), offsetMinutes };
  });
}

function textOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
