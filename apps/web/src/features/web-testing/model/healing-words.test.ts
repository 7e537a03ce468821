import { expect, test } from 'vitest';
import { shareOf, similarityOf, sureness, traitName } from './healing-words.ts';

test.each([
  [0.984, 'Surely the same (98 %)'],
  [0.8, 'Probably the same (80 %)'],
  [0.41, 'Maybe the same (41 %)'],
  [0.03, 'Hardly the same (3 %)'],
])('%d is written in words', (probability, text) => expect(sureness(probability)).toBe(text));

test.each([
  ['text', 'Text'],
  ['id', 'ID'],
  ['before and after', 'Texts around'],
  ['field name', 'Field name'],
  ['data-test', 'data-test'],
])('the trait %s is called %s', (trait, name) => expect(traitName(trait)).toBe(name));

test.each([
  [1, 'same'],
  [0.6, 'similar'],
  [0.2, 'different'],
] as const)('a likeness of %d is %s', (likeness, word) => expect(similarityOf({ likeness })).toBe(word));

const page = { pageWidth: 1000, ratio: 0.5 };
test.each([
  [
    { x: 100, y: 50, width: 200, height: 100 },
    { left: 10, top: 10, width: 20, height: 20 },
  ],
  [
    { x: -100, y: 450, width: 200, height: 100 },
    { left: 0, top: 90, width: 10, height: 10 },
  ],
  [{ x: 0, y: 600, width: 200, height: 100 }, undefined],
  [null, undefined],
])('a box is placed in the picture, clipped at its edges', (box, share) => expect(shareOf(box, page)).toEqual(share));
