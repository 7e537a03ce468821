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

/** parseDuration parses `90s`, `1h 30m`, `500ms` or a number in `bareUnit` to milliseconds; undefined if invalid. */
export function parseDuration(text: string, bareUnit: 's' | 'ms'): number | undefined {
  const written = text.trim().toLowerCase();
  if (bare.test(written)) return Number(written) * unitMs[bareUnit]!;
  if (!whole.test(written)) return undefined;
  let sumMs = 0;
  for (const [, number, unit] of written.matchAll(parts)) sumMs += Number(number) * unitMs[unit!]!;
  return sumMs;
}
