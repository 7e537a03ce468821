import { deepEquals, parseExactJson } from '@touchstone/engine-assert/core';
import { type Decimal, distance, exactNumberText, isAtMost, percentOf, toDecimal } from './decimal.ts';
import { isDateText, toInstant } from './instant.ts';
import type { Cell, ColumnType, CompareAs, CompareRule } from './plan.ts';

/** CellContext is needed for a comparison, besides a column's rule. */
export interface CellContext {
  /** Of the database column. */
  type: ColumnType;
  /** IANA zone of times without one. */
  timeZone: string;
}

/**
 * compareCells returns why two values differ, in a few words; undefined if they are equal. A missing API value is null.
 */
export function compareCells(rule: CompareRule, api: Cell, database: Cell, context: CellContext): string | undefined {
  const left = emptied(rule, api);
  const right = emptied(rule, database);
  if (left === null || right === null) {
    if (left === right) return undefined;
    return left === null ? 'The API has no value' : 'The database has no value';
  }
  return comparisons[effective(rule.compareAs, left, right, context.type)](rule, left, right, context);
}

function emptied({ nullEqualsEmpty, trim }: CompareRule, cell: Cell): Cell {
  if (cell === undefined || cell === null) return null;
  if (!nullEqualsEmpty || typeof cell !== 'string') return cell;
  return (trim ? cell.trim() : cell) === '' ? null : cell;
}

type Comparison = (rule: CompareRule, api: Cell, database: Cell, context: CellContext) => string | undefined;
type Effective = Exclude<CompareAs, 'auto'> | 'binary';

/** Resolves `auto` for two values: by the type of the database column, or else by their own types. */
function effective(compareAs: CompareAs, api: Cell, database: Cell, type: ColumnType): Effective {
  if (compareAs !== 'auto') return compareAs;
  if (type === 'json' || isStructure(api) || isStructure(database)) return 'json';
  if (type === 'binary') return 'binary';
  const hasBoolean = typeof api === 'boolean' || typeof database === 'boolean';
  if (hasBoolean) return [api, database].every(isBooleanWord) ? 'boolean' : 'text';
  const hasNumber = type === 'number' || isNumber(api) || isNumber(database);
  if (hasNumber && toDecimal(api) && toDecimal(database)) return 'number';
  if (type === 'date' && typeof api === 'string' && isDateText(api)) return 'date';
  return 'text';
}

const isNumber = (cell: Cell): boolean =>
  typeof cell === 'number' || typeof cell === 'bigint' || exactNumberText(cell) !== undefined;
const isStructure = (cell: Cell): boolean => typeof cell === 'object' && exactNumberText(cell) === undefined;
const isBooleanWord = (cell: Cell): boolean =>
  typeof cell === 'boolean' || (typeof cell === 'string' && /^(true|false)$/i.test(cell.trim()));

const comparisons: Record<Effective, Comparison> = {
  text: compareTexts,
  number: compareNumbers,
  date: compareDates,
  boolean: compareBooleans,
  json: compareJson,
  binary: compareBytes,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** plainText returns a value as text comparisons see it; a UUID is case-insensitive. */
export function plainText(cell: Cell, { trim, ignoreCase }: Pick<CompareRule, 'trim' | 'ignoreCase'>): string {
  const raw = typeof cell === 'string' ? cell : (exactNumberText(cell) ?? String(cell));
  const text = trim ? raw.trim() : raw;
  return ignoreCase || uuid.test(text) ? text.toLowerCase() : text;
}

function compareTexts(rule: CompareRule, api: Cell, database: Cell): string | undefined {
  const left = isStructure(api) ? JSON.stringify(api) : plainText(api, rule);
  const right = isStructure(database) ? JSON.stringify(database) : plainText(database, rule);
  if (left === right) return undefined;
  if (left.trim() === right.trim()) return 'Texts differ in white space around them';
  if (left.toLowerCase() === right.toLowerCase()) return 'Texts differ in case';
  return 'Texts differ';
}

function compareNumbers({ tolerance }: CompareRule, api: Cell, database: Cell): string | undefined {
  const left = toDecimal(api);
  const right = toDecimal(database);
  if (!left || !right) return `${left ? "The database's" : "The API's"} value isn't a number`;
  const apart = distance(left, right);
  const most = toleranceOf(tolerance, right);
  if (isAtMost(apart, most)) return undefined;
  if (!tolerance || tolerance.value === 0) return 'Numbers differ';
  return `Numbers differ by more than ${tolerance.value}${tolerance.unit === 'percent' ? ' %' : ''}`;
}

const zero: Decimal = { digits: 0n, scale: 0 };
function toleranceOf(tolerance: CompareRule['tolerance'], of: Decimal): Decimal {
  const value = tolerance && toDecimal(tolerance.value);
  if (!value) return zero;
  if (tolerance.unit === 'percent') return percentOf(value, of);
  return tolerance.unit === 'absolute' ? value : zero;
}

const nanoseconds = { seconds: 1e9, milliseconds: 1e6 };

function compareDates({ tolerance }: CompareRule, api: Cell, database: Cell, context: CellContext): string | undefined {
  const left = toInstant(api, context.timeZone);
  const right = toInstant(database, context.timeZone);
  if (left === undefined || right === undefined)
    return `${left === undefined ? "The API's" : "The database's"} value isn't a date`;
  const apart = left > right ? left - right : right - left;
  const unit = tolerance && tolerance.unit in nanoseconds ? (tolerance.unit as 'seconds' | 'milliseconds') : undefined;
  const most = unit && tolerance ? BigInt(Math.round(tolerance.value * nanoseconds[unit])) : 0n;
  if (apart <= most) return undefined;
  return most > 0n
    ? `Times differ by more than ${tolerance!.value} ${unit === 'seconds' ? 's' : 'ms'}`
    : 'Times differ';
}

const words = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word): [string, boolean] => [word, true]),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word): [string, boolean] => [word, false]),
]);

/** toBoolean reads true and false, 1 and 0, t and f, yes and no, on and off; undefined for everything else. */
export function toBoolean(cell: Cell): boolean | undefined {
  if (typeof cell === 'boolean') return cell;
  if (typeof cell === 'object') return undefined;
  return words.get(String(cell).trim().toLowerCase());
}

function compareBooleans(_rule: CompareRule, api: Cell, database: Cell): string | undefined {
  const left = toBoolean(api);
  const right = toBoolean(database);
  if (left === undefined || right === undefined)
    return `${left === undefined ? "The API's" : "The database's"} value isn't true or false`;
  return left === right ? undefined : 'One is true, the other is false';
}

function compareJson(_rule: CompareRule, api: Cell, database: Cell): string | undefined {
  return deepEquals(structureOf(api), structureOf(database)) ? undefined : 'JSON differs';
}

/** Parses text that is JSON; other text is returned as it is. */
function structureOf(cell: Cell): unknown {
  if (typeof cell !== 'string') return cell;
  try {
    return parseExactJson(cell);
  } catch {
    return cell;
  }
}

/** The database's bytes are Base64; the API may return them as Base64, without padding, or as hexadecimal digits. */
function compareBytes(_rule: CompareRule, api: Cell, database: Cell): string | undefined {
  const wanted = String(database);
  const given = String(api).trim();
  const base64 = (text: string) => text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (base64(given) === base64(wanted)) return undefined;
  return given.replace(/^(0x|\\x)/i, '').toLowerCase() === hexOf(wanted) ? undefined : 'Bytes differ';
}

function hexOf(base64: string): string | undefined {
  try {
    return Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
