import { toDecimal } from './decimal.ts';

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?$/i;
const httpDate = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;

/** Numbers from here on are milliseconds since 1970, smaller ones are seconds. */
const millisecondsFrom = 100_000_000_000;

/**
 * toInstant reads a point in time as nanoseconds since 1970: ISO 8601 with T or space, HTTP dates, seconds or
 * milliseconds since 1970. Text without a zone is in `timeZone`, a date is its midnight. Undefined for everything else.
 */
export function toInstant(value: unknown, timeZone: string): bigint | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : BigInt(value.getTime()) * 1_000_000n;
  if (typeof value === 'number' || typeof value === 'bigint') return fromEpoch(Number(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (httpDate.test(text)) return BigInt(Date.parse(text)) * 1_000_000n;
  if (/^\d{9,14}(\.\d+)?$/.test(text) && toDecimal(text)) return fromEpoch(Number(text));
  return fromIso(text, timeZone);
}

/** isDateText returns whether a text has the format of a date or a time. */
export const isDateText = (text: string): boolean => iso.test(text.trim()) || httpDate.test(text.trim());

function fromEpoch(value: number): bigint | undefined {
  if (!Number.isFinite(value)) return undefined;
  const ms = Math.abs(value) >= millisecondsFrom ? value : value * 1000;
  return BigInt(Math.round(ms * 1000)) * 1000n;
}

function fromIso(text: string, timeZone: string): bigint | undefined {
  const found = iso.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const wallMs = Date.UTC(+year!, +month! - 1, +day!, +hour, +minute, +second);
  const date = new Date(wallMs);
  // 31 February would silently become 2 March.
  if (date.getUTCMonth() !== +month! - 1 || date.getUTCDate() !== +day! || +minute > 59 || +second > 60)
    return undefined;
  const ms = zone === undefined ? fromWallClock(wallMs, timeZone) : wallMs - offsetOf(zone);
  return BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0') || '0');
}

function offsetOf(zone: string): number {
  if (/^[zgu]/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0', seconds = '0'] = /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(zone) ?? [];
  const offset = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -offset : offset;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size > 100) clocks.clear();
  clocks.set(timeZone, made);
  return made;
}

/** The instant at which a zone's clocks show a time; if there are two, the first. */
function fromWallClock(wallMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return wallMs;
  const offsetAt = (ms: number) => {
    const parts = Object.fromEntries(
      clockOf(timeZone)
        .formatToParts(ms)
        .map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
  const offsets = [offsetAt(wallMs - 86_400_000), offsetAt(wallMs + 86_400_000)];
  const found = offsets.map((offset) => wallMs - offset).filter((ms) => ms + offsetAt(ms) === wallMs);
  return found.length > 0 ? Math.min(...found) : wallMs - offsets[0]!;
}
