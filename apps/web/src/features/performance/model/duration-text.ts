import { parseDuration as parseExact } from '@touchstone/kernel';

const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * parseDuration parses `90s`, `5m`, `1h 30m` or a bare number of seconds to whole milliseconds; undefined if it is none
 * of them.
 */
export function parseDuration(text: string): number | undefined {
  const ms = parseExact(text, 's');
  return ms === undefined ? undefined : Math.round(ms);
}

/** durationText formats milliseconds as the shortest text that `parseDuration` parses back. */
export function durationText(ms: number): string {
  if (ms === 0) return '0s';
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of Object.entries(units)) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count}${unit}`);
    rest -= count * size;
  }
  return parts.join(' ');
}
