import { expect, test } from 'vitest';
import { isCostlyJson, jsonReadingMs } from './json-cost.ts';

const people = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      name: `Person ${id}`,
      city: 'Rome',
      tags: ['a', 'b'],
      active: true,
    })),
  );
const many = (count: number, part: (n: number) => string) => Array.from({ length: count }, (_, n) => part(n)).join(',');

test.each<[what: string, text: string]>([
  ['a list of many alike', people(100_000)],
  ['a long text', JSON.stringify('x: {[,'.repeat(100_000))],
  ['many numbers', `[${many(1_000_000, String)}]`],
])('%s is parsed in time', (_, text) => {
  expect(isCostlyJson(text)).toBe(false);
});

test.each<[what: string, text: string]>([
  ['names that are all different', `{${many(200_000, (n) => `"key${n}":1`)}}`],
  ['such names in small objects', `[${many(60_000, (n) => `{"a${n}":1,"b${n}":2,"c${n}":3}`)}]`],
  ['such names before blanks, which end alike', `{${many(200_000, (n) => `"${n} and so on and so on" :1`)}}`],
  ['such names with quotes in them', `{${many(200_000, (n) => `"${n}\\"and so on":1`)}}`],
  ['empty objects', `[${'{},'.repeat(1_000_000)}{}]`],
  ['lists', `[${'[],'.repeat(1_000_000)}[]]`],
  ['a long number among many', `[${many(200_000, String)},9007199254740993]`],
])('%s take too long', (_, text) => {
  expect(isCostlyJson(text)).toBe(true);
});

test('short texts are not examined', () => {
  expect(jsonReadingMs(`{${many(50, (n) => `"k${n}":1`)}}`)).toBe(0);
});
