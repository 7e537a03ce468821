/** Local time in milliseconds: the wall-clock time read as if it were UTC. */
export type WallMs = number;

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    formats.set(timezone, format);
  }
  return format;
}

/** isTimezone returns whether a name is an IANA time zone; plain offsets such as +01:00 aren't. */
export function isTimezone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][\w+-]*(\/[\w+-]+)+$/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** offsetAt returns the offset of a time zone from UTC at an instant, in milliseconds; positive: ahead. */
export function offsetAt(timezone: string, atMs: number): number {
  if (timezone === 'UTC') return 0;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(timezone).format(atMs)) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** wallOf returns the local time of a time zone at an instant. */
export const wallOf = (timezone: string, atMs: number): WallMs => atMs + offsetAt(timezone, atMs);

/**
 * instantOf returns the instant of a local time in a time zone. A repeated time: the first of the two. A skipped time:
 * the first moment after the gap.
 */
export function instantOf(timezone: string, wall: WallMs): number {
  const [before, after] = [offsetAt(timezone, wall - dayMs), offsetAt(timezone, wall + dayMs)];
  const candidates = before > after ? [wall - before, wall - after] : [wall - after, wall - before];
  const shown = candidates.find((instant) => wallOf(timezone, instant) === wall);
  return shown ?? changeBetween(timezone, wall - dayMs, wall + dayMs);
}

/** The first instant with the offset of `toMs`; the offset changes once in between. */
function changeBetween(timezone: string, fromMs: number, toMs: number): number {
  const offset = offsetAt(timezone, fromMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timezone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
