/** A written date and time: an instant if it has a zone, otherwise local. */
export interface DateTime {
  /** Milliseconds since 1970, in UTC; a local time is treated as UTC. */
  ms: number;
  isZoned: boolean;
  /** The local time in its zone, treated as UTC. */
  localMs?: number;
}

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?(?:\[[\w/+-]+\])?)?$/;

/**
 * parseDateTime parses ISO 8601, RFC 1123 and RFC 850 dates; with `format`, a string in that Java format. Returns
 * undefined for anything else.
 */
export function parseDateTime(text: string, format?: string): DateTime | undefined {
  if (format !== undefined) return parseFormatted(text, format);
  const found = iso.exec(text.trim());
  if (found) return fromIso(found);
  if (/^[A-Za-z]{3,9},? /.test(text) && / GMT$| [+-]\d{4}$/.test(text)) {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? undefined : { ms, isZoned: true };
  }
  return undefined;
}

function fromIso([, year, month, day, hour, minute, second, fraction, zone]: RegExpExecArray): DateTime | undefined {
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    Number((fraction ?? '').padEnd(3, '0').slice(0, 3) || 0),
  );
  const date = new Date(local);
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return undefined;
  return zone === undefined
    ? { ms: local, isZoned: false }
    : { ms: local - zoneOffsetMs(zone), isZoned: true, localMs: local };
}

/** zoneOffsetMs returns the milliseconds of `Z` or an offset such as +02:00 or +02. */
export function zoneOffsetMs(zone: string): number {
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** formatPieces splits a format of Java's DateTimeFormatter into runs of one letter and literals. */
export function formatPieces(format: string): ({ letter: string; count: number } | { literal: string })[] {
  const pieces: ({ letter: string; count: number } | { literal: string })[] = [];
  for (const [whole, quoted, letters] of format.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']/g)) {
    if (letters !== undefined) pieces.push({ letter: letters, count: whole.length });
    else pieces.push({ literal: quoted === undefined ? whole : quoted === '' ? "'" : quoted.replaceAll("''", "'") });
  }
  return pieces;
}

function parseFormatted(text: string, format: string): DateTime | undefined {
  if (format === 'unix') return /^-?\d+$/.test(text) ? { ms: Number(text) * 1000, isZoned: true } : undefined;
  if (format === 'epoch') return /^-?\d+$/.test(text) ? { ms: Number(text), isZoned: true } : undefined;
  const fields: Record<string, string> = {};
  let pattern = '';
  const names: string[] = [];
  for (const piece of formatPieces(format)) {
    if ('literal' in piece) pattern += piece.literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    else {
      names.push(piece.letter);
      pattern += fieldPattern(piece.letter, piece.count);
    }
  }
  const found = new RegExp(`^${pattern}$`, 'i').exec(text.trim());
  if (!found) return undefined;
  for (const [index, name] of names.entries()) fields[name] = found[index + 1] ?? '';
  return fromFields(fields);
}

function fieldPattern(letter: string, count: number): string {
  if ('MLL'.includes(letter) && count >= 3) return '([A-Za-z]+)';
  if (letter === 'E' || letter === 'a') return '([A-Za-z]+)';
  if (letter === 'z' || letter === 'V') return '([A-Za-z/_]+)';
  if ('XxZ'.includes(letter)) return '(Z|GMT|[+-]\\d{2}:?\\d{0,2})';
  if (count === 1) return '(\\d{1,9})';
  return letter === 'y' || letter === 'u' ? `(\\d{${count}})` : `(\\d{1,${Math.max(count, 2)}})`;
}

function fromFields(fields: Record<string, string>): DateTime | undefined {
  const number = (letter: string, otherwise: number) =>
    fields[letter] === undefined ? otherwise : Number(fields[letter]);
  const yearText = fields.y ?? fields.u;
  const year = yearText === undefined ? 1970 : yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const monthText = fields.M ?? fields.L ?? '1';
  const month = /^\d+$/.test(monthText) ? Number(monthText) - 1 : months.indexOf(monthText.slice(0, 3).toLowerCase());
  if (month < 0 || month > 11) return undefined;
  let hour = number('H', number('k', 0));
  if (fields.h !== undefined) hour = (Number(fields.h) % 12) + (/^p/i.test(fields.a ?? '') ? 12 : 0);
  const milliseconds = Number((fields.S ?? '').padEnd(3, '0').slice(0, 3) || 0);
  const local = Date.UTC(year, month, number('d', 1), hour, number('m', 0), number('s', 0), milliseconds);
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== number('d', 1)) return undefined;
  const zone = fields.X ?? fields.x ?? fields.Z ?? (/^(GMT|UTC|Z)$/i.test(fields.z ?? '') ? 'Z' : undefined);
  return zone === undefined
    ? { ms: local, isZoned: false }
    : { ms: local - zoneOffsetMs(zone), isZoned: true, localMs: local };
}

/** addUnits moves an instant by a number of units, such as days or months; unit names may be singular or plural. */
export function addUnits(ms: number, amount: number, unit: string): number | undefined {
  const name = unit.toLowerCase().replace(/s$/, '');
  const fixed: Record<string, number> = {
    millisecond: 1,
    second: 1000,
    minute: 60_000,
    hour: 3_600_000,
    day: 86_400_000,
    week: 604_800_000,
  };
  if (Object.hasOwn(fixed, name)) return ms + amount * fixed[name]!;
  if (name !== 'month' && name !== 'year') return undefined;
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + amount * (name === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** truncateDate truncates an instant, for example to the `first day of month`; undefined for an unknown truncation. */
export function truncateDate(ms: number, truncation: string): number | undefined {
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const name = truncation.toLowerCase().replaceAll('_', ' ').trim();
  const results: Record<string, () => number> = {
    'first second of minute': () => ms - (ms % 60_000),
    'first minute of hour': () => ms - (ms % 3_600_000),
    'first hour of day': () => Date.UTC(year, month, day),
    'first day of month': () => Date.UTC(year, month, 1),
    'first day of next month': () => Date.UTC(year, month + 1, 1),
    'last day of month': () => Date.UTC(year, month + 1, 0),
    'first day of year': () => Date.UTC(year, 0, 1),
    'first day of next year': () => Date.UTC(year + 1, 0, 1),
    'last day of year': () => Date.UTC(year, 11, 31),
  };
  return Object.hasOwn(results, name) ? results[name]!() : undefined;
}
