import type { MonitorSchedule } from '@touchstone/contracts/api-monitoring';

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** secondsWords returns a number of seconds in its largest whole unit, such as `5 minutes`. */
export function secondsWords(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

/** lengthWords returns a duration in at most two units, such as `2 h 5 min`. */
export function lengthWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor((whole % 86_400) / 3600), 'h'],
    [Math.floor((whole % 3600) / 60), 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** scheduleWords says when a monitored API is checked. */
export function scheduleWords(schedule: MonitorSchedule): string {
  if (schedule.type === 'cron') return `${schedule.cron} (${schedule.timezone.replaceAll('_', ' ')})`;
  const words = secondsWords(schedule.everySeconds);
  return `Every ${words.replace(/^1 /, '')}`;
}
