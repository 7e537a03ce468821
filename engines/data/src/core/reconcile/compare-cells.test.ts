import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCells } from './compare-cells.ts';
import { decimalText, toDecimal } from './decimal.ts';
import { toInstant } from './instant.ts';
import type { ColumnType, CompareRule } from './plan.ts';

const auto: CompareRule = { compareAs: 'auto' };
const as = (compareAs: CompareRule['compareAs'], rest: Partial<CompareRule> = {}): CompareRule => ({
  compareAs,
  ...rest,
});
const within = (value: number, unit: 'absolute' | 'percent' | 'seconds' | 'milliseconds') => ({
  tolerance: { value, unit },
});

test.each<[string, CompareRule, api: unknown, database: unknown, type: ColumnType, rule: string | undefined]>([
  ['equal texts', auto, 'Ada', 'Ada', 'text', undefined],
  ['texts that differ', auto, 'Ada', 'Ben', 'text', 'Texts differ'],
  ['case', auto, 'ada', 'Ada', 'text', 'Texts differ in case'],
  ['case that is ignored', as('text', { ignoreCase: true }), 'ada', 'ADA', 'text', undefined],
  ['white space', auto, 'Ada ', 'Ada', 'text', 'Texts differ in white space around them'],
  ['white space that is trimmed', as('auto', { trim: true }), 'Ada ', ' Ada', 'text', undefined],
  ['a numeric of a database is a text', auto, 42.5, '42.50', 'number', undefined],
  ['decimals as texts on both sides', auto, '42.5', '42.50', 'number', undefined],
  ['texts that look like numbers stay texts', auto, '1.10', '1.1', 'text', 'Texts differ'],
  ['codes with zeros before them', auto, '007', '7', 'text', 'Texts differ'],
  ['JSON of a database whose text is that of a number', auto, 1, '1.0', 'json', undefined],
  ['JSON of a database that is another text', auto, '"a"', '"b"', 'json', 'JSON differs'],
  ['numbers that differ', auto, 42, 42.05, 'number', 'Numbers differ'],
  ['a bigint of each side', auto, 9007199254740993n, '9007199254740993', 'number', undefined],
  ['a bigint that is off by one', auto, 9007199254740993n, '9007199254740992', 'number', 'Numbers differ'],
  ['a long decimal', auto, { '#number': '12345678901234.5678' }, '12345678901234.5678', 'number', undefined],
  [
    'a long decimal that is off in its last digit',
    auto,
    { '#number': '12345678901234.5678' },
    '12345678901234.5679',
    'number',
    'Numbers differ',
  ],
  ['an exponent', auto, 1.5e21, '1500000000000000000000', 'number', undefined],
  ['a number and no number', as('number'), 'many', 3, 'number', "The API's value isn't a number"],
  ['an absolute tolerance', as('number', within(0.01, 'absolute')), 42.51, '42.50', 'number', undefined],
  [
    'more than an absolute tolerance',
    as('number', within(0.01, 'absolute')),
    42.52,
    '42.50',
    'number',
    'Numbers differ by more than 0.01',
  ],
  ['a tolerance in percent', as('auto', within(1, 'percent')), 101, 100, 'number', undefined],
  ['more than percent', as('auto', within(1, 'percent')), 101.01, 100, 'number', 'Numbers differ by more than 1 %'],
  ['percent of a negative number', as('auto', within(1, 'percent')), -101, -100, 'number', undefined],
  ['an instant in two zones', auto, '2026-01-02T03:04:05Z', '2026-01-02 04:04:05+01', 'date', undefined],
  ['a fraction that differs', auto, '2026-01-02T03:04:05.001Z', '2026-01-02 03:04:05+00', 'date', 'Times differ'],
  [
    'a fraction within a tolerance',
    as('date', within(5, 'milliseconds')),
    '2026-01-02T03:04:05.001Z',
    '2026-01-02 03:04:05+00',
    'date',
    undefined,
  ],
  [
    'seconds',
    as('date', within(2, 'seconds')),
    '2026-01-02T03:04:08Z',
    '2026-01-02 03:04:05+00',
    'date',
    'Times differ by more than 2 s',
  ],
  ['a date as a text of both sides', auto, '2026-01-02', '2026-01-02', 'date', undefined],
  ['a time without zone is UTC', auto, '2026-01-02T03:04:05Z', '2026-01-02 03:04:05', 'date', undefined],
  ['seconds since 1970', as('date'), 1767323045, '2026-01-02 03:04:05', 'date', undefined],
  ['milliseconds since 1970', as('date'), 1767323045000, '2026-01-02 03:04:05', 'date', undefined],
  ['a day that does not exist', as('date'), '2026-02-31', '2026-03-03', 'date', "The API's value isn't a date"],
  ['a boolean of MySQL', as('boolean'), true, 1, 'number', undefined],
  ['t and f', as('boolean'), false, 'f', 'text', undefined],
  ['booleans that differ', as('boolean'), true, '0', 'number', 'One is true, the other is false'],
  ['1 is not true unless asked', auto, true, 1, 'number', 'Texts differ'],
  ['a boolean and its word', auto, 'true', true, 'boolean', undefined],
  ['a boolean and its word in the database', auto, true, ' TRUE ', 'text', undefined],
  ['a boolean and another word', auto, 'yes', true, 'boolean', 'Texts differ'],
  ['no boolean', as('boolean'), 'maybe', true, 'boolean', "The API's value isn't true or false"],
  ['null on both sides', auto, null, null, 'text', undefined],
  ['a missing value and null', auto, undefined, null, 'text', undefined],
  ['null in the API', auto, null, 'x', 'text', 'The API has no value'],
  ['null in the database', auto, 'x', null, 'text', 'The database has no value'],
  ['an empty text is not null', auto, '', null, 'text', 'The database has no value'],
  ['an empty text is null where asked', as('auto', { nullEqualsEmpty: true }), '', null, 'text', undefined],
  ['blanks are null where trimmed', as('auto', { nullEqualsEmpty: true, trim: true }), '  ', null, 'text', undefined],
  ['JSON in another order of its members', auto, { a: 1, b: [1, 2] }, '{"b":[1,2],"a":1.0}', 'json', undefined],
  ['JSON that differs', auto, { a: 1 }, { a: 2 }, 'json', 'JSON differs'],
  ['bytes as Base64', auto, 'YWJj', 'YWJj', 'binary', undefined],
  ['bytes as hexadecimal digits', auto, '0x616263', 'YWJj', 'binary', undefined],
  ['bytes as Base64 of addresses, without padding', auto, '-_8', '+/8=', 'binary', undefined],
  ['bytes of a database that are no Base64', auto, 'ab', '*', 'binary', 'Bytes differ'],
  ['bytes as PostgreSQL writes them', auto, ' \\x61 ', 'YQ==', 'binary', undefined],
  ['bytes that differ', auto, '616264', 'YWJj', 'binary', 'Bytes differ'],
  [
    'a UUID in capitals',
    auto,
    '018F6B0C-0000-7000-8000-000000000001',
    '018f6b0c-0000-7000-8000-000000000001',
    'text',
    undefined,
  ],
  ['a number as JSON and as text', as('text'), 5, '5', 'text', undefined],
  ['a type that nobody tells', auto, 5, '5.0', 'unknown', undefined],
])('%s', (_name, rule, api, database, type, expected) => {
  expect(compareCells(rule, api, database, { type, timeZone: 'UTC' })).toBe(expected);
});

test.each([
  ['2026-07-01 12:00:00', '2026-07-01T10:00:00Z'],
  ['2026-01-01 12:00:00', '2026-01-01T11:00:00Z'],
  ['2026-10-25 02:30:00', '2026-10-25T00:30:00Z'],
  ['2026-07-01 12:00:00+00', '2026-07-01T12:00:00Z'],
])('%s in Berlin is %s', (text, instant) => {
  expect(toInstant(text, 'Europe/Berlin')).toBe(toInstant(instant, 'UTC'));
});

test('a number is equal in every notation, and integers of any length', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(20), fc.nat(5), (digits, scale, zeros) => {
      const plain = decimalText({ digits, scale });
      const padded = `${plain}${plain.includes('.') ? '' : '.'}${'0'.repeat(zeros)}`;
      expect(decimalText(toDecimal(padded)!)).toBe(plain);
      expect(decimalText(toDecimal(`${digits}e-${scale}`)!)).toBe(plain);
      expect(compareCells(auto, plain, padded, { type: 'number', timeZone: 'UTC' })).toBeUndefined();
    }),
  );
});

test("JavaScript's own notation of a number is that number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(toDecimal(value)!);
      expect(Number(text) === value || Object.is(value, -0)).toBe(true);
    }),
  );
});

test.each([
  ['', undefined],
  ['+', undefined],
  ['.', undefined],
  ['1e', undefined],
  ['1.5x', undefined],
  ['0x10', undefined],
  ['1.', '1'],
  ['.50', '0.5'],
  ['+7', '7'],
  ['-0', '0'],
  [' -12.30e1 ', '-123'],
  ['5E-3', '0.005'],
  ['1e400', `1${'0'.repeat(400)}`],
  ['1e401', undefined],
  ['9'.repeat(400), '9'.repeat(400)],
  ['9'.repeat(401), undefined],
  [Number.NaN, undefined],
  [{ '#number': '1.50' }, '1.5'],
  [{ '#number': 1 }, undefined],
  [true, undefined],
  [null, undefined],
])('%j as a number is %s', (value, text) => {
  const decimal = toDecimal(value);
  expect(decimal && decimalText(decimal)).toBe(text);
});

test('numerals that would take unbounded work are texts', () => {
  expect(toDecimal('1e999999')).toBeUndefined();
  expect(toDecimal('9'.repeat(1000))).toBeUndefined();
  expect(compareCells(auto, 1, '1e999999', { type: 'number', timeZone: 'UTC' })).toBe('Texts differ');
});
