import { describe, expect, test } from 'vitest';
import { builtInProblem } from '../xsd/built-in-types.ts';
import { builtInValue, type Facets } from './wsdl-builtin-values.ts';
import { sampleOfPattern } from './wsdl-pattern.ts';

test.each<[pattern: string, text: string | undefined, fits?: (text: string) => boolean]>([
  ['abc', 'abc'],
  ['', ''],
  ['a|b', 'a'],
  ['a|b', 'b', (text) => text === 'b'],
  ['a?b*c+', 'c'],
  ['a{3}', 'aaa'],
  ['a{2,}', 'aa'],
  ['a{2,}', 'aaaa', (text) => text.length === 4],
  ['a{1,3}', 'aaa', (text) => text.length > 2],
  ['a{1,3}', undefined, (text) => text.length > 3],
  ['(ab){2}(?:c|d)', 'ababc'],
  ['[b-d]', 'b'],
  ['[b-d]', 'd', (text) => text !== 'b'],
  ['[^a]', 'A'],
  ['[a-c-[a]]', 'c'],
  ['[\\d-]', '-', (text) => text === '-'],
  ['[a\\-z]', '-', (text) => text === '-'],
  ['\\d', '1'],
  ['\\D', 'a'],
  ['\\w\\s', 'a '],
  ['\\W', ' '],
  ['\\i\\c', 'aa'],
  ['\\p{Lu}', 'A'],
  ['\\P{L}', '1'],
  ['\\p{IsBasicLatin}', 'a'],
  ['\\n\\t\\.', '\n\t.'],
  ['.', 'a'],
  ['[]a]', ']'],
  ['(a', undefined],
  ['a)', undefined],
  ['[a', undefined],
  ['a{x}', undefined],
  [`${'('.repeat(150)}a${')'.repeat(150)}`, undefined],
  ['(a{1000}){1000}', undefined],
])('%j has the text %j', (pattern, text, fits = () => true) => {
  expect(sampleOfPattern(pattern, fits)).toBe(text);
});

describe('a value of a type', () => {
  test.each<[type: string, facets: Partial<Facets>, value: string]>([
    ['string', { enumeration: ['b', 'a'] }, 'b'],
    ['string', {}, 'string'],
    ['string', { maxLength: 3 }, 'str'],
    ['string', { length: 8 }, 'stringst'],
    ['string', { minLength: 7 }, 'strings'],
    ['string', { patterns: [['[A-Z]{2}']], length: 2 }, 'AA'],
    ['string', { patterns: [['a+', 'b']], length: 3 }, 'aaa'],
    ['int', { patterns: [['[5-9]']], minInclusive: '6' }, '9'],
    ['int', {}, '1'],
    ['int', { minInclusive: '5' }, '5'],
    ['int', { minExclusive: '5' }, '6'],
    ['int', { maxInclusive: '-5' }, '-5'],
    ['int', { maxExclusive: '1' }, '0'],
    ['int', { minInclusive: '3', minExclusive: '7' }, '8'],
    ['int', { minInclusive: '0', maxInclusive: '9' }, '1'],
    ['int', { minInclusive: '+5.0' }, '5'],
    ['negativeInteger', {}, '-1'],
    ['nonPositiveInteger', {}, '0'],
    ['decimal', {}, '1'],
    ['decimal', { minInclusive: '5.5' }, '5.5'],
    ['decimal', { maxInclusive: '-5.5' }, '-5.5'],
    ['decimal', { minExclusive: '5' }, '6'],
    ['decimal', { maxExclusive: '-5' }, '-6'],
    ['decimal', { minExclusive: '5', maxExclusive: '6' }, '5.5'],
    ['decimal', { minExclusive: '5', maxExclusive: '5.25', fractionDigits: 2 }, '5.13'],
    ['date', { minInclusive: '2030-01-01' }, '2030-01-01'],
    ['date', { maxInclusive: '2000-01-01' }, '2000-01-01'],
    ['date', { minExclusive: '2030-01-01' }, '2031-01-01'],
    ['gYear', { maxExclusive: '2000' }, '1999'],
    ['time', { minExclusive: '10:00:00' }, '09:30:00Z'],
  ])('%s with %j is %s', (type, facets, value) => {
    expect(builtInValue(type, { patterns: [], ...facets })).toBe(value);
  });

  test.each([
    'integer',
    'nonPositiveInteger',
    'negativeInteger',
    'unsignedByte',
    'boolean',
    'decimal',
    'double',
    'dateTime',
    'dateTimeStamp',
    'date',
    'time',
    'gYearMonth',
    'gYear',
    'gMonthDay',
    'gDay',
    'gMonth',
    'duration',
    'hexBinary',
    'base64Binary',
    'language',
    'NMTOKEN',
    'Name',
    'NCName',
    'QName',
  ])('%s is one', (type) => {
    expect(builtInProblem(type, builtInValue(type, { patterns: [] }))).toBeUndefined();
  });
});
