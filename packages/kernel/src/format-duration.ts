import { toTenth } from './to-tenth.ts';

/**
 * formatDuration formats milliseconds for display: `0.4 ms`, `74 ms`, `2.1 s`, `2m 14s` or `3h 5m`; a dash if there is
 * no value.
 */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  // Rounded before the unit is chosen, so that the text is never `1000 ms` or `60 s`.
  if (toTenth(ms) < 10) return `${toTenth(ms)} ms`;
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const seconds = toTenth(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const [whole, minutes] = [Math.round(ms / 1000), Math.round(ms / 60_000)];
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
