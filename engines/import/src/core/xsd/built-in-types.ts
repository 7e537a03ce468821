/** A built-in XML Schema type: its valid texts, and how they compare. */
interface BuiltIn {
  test: (text: string) => boolean;
  /** Completes “… is not”. */
  noun: string;
}

const whole = /^[+-]?\d+$/;
const zone = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const day = '-?(?:[1-9]\\d{3,}|0\\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const hour = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)';
const isDay = (text: string): boolean => {
  const [, year, month, date] = /^-?(\d+)-(\d\d)-(\d\d)/.exec(text) ?? [];
  // The calendar repeats after 400 years.
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(date) <= last;
};
const form = (source: string) => {
  const expression = new RegExp(`^${source}$`, 'u');
  return (text: string) => expression.test(text);
};
const dated = (source: string) => {
  const test = form(source);
  return (text: string) => test(text) && isDay(text);
};

const ranges: Record<string, [low: bigint | undefined, high: bigint | undefined]> = {
  integer: [undefined, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-32_768n, 32_767n],
  byte: [-128n, 127n],
  nonNegativeInteger: [0n, undefined],
  unsignedLong: [0n, 2n ** 64n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedShort: [0n, 65_535n],
  unsignedByte: [0n, 255n],
  positiveInteger: [1n, undefined],
};

function isWholeIn(text: string, low: bigint | undefined, high: bigint | undefined): boolean {
  if (!whole.test(text)) return false;
  const digits = text.replace(/^[+-]?0*/, '');
  const isNegative = text.startsWith('-') && digits !== '';
  // Longer numbers exceed every bound; they are not computed.
  if (digits.length > 20) return (isNegative ? low : high) === undefined;
  const value = isNegative ? -BigInt(digits) : BigInt(digits || '0');
  return (low === undefined || value >= low) && (high === undefined || value <= high);
}

const integers = Object.entries(ranges).map(([name, [low, high]]): [string, BuiltIn] => {
  const bounds = [low === undefined ? '' : ` from ${low}`, high === undefined ? '' : ` up to ${high}`].join('');
  return [name, { test: (text) => isWholeIn(text, low, high), noun: `a whole number${bounds}` }];
});

/** Some months have 30 days; February may have 29. */
const dayOfMonth = '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d)|(?:0[13-9]|1[0-2])-30|(?:0[13578]|1[02])-31';

const others: Record<string, BuiltIn> = {
  boolean: { test: form('(?:true|false|0|1)'), noun: 'true or false' },
  decimal: { test: form('[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)'), noun: 'a decimal number' },
  dateTime: { test: dated(`${day}T${hour}${zone}`), noun: 'a date with time, such as 2026-01-31T09:30:00Z' },
  dateTimeStamp: {
    test: dated(`${day}T${hour}(?:Z|[+-]\\d\\d:\\d\\d)`),
    noun: 'a date with time and zone, such as 2026-01-31T09:30:00Z',
  },
  date: { test: dated(`${day}${zone}`), noun: 'a date, such as 2026-01-31' },
  time: { test: form(`${hour}${zone}`), noun: 'a time, such as 09:30:00' },
  gYearMonth: { test: form(`-?\\d{4,}-(?:0[1-9]|1[0-2])${zone}`), noun: 'a month of a year, such as 2026-01' },
  gYear: { test: form(`-?\\d{4,}${zone}`), noun: 'a year, such as 2026' },
  gMonthDay: {
    test: form(`--(?:${dayOfMonth})${zone}`),
    noun: 'a day of a month, such as --01-31',
  },
  gDay: { test: form(`---(?:0[1-9]|[12]\\d|3[01])${zone}`), noun: 'a day, such as ---31' },
  gMonth: { test: form(`--(?:0[1-9]|1[0-2])${zone}`), noun: 'a month, such as --01' },
  duration: {
    test: form('-?P(?=.)(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?(?:T(?=.)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?'),
    noun: 'a duration, such as P1DT2H',
  },
  hexBinary: { test: form('(?:[\\da-fA-F]{2})*'), noun: 'hexadecimal' },
  base64Binary: { test: isBase64, noun: 'base64' },
  language: { test: form('[a-zA-Z]{1,8}(?:-[a-zA-Z\\d]{1,8})*'), noun: 'a language, such as en' },
  NMTOKEN: { test: form('[\\p{L}\\p{M}\\p{N}_:.\\-·]+'), noun: 'a name token' },
  Name: { test: form('[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\\-·]*'), noun: 'a name' },
  QName: {
    test: form('(?:[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*:)?[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*'),
    noun: 'a name with or without prefix',
  },
};
const float = {
  test: form('(?:NaN|[+-]?INF|[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)'),
  noun: 'a number',
};
const plainName = { test: form('[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-·]*'), noun: 'a name without colon' };

const known = new Map<string, BuiltIn>([
  ...Object.entries(others),
  ...integers,
  ['float', float],
  ['double', float],
  ...['NCName', 'ID', 'IDREF', 'ENTITY'].map((name): [string, BuiltIn] => [name, plainName]),
]);

function isBase64(text: string): boolean {
  const bare = text.replaceAll(' ', '');
  return bare.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(bare);
}

/** builtInProblem completes “… is not” if a text is invalid for a built-in type; unknown types allow everything. */
export function builtInProblem(type: string, text: string): string | undefined {
  const found = known.get(type);
  return found === undefined || found.test(text) ? undefined : found.noun;
}

const numeric = (type: string): boolean => Object.hasOwn(ranges, type) || type === 'decimal';

/** compareValues compares two values of a type: negative, 0 or positive; undefined if they aren't comparable. */
export function compareValues(type: string, a: string, b: string): number | undefined {
  if (numeric(type)) return compareDecimals(a, b);
  if (type === 'float' || type === 'double') return difference(floatOf(a), floatOf(b));
  if (!/^(?:date|dateTime|dateTimeStamp|time|gYear|gYearMonth)$/.test(type)) return a === b ? 0 : undefined;
  const hasZone = (text: string) => /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return hasZone(a) === hasZone(b) ? difference(momentOf(type, a), momentOf(type, b)) : undefined;
}

const difference = (a: number, b: number): number | undefined =>
  Number.isNaN(a) || Number.isNaN(b) ? undefined : Math.sign(a === b ? 0 : a - b);

const floatOf = (text: string): number => Number(text.trim().replace('INF', 'Infinity'));

function momentOf(type: string, text: string): number {
  const [, bare = '', offset = 'Z'] = /^(.*?)(Z|[+-]\d\d:\d\d)?$/.exec(text.trim()) ?? [];
  const day = { time: '2000-01-01T', date: '', dateTime: '', gYear: '', gYearMonth: '' }[type] ?? '';
  const rest = { date: 'T00:00:00', gYear: '-01-01T00:00:00', gYearMonth: '-01T00:00:00' }[type] ?? '';
  return Date.parse(`${day}${bare}${rest}${offset}`);
}

function compareDecimals(a: string, b: string): number | undefined {
  const [left, right] = [decimalParts(a), decimalParts(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left.sign !== right.sign) return left.sign - right.sign;
  const size = left.whole.length - right.whole.length;
  const order = size !== 0 ? size : compareText(`${left.whole}.${left.fraction}`, `${right.whole}.${right.fraction}`);
  return left.sign * Math.sign(order);
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** A decimal number without insignificant zeros. */
function decimalParts(text: string): { sign: number; whole: string; fraction: string } | undefined {
  const [, sign, before = '', after = ''] = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/.exec(text) ?? [];
  if (sign === undefined || before + after === '') return undefined;
  const parts = { whole: before.replace(/^0+/, ''), fraction: after.replace(/0+$/, '') };
  return { sign: parts.whole + parts.fraction === '' ? 0 : sign === '-' ? -1 : 1, ...parts };
}

/** digitsOf counts the digits of a decimal number: all significant ones, and those after the point. */
export function digitsOf(text: string): { total: number; fraction: number } | undefined {
  const parts = decimalParts(text);
  return parts && { total: parts.whole.length + parts.fraction.length, fraction: parts.fraction.length };
}
