/** A typed value, of a variable or a literal. Dates are ISO 8601 texts; without a zone they are UTC. */
export type ExpressionValue =
  | { type: 'string'; value: string }
  | { type: 'number'; value: number | bigint }
  | { type: 'boolean'; value: boolean }
  | { type: 'date'; value: string }
  | { type: 'json'; value: unknown };

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const wholePattern = /^[+-]?\d{1,1000}$/;
const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** readNumber parses a decimal number; whole numbers beyond 2^53 stay exact. Undefined for any other text. */
export function readNumber(text: string): number | bigint | undefined {
  const trimmed = text.trim();
  if (!numberPattern.test(trimmed)) return undefined;
  const value = Number(trimmed);
  const isExact = Number.isSafeInteger(value) || !wholePattern.test(trimmed);
  return isExact ? value : BigInt(trimmed.replace(/^\+/, ''));
}

/**
 * readInstant returns the milliseconds of an ISO 8601 date or time, in UTC if it has no zone. Undefined for any other
 * text.
 */
export function readInstant(text: string): number | undefined {
  const parts = datePattern.exec(text.trim());
  if (parts === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = parts;
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const read = new Date(instant);
  if (Number(year) < 100) read.setUTCFullYear(Number(year));
  const isReal =
    read.getUTCMonth() === Number(month) - 1 &&
    read.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  const offset = zoneMinutes(zone);
  if (!isReal || offset === undefined) return undefined;
  return read.getTime() + Number(`0.${fraction || '0'}`) * 1000 - offset * 60_000;
}

function zoneMinutes(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** readBoolean reads `true` and `false`, in exactly this spelling. */
export const readBoolean = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** bareValue returns the value of an unquoted text: a number, a boolean, null, a date, or otherwise a text. */
export function bareValue(text: string): ExpressionValue {
  const number = readNumber(text);
  if (number !== undefined) return { type: 'number', value: number };
  const boolean = readBoolean(text);
  if (boolean !== undefined) return { type: 'boolean', value: boolean };
  if (text === 'null') return { type: 'json', value: null };
  if (readInstant(text) !== undefined) return { type: 'date', value: text };
  return { type: 'string', value: text };
}
