import { formatPieces } from '../match/date/date-time.ts';
import { textOf } from './values.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * formatDate formats an instant in a Java format (`yyyy-MM-dd'T'HH:mm:ss`), as `epoch` (milliseconds) or `unix`
 * (seconds).
 */
export function formatDate(ms: number, format: unknown, timezone: unknown): string {
  const name = textOf(format);
  if (name === 'epoch') return String(Math.trunc(ms));
  if (name === 'unix') return String(Math.floor(ms / 1000));
  const zone = textOf(timezone);
  const offset = zoneOffset(zone, ms);
  const local = new Date(ms + offset * 60_000);
  if (name === '')
    return zone === '' ? new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z') : isoWithOffset(local, offset);
  return formatPieces(name)
    .map((piece) => ('literal' in piece ? piece.literal : field(piece.letter, piece.count, local, offset, zone)))
    .join('');
}

/** Offset of a zone from UTC at an instant, in minutes; unknown zones are UTC. */
function zoneOffset(zone: string, ms: number): number {
  const fixed = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0));
  if (zone === '' || /^(?:UTC|GMT|Z)$/i.test(zone)) return 0;
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(ms);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    return name === 'GMT' ? 0 : zoneOffset(name, ms);
  } catch {
    return 0;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');
const isoWithOffset = (local: Date, offset: number): string =>
  `${local.toISOString().slice(0, 19)}${offset === 0 ? 'Z' : offsetText(offset, ':')}`;

function offsetText(offset: number, separator: string): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}

/** As in Java: one letter omits zero minutes, three add a colon. */
function countedOffset(offset: number, count: number): string {
  const text = offsetText(offset, count >= 3 ? ':' : '');
  return count === 1 && offset % 60 === 0 ? text.slice(0, 3) : text;
}

type Field = (count: number, local: Date, offset: number, zone: string) => string;
const padded = (value: number, count: number): string => String(value).padStart(count, '0');

const fields: Record<string, Field> = {
  y: (count, local) => (count === 2 ? two(local.getUTCFullYear() % 100) : padded(local.getUTCFullYear(), count)),
  M: (count, local) => {
    const name = months[local.getUTCMonth()]!;
    if (count >= 4) return name;
    return count === 3 ? name.slice(0, 3) : padded(local.getUTCMonth() + 1, count);
  },
  d: (count, local) => padded(local.getUTCDate(), count),
  H: (count, local) => padded(local.getUTCHours(), count),
  h: (count, local) => padded(local.getUTCHours() % 12 || 12, count),
  m: (count, local) => padded(local.getUTCMinutes(), count),
  s: (count, local) => padded(local.getUTCSeconds(), count),
  S: (count, local) => padded(local.getUTCMilliseconds(), 3).padEnd(count, '0').slice(0, Math.max(3, count)),
  E: (count, local) => (count >= 4 ? days[local.getUTCDay()]! : days[local.getUTCDay()]!.slice(0, 3)),
  a: (_, local) => (local.getUTCHours() < 12 ? 'AM' : 'PM'),
  X: (count, _, offset) => (offset === 0 ? 'Z' : countedOffset(offset, count)),
  x: (count, _, offset) => countedOffset(offset, count),
  Z: (_, __, offset) => offsetText(offset, ''),
  z: (_, __, ___, zone) => (zone === '' || zone === 'Z' ? 'UTC' : zone),
  D: (count, local) =>
    padded(Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000) + 1, count),
};
fields.u = fields.y!;
fields.L = fields.M!;
fields.k = fields.H!;

function field(letter: string, count: number, local: Date, offset: number, zone: string): string {
  if (!Object.hasOwn(fields, letter)) throw new Error(`The letter ${letter} of a date format is not supported.`);
  return fields[letter]!(Math.min(count, 20), local, offset, zone);
}
