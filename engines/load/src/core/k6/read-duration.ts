import type { LiteralValue } from './object-literal.ts';

const units: Record<string, number> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 1e-6,
};

/** readDuration reads `1m30s`, `500ms` or a number of milliseconds as milliseconds. */
export function readDuration(value: LiteralValue | undefined): number | undefined {
  if (typeof value === 'number') return value >= 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!/^(\d+(\.\d+)?(d|h|ms|m|s|us|µs|ns))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(d|h|ms|m|s|us|µs|ns)/g))
    total += Number(number) * units[unit!]!;
  return total;
}
