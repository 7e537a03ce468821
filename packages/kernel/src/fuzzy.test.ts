import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMatcher, piecesOf } from './fuzzy.ts';

const ranked = (text: string, names: string[]) => {
  const score = createMatcher(text);
  return names
    .flatMap((name) => {
      const value = score(name);
      return value === undefined ? [] : [{ name, value }];
    })
    .sort((a, b) => b.value - a.value)
    .map(({ name }) => name);
};

test.each([
  [
    'the name itself first, then its beginning, a word of it, a part of a word',
    'order',
    ['Reorder', 'Get order', 'Orders', 'Order'],
    ['Order', 'Orders', 'Get order', 'Reorder'],
  ],
  ['words in any order', 'orders list', ['List orders', 'List users'], ['List orders']],
  [
    'the shorter of two that fit alike',
    'pay',
    ['Payments of last year', 'Payments'],
    ['Payments', 'Payments of last year'],
  ],
  [
    'right names before those that are forgiven',
    'suite',
    ['Suits of law', 'Test suites'],
    ['Test suites', 'Suits of law'],
  ],
  ['letters of every script', 'заказ', ['Новый заказ', 'Order'], ['Новый заказ']],
])('%s', (_name, text, names, expected) => {
  expect(ranked(text, names)).toEqual(expected);
});

test.each([
  ['a wrong letter', 'enviranment'],
  ['a letter too few', 'enviroment'],
  ['a letter too many', 'environnment'],
  ['two letters exchanged', 'enviornment'],
  ['the beginning alone, mistyped', 'envrion'],
])('%s is forgiven', (_name, text) => {
  expect(ranked(text, ['Environments', 'Certificates'])).toEqual(['Environments']);
});

test('short words must be right, and two errors in a word are too many', () => {
  expect(ranked('gte', ['Get order'])).toEqual([]);
  expect(ranked('odxer', ['Order'])).toEqual([]);
});

test('an empty search matches everything', () => {
  expect(ranked('  ', ['Order'])).toEqual(['Order']);
});

test('no piece of a word contains half of a letter', () => {
  expect(piecesOf('𐐨𐐩𐐪𐐫𐐬')).toEqual([['𐐨𐐩', '𐐪𐐫', '𐐬']]);
  expect(piecesOf('a𐐨b𐐩c')).toEqual([['a𐐨', 'b𐐩', 'c']]);
  expect(piecesOf('a𐐨bc')).toEqual([['a𐐨bc']]);
});

const letters = ['a', 'b', 'c', 'z', 'ж', '𐐨', '𐐩', '𠀀'];
const word = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 14 });
const mistyped = (name: string[], at: number, kind: number, letter: string) => {
  const place = at % name.length;
  const [before, after] = [name.slice(0, place), name.slice(place + 1)];
  return [
    [...before, letter, ...after],
    [...before, ...after],
    [...before, letter, ...name.slice(place)],
    [...before, ...after.slice(0, 1), name[place]!, ...after.slice(1)],
  ][kind % 4]!.join('');
};

test('a matching name contains a piece of each word, and every piece is complete', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...letters),
      (words, at, kind, letter) => {
        const name = words.map((each) => each.join('')).join(' ');
        const typed = mistyped(words[0]!, at, kind, letter);
        const fits = createMatcher(typed)(name) !== undefined;
        for (const pieces of piecesOf(typed)) {
          expect(pieces.join('')).toBe(typed);
          expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
          if (fits) expect(pieces.some((piece) => name.includes(piece))).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
