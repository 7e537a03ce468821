import { rounded } from './rounded.ts';

const unitMs: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 1e-6,
};
const part = String.raw`(\d+(?:\.\d+)?)\s*(d|h|ms|m|s|us|µs|ns)\s*`;
const bare = /^\d+(\.\d+)?$/;
const whole = new RegExp(`^(?:${part})+$`);
const parts = new RegExp(part, 'g');

/** parseDuration reads `90s`, `1h 30m`, `500ms` or a number without a unit, of `bareUnit`, as milliseconds; undefined where it is none of them. */
export function parseDuration(text: string, bareUnit: 's' | 'ms'): number | undefined {
  const written = text.trim().toLowerCase();
  if (bare.test(written)) return Number(written) * unitMs[bareUnit]!;
  if (!whole.test(written)) return undefined;
  let sumMs = 0;
  for (const [, number, unit] of written.matchAll(parts)) sumMs += Number(number) * unitMs[unit!]!;
  return sumMs;
}

/** formatDuration writes milliseconds as people read them: `0.4 ms`, `74 ms`, `2.1 s`, `2m 14s` or `3h 5m`; a dash where there is none. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–';
  if (rounded(ms, 1) < 10) return `${rounded(ms, 1)} ms`;
  if (rounded(ms, 0) < 1000) return `${rounded(ms, 0)} ms`;
  if (rounded(ms / 1000, 1) < 60) return `${rounded(ms / 1000, 1)} s`;
  const seconds = rounded(ms / 1000, 0);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  const minutes = rounded(ms / 60_000, 0);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** formatClock writes whole seconds as they pass, such as `2:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
