import { describe, expect, test } from 'vitest';
import { builtInProblem, compareValues, digitsOf } from './built-in-types.ts';
import { judgeValue } from './judge-value.ts';
import type { FacetStep, SimpleModel } from './schema-model.ts';
import { linearPattern } from './xsd-pattern.ts';

test.each<[type: string, yes: string[], no: string[]]>([
  ['integer', ['0', '-5', '+5', '1'.repeat(30)], ['', '1.0', 'x', '--1', '1e3']],
  ['nonPositiveInteger', ['0', '-0', `-${'9'.repeat(30)}`], ['1', '9'.repeat(30)]],
  ['negativeInteger', ['-1'], ['0', '-0']],
  [
    'long',
    ['9223372036854775807', '-9223372036854775808'],
    ['9223372036854775808', '-9223372036854775809', '9'.repeat(30)],
  ],
  ['int', ['2147483647', '-2147483648', `${'0'.repeat(30)}1`], ['2147483648', '-2147483649']],
  ['short', ['32767', '-32768'], ['32768', '-32769']],
  ['byte', ['127', '-128'], ['128', '-129']],
  ['nonNegativeInteger', ['0', '-0', '9'.repeat(30)], ['-1', `-${'9'.repeat(30)}`]],
  ['unsignedLong', ['18446744073709551615'], ['18446744073709551616', '-1']],
  ['unsignedInt', ['4294967295'], ['4294967296']],
  ['unsignedShort', ['65535'], ['65536']],
  ['unsignedByte', ['255'], ['256']],
  ['positiveInteger', ['1'], ['0']],
  ['boolean', ['true', 'false', '0', '1'], ['TRUE', '2', '']],
  ['decimal', ['1', '-1.', '+.5', '1.50'], ['', '.', '1e3', 'NaN']],
  ['double', ['1', '-1.5e+3', '.5E-3', 'INF', '-INF', '+INF', 'NaN'], ['', 'Infinity', '1e', '-NaN']],
  [
    'dateTime',
    ['2026-01-31T09:30:00', '2026-01-31T24:00:00.00Z', '-0044-03-15T00:00:00.5+14:00', '12026-02-28T23:59:59-13:59'],
    [
      '2026-01-31',
      '2026-02-30T00:00:00',
      '2026-01-31T24:00:01',
      '2026-01-31T09:60:00',
      '026-01-01T00:00:00',
      '2026-01-01T00:00:00+14:01',
    ],
  ],
  ['dateTimeStamp', ['2026-01-31T09:30:00Z'], ['2026-01-31T09:30:00']],
  [
    'date',
    ['2026-01-31', '2024-02-29', '2000-02-29Z'],
    ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-01', '2026-01-00', '2026-04-31'],
  ],
  ['time', ['00:00:00', '23:59:59.9Z', '24:00:00'], ['24:00:01', '9:00:00', '12:00']],
  ['gYearMonth', ['2026-12', '-2026-01Z'], ['2026-13', '2026']],
  ['gYear', ['2026', '-12026'], ['26']],
  ['gMonthDay', ['--01-31', '--02-29', '--11-30Z'], ['--13-01', '--01-32', '--02-30', '--04-31', '--11-31', '01-31']],
  ['gDay', ['---31Z'], ['---32', '---00', '--31']],
  ['gMonth', ['--12'], ['--13', '--00', '12']],
  ['duration', ['P1Y2M3DT4H5M6.7S', '-P1D', 'PT1S', 'P1M'], ['P', 'PT', 'P1DT', '1D', 'P1S', 'P1H']],
  ['hexBinary', ['', '0aF9'], ['0', '0g']],
  ['base64Binary', ['', 'YQ==', 'YW I=', 'YWJj'], ['YQ', 'YQ=', 'YW=j', 'Y===', '!!!!']],
  ['language', ['en', 'de-DE-1996'], ['', 'e1', 'abcdefghi', 'en-']],
  ['NMTOKEN', ['a', '1-x:ä'], ['', 'a b']],
  ['Name', ['a1', '_:x'], ['1a', '-a', '']],
  ['NCName', ['a1', '_ä'], ['a:b', '1a', '']],
  ['ID', ['a'], ['a b']],
  ['QName', ['a', 'a:b'], ['a:', ':a', 'a:b:c', '1:a']],
  ['string', ['', 'anything'], []],
  ['toString', ['anything'], []],
])('the type %s accepts only its own texts', (type, yes, no) => {
  expect(yes.filter((text) => builtInProblem(type, text) !== undefined)).toEqual([]);
  expect(no.filter((text) => builtInProblem(type, text) === undefined)).toEqual([]);
});

test("a type's expectation is reported with its bounds", () => {
  expect(builtInProblem('byte', 'x')).toBe('a whole number from -128 up to 127');
  expect(builtInProblem('positiveInteger', 'x')).toBe('a whole number from 1');
  expect(builtInProblem('negativeInteger', 'x')).toBe('a whole number up to -1');
});

test.each<[type: string, less: string, more: string, order: number | undefined]>([
  ['integer', '9', '10', -1],
  ['integer', '-10', '-9', -1],
  ['integer', '-1', '1', -1],
  ['decimal', '1.50', '01.5', 0],
  ['decimal', '-0', '0.0', 0],
  ['decimal', '0', '0.1', -1],
  ['decimal', '1.25', '1.3', -1],
  ['decimal', '-1.3', '-1.25', -1],
  ['decimal', 'x', '1', undefined],
  ['decimal', '.', '1', undefined],
  ['double', '-INF', '1e3', -1],
  ['double', 'INF', 'INF', 0],
  ['double', '1e3', '1000', 0],
  ['float', 'NaN', '1', undefined],
  ['date', '2026-01-31', '2026-02-01', -1],
  ['date', '2026-01-31Z', '2026-02-01', undefined],
  ['dateTime', '2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z', -1],
  ['dateTimeStamp', '2026-01-01T02:00:00+02:00', '2026-01-01T00:00:00Z', 0],
  ['time', '09:00:00', '10:00:00', -1],
  ['gYear', '2025', '2026', -1],
  ['gYearMonth', '2026-01', '2026-02', -1],
  ['gMonth', '--01', '--02', undefined],
  ['string', 'a', 'a', 0],
  ['string', 'a', 'b', undefined],
])('for the type %s %s compares to %s as %s', (type, less, more, order) => {
  const back = order === undefined ? undefined : 0 - order;
  expect(
    [compareValues(type, less, more), compareValues(type, more, less)].map((found) => found && Math.sign(found)),
  ).toEqual([order, back]);
});

test.each([
  ['12.340', { total: 4, fraction: 2 }],
  ['-007', { total: 1, fraction: 0 }],
  ['0.0', { total: 0, fraction: 0 }],
  ['x', undefined],
])('%s has the digits %j', (text, digits) => {
  expect(digitsOf(text)).toEqual(digits);
});

test.each<[pattern: string, yes: string[], no: string[]]>([
  ['a.c', ['abc'], ['a\nc', 'abcd', 'xabc']],
  ['^a$', ['^a$'], ['a']],
  ['[^a$.]', ['b'], ['a', '$', '.']],
  ['\\d+', ['12', '٣'], ['a']],
  ['\\D', ['a'], ['1']],
  ['\\w\\W', ['a-'], ['--', 'aa']],
  ['\\s\\S', [' a', '\na'], ['aa', '  ']],
  ['\\i\\c*', ['a-1', '_:'], ['1a', '-']],
  ['\\I\\C', ['1 '], ['a ', '1a']],
  ['[\\d\\s-]+', ['1 -'], ['a']],
  ['[a&b]+', ['a&b'], ['c']],
  ['\\p{Lu}\\P{Lu}', ['Aa'], ['AA']],
  ['a\\.b\\\\', ['a.b\\'], ['axb\\']],
  ['(ab|c){2}', ['abc'], ['ab']],
])('the pattern %s matches whole texts', (pattern, yes, no) => {
  const isOne = linearPattern(pattern)!;
  expect([yes.map(isOne), no.map(isOne)]).toEqual([yes.map(() => true), no.map(() => false)]);
});

test.each(['[a-z-[aeiou]]', '\\p{IsGreek}', '[\\S]', '[\\I]', 'a\\', '(', 'a{5000}'])(
  'the pattern %s is not validated',
  (pattern) => {
    expect(linearPattern(pattern)).toBeUndefined();
  },
);

describe('a value', () => {
  const judge = (model: SimpleModel, text: string) => judgeValue(model, text, { left: 100 });
  const atomic = (base: string, ...facets: FacetStep[]): SimpleModel => ({ kind: 'atomic', base, facets });

  test.each<[model: SimpleModel, text: string, problem: string | undefined]>([
    [atomic('int'), ' 5\n', undefined],
    [atomic('int'), 'x', '“x” is not a whole number from -2147483648 up to 2147483647.'],
    [atomic('string', { length: 3 }), 'a  ', undefined],
    [atomic('string', { length: 3 }), 'ab', '“ab” has 2 characters, not 3.'],
    [atomic('string', { length: 1 }), '😀', undefined],
    [atomic('token', { length: 3 }), '  a \t b ', undefined],
    [atomic('normalizedString', { length: 3 }), 'a\t ', undefined],
    [atomic('string', { whiteSpace: 'collapse' }, { length: 1 }), ' a ', undefined],
    [atomic('string', { whiteSpace: 'replace', enumeration: ['a b'] }), 'a\nb', undefined],
    [atomic('token', { whiteSpace: 'preserve', length: 3 }), ' a ', undefined],
    [atomic('string', { minLength: 2 }), 'a', '“a” has 1 characters, fewer than 2.'],
    [atomic('string', { minLength: 2, maxLength: 2 }), 'ab', undefined],
    [atomic('string', { maxLength: 2 }), 'abc', '“abc” has 3 characters, more than 2.'],
    [atomic('hexBinary', { length: 2 }), 'ffff', undefined],
    [atomic('base64Binary', { length: 1 }), 'YQ==', undefined],
    [atomic('base64Binary', { length: 2 }), 'YW I=', undefined],
    [atomic('QName', { length: 1 }), 'a:b', undefined],
    [atomic('int', { enumeration: ['1', '2'] }), '01', undefined],
    [atomic('string', { enumeration: ['a', ' b '] }), 'c', '“c” is not one of “a”, “ b ”.'],
    [atomic('string', { enumeration: [' b '] }), 'b', undefined],
    [
      atomic('string', { enumeration: [...'abcdefghijk'] }),
      'x',
      '“x” is not one of “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h”, “i”, “j”, … (11 values).',
    ],
    [atomic('string', { patterns: ['a+', 'b+'] }), 'bb', undefined],
    [atomic('string', { patterns: ['a+', 'b+'] }), 'c', '“c” does not match a+ or b+.'],
    [atomic('string', { patterns: ['a+', '[a-z-[b]]'] }), 'c', undefined],
    [atomic('int', { minInclusive: '5' }), '5', undefined],
    [atomic('int', { minInclusive: '5' }), '4', '“4” is less than 5.'],
    [atomic('int', { maxInclusive: '5' }), '5', undefined],
    [atomic('int', { maxInclusive: '5' }), '6', '“6” is more than 5.'],
    [atomic('int', { minExclusive: '5' }), '6', undefined],
    [atomic('int', { minExclusive: '5' }), '5', '“5” is not more than 5.'],
    [atomic('int', { maxExclusive: '5' }), '4', undefined],
    [atomic('int', { maxExclusive: '5' }), '5', '“5” is not less than 5.'],
    [atomic('date', { minInclusive: '2026-01-01Z' }), '2025-01-01', undefined],
    [atomic('decimal', { totalDigits: 3 }), '12.30', undefined],
    [atomic('decimal', { totalDigits: 3 }), '12.34', '“12.34” has more than 3 digits.'],
    [atomic('decimal', { fractionDigits: 1 }), '1.20', undefined],
    [atomic('decimal', { fractionDigits: 1 }), '1.25', '“1.25” has more than 1 digits behind the point.'],
    [atomic('string', { totalDigits: 1 }), 'text', undefined],
    [atomic('string', { length: 61 }), 'x'.repeat(62), `“${'x'.repeat(60)}…” has 62 characters, not 61.`],
    [{ kind: 'list', item: atomic('int'), facets: [{ maxLength: 2 }] }, ' 1  2 ', undefined],
    [{ kind: 'list', item: atomic('int'), facets: [{ maxLength: 2 }] }, '1 2 3', '“1 2 3” has 3 items, more than 2.'],
    [{ kind: 'list', item: atomic('boolean'), facets: [] }, 'true x', '“x” is not true or false.'],
    [{ kind: 'list', item: atomic('int'), facets: [{ minLength: 1 }] }, ' ', '“” has 0 items, fewer than 1.'],
    [{ kind: 'union', members: [atomic('int'), atomic('boolean')], facets: [] }, 'true', undefined],
    [
      { kind: 'union', members: [atomic('int'), atomic('boolean')], facets: [] },
      'x',
      '“x” is of none of the types that are allowed here.',
    ],
    [{ kind: 'union', members: [atomic('boolean')], facets: [] }, 'x', '“x” is not true or false.'],
    [{ kind: 'union', members: [], facets: [] }, 'x', undefined],
    [{ kind: 'union', members: [atomic('int')], facets: [{ enumeration: ['1'] }] }, '2', '“2” is not one of “1”.'],
  ])('of %j: %j', (model, text, problem) => {
    expect(judge(model, text)).toBe(problem);
  });

  test('is not validated once the work for its message is used up', () => {
    const budget = { left: 1 };
    expect(judgeValue(atomic('int'), 'x', budget)).toBeDefined();
    expect(judgeValue(atomic('int'), 'x', budget)).toBeUndefined();
  });
});
