import { parseDuration } from '@touchstone/kernel';
import type { LiteralValue } from './object-literal.ts';

/** readDuration reads `1m30s`, `500ms` or a number of milliseconds as milliseconds. */
export function readDuration(value: LiteralValue | undefined): number | undefined {
  if (typeof value === 'number') return value >= 0 ? value : undefined;
  // k6 allows no space between number and unit.
  return typeof value === 'string' && !/\s/.test(value.trim()) ? parseDuration(value, 'ms') : undefined;
}
