/** Local time as milliseconds: what a clock on the wall shows, read as if it were UTC. */
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

/** isTimezone tells whether a name is an IANA time zone; plain offsets such as +01:00 are none. */
export function isTimezone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][\w+-]*(\/[\w+-]+)+$/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** offsetAt is how far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(timezone: string, atMs: number): number {
  if (timezone === 'UTC') return 0;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(timezone).format(atMs)) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** wallOf is what the clocks of a zone show at an instant. */
export const wallOf = (timezone: string, atMs: number): WallMs => atMs + offsetAt(timezone, atMs);

/**
 * instantOf is when the clocks of a zone show a local time. One that comes twice: the first time. One that a change of the clocks leaves
 * out: the first moment after the gap.
 */
export function instantOf(timezone: string, wall: WallMs): number {
  const [before, after] = [offsetAt(timezone, wall - dayMs), offsetAt(timezone, wall + dayMs)];
  const candidates = before > after ? [wall - before, wall - after] : [wall - after, wall - before];
  const shown = candidates.find((instant) => wallOf(timezone, instant) === wall);
  return shown ?? changeBetween(timezone, wall - dayMs, wall + dayMs);
}

/** The first instant with the offset of the end; the offset changes once in between. */
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
