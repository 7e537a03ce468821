import { sampleOfPattern } from './wsdl-pattern.ts';

/** Facets of a simple type after all its restrictions; the innermost takes precedence. */
export interface Facets {
  enumeration?: string[];
  /** Patterns per derivation step; a value must match one of each step. */
  patterns: string[][];
  length?: number;
  minLength?: number;
  maxLength?: number;
  minInclusive?: string;
  maxInclusive?: string;
  minExclusive?: string;
  maxExclusive?: string;
  fractionDigits?: number;
  totalDigits?: number;
}

const lengthLimit = 5000;
const word = 'string';
const integerBounds: Record<string, [string | undefined, string | undefined]> = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, '0'],
  negativeInteger: [undefined, '-1'],
  long: ['-9223372036854775808', '9223372036854775807'],
  int: ['-2147483648', '2147483647'],
  short: ['-32768', '32767'],
  byte: ['-128', '127'],
  nonNegativeInteger: ['0', undefined],
  unsignedLong: ['0', '18446744073709551615'],
  unsignedInt: ['0', '4294967295'],
  unsignedShort: ['0', '65535'],
  unsignedByte: ['0', '255'],
  positiveInteger: ['1', undefined],
};
const fixedValues: Record<string, string> = {
  boolean: 'true',
  duration: 'P1D',
  dayTimeDuration: 'P1D',
  yearMonthDuration: 'P1Y',
  dateTime: '2024-01-15T09:30:00Z',
  dateTimeStamp: '2024-01-15T09:30:00Z',
  time: '09:30:00Z',
  date: '2024-01-15',
  gYearMonth: '2024-01',
  gYear: '2024',
  gMonthDay: '--01-15',
  gDay: '---15',
  gMonth: '--01',
  language: 'en',
  QName: 'name',
  NOTATION: 'name',
};

/** builtInValue generates a value of a built-in XML Schema type, within the facets. */
export function builtInValue(type: string, facets: Facets): string {
  if (facets.enumeration?.[0] !== undefined) return facets.enumeration[0];
  const plain = plainValue(type, facets);
  for (const pattern of facets.patterns.toReversed().flat()) {
    const sample = sampleOfPattern(pattern, (text) => hasLength(type, text, facets) && isWithin(type, text, facets));
    if (sample !== undefined) return sample;
  }
  return plain;
}

function plainValue(type: string, facets: Facets): string {
  if (Object.hasOwn(integerBounds, type)) return integerValue(integerBounds[type] ?? [undefined, undefined], facets);
  if (type === 'decimal' || type === 'float' || type === 'double') return decimalValue(facets);
  if (type === 'base64Binary') return btoa(fitted('data', facets));
  if (type === 'hexBinary') return [...fitted('data', facets)].map((char) => char.charCodeAt(0).toString(16)).join('');
  const fixed = Object.hasOwn(fixedValues, type) ? fixedValues[type] : undefined;
  if (fixed !== undefined) return boundedDate(type, fixed, facets);
  if (type === 'anyURI') return fitted('http://example.com', facets);
  return fitted(word, facets);
}

function fitted(text: string, { length, minLength, maxLength }: Facets): string {
  const least = Math.min(length ?? minLength ?? 0, lengthLimit);
  const most = length ?? maxLength ?? Number.POSITIVE_INFINITY;
  if (text.length > most) return text.slice(0, most);
  if (text.length >= least) return text;
  return (text.includes(':') ? `${text}/`.padEnd(least, 'path') : text.repeat(Math.ceil(least / text.length))).slice(
    0,
    least,
  );
}

function hasLength(type: string, text: string, { length, minLength, maxLength }: Facets): boolean {
  const size = type === 'hexBinary' ? text.length / 2 : [...text].length;
  return (length === undefined || size === length) && size >= (minLength ?? 0) && size <= (maxLength ?? size);
}

function isWithin(type: string, text: string, facets: Facets): boolean {
  const isNumber = Object.hasOwn(integerBounds, type) || ['decimal', 'float', 'double'].includes(type);
  if (!isNumber) return true;
  const value = Number(text);
  const [low, high] = (Object.hasOwn(integerBounds, type) ? integerBounds[type] : undefined) ?? [undefined, undefined];
  return (
    value >= Number(low ?? value) &&
    value <= Number(high ?? value) &&
    value >= Number(facets.minInclusive ?? value) &&
    value <= Number(facets.maxInclusive ?? value) &&
    (facets.minExclusive === undefined || value > Number(facets.minExclusive)) &&
    (facets.maxExclusive === undefined || value < Number(facets.maxExclusive)) &&
    (facets.totalDigits === undefined || text.replace(/\D/g, '').length <= facets.totalDigits)
  );
}

const wholeOf = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^[+-]?\d+(\.0*)?$/.test(text) ? BigInt(text.replace(/^\+|\..*$/g, '')) : undefined;

function integerValue([low, high]: [string | undefined, string | undefined], facets: Facets): string {
  const above = wholeOf(facets.minExclusive);
  const below = wholeOf(facets.maxExclusive);
  const floors = [wholeOf(low), wholeOf(facets.minInclusive), above === undefined ? undefined : above + 1n];
  const roofs = [wholeOf(high), wholeOf(facets.maxInclusive), below === undefined ? undefined : below - 1n];
  const least = floors.reduce(
    (best, bound) => (bound !== undefined && (best === undefined || bound > best) ? bound : best),
    undefined,
  );
  const most = roofs.reduce(
    (best, bound) => (bound !== undefined && (best === undefined || bound < best) ? bound : best),
    undefined,
  );
  if (least !== undefined && least > 1n) return String(least);
  if (most !== undefined && most < 1n) return String(most);
  return '1';
}

function decimalValue(facets: Facets): string {
  if (isWithin('decimal', '1', facets)) return '1';
  if (facets.minInclusive !== undefined && isWithin('decimal', facets.minInclusive, facets)) return facets.minInclusive;
  if (facets.maxInclusive !== undefined && isWithin('decimal', facets.maxInclusive, facets)) return facets.maxInclusive;
  const low = Number(facets.minInclusive ?? facets.minExclusive ?? Number.NaN);
  const high = Number(facets.maxInclusive ?? facets.maxExclusive ?? Number.NaN);
  const middle = Number.isNaN(low) ? high - 1 : Number.isNaN(high) ? low + 1 : (low + high) / 2;
  if (Number.isNaN(middle)) return '1';
  return String(
    facets.fractionDigits === undefined ? middle : Number(middle.toFixed(Math.min(100, facets.fractionDigits))),
  );
}

/** A bounded date uses the bound itself; for an exclusive bound it is off by one year, or by one second for times. */
function boundedDate(type: string, fixed: string, facets: Facets): string {
  const bound = facets.minInclusive ?? facets.maxInclusive;
  if (bound !== undefined) return bound;
  const excluded = facets.minExclusive ?? facets.maxExclusive;
  if (excluded === undefined || !/^(date|gYear|time)/.test(type)) return fixed;
  const step = facets.minExclusive === undefined ? -1 : 1;
  if (type === 'time') return excluded.replace(/^\d\d:\d\d:\d\d/, (time) => besideTime(time, step));
  return excluded.replace(/^\d{4,}/, (year) => String(Number(year) + step).padStart(4, '0'));
}

function besideTime(time: string, step: number): string {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const moved = Math.min(Math.max(hours * 3600 + minutes * 60 + seconds + step, 0), 86_399);
  return [moved / 3600, (moved / 60) % 60, moved % 60]
    .map((part) => String(Math.trunc(part)).padStart(2, '0'))
    .join(':');
}
