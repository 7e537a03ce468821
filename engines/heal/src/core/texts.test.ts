import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequenceSimilarity, setSimilarity, TextReader, textSimilarity, wordsOf } from './texts.ts';

const texts = new TextReader();
const similarity = (one: string, other: string) => textSimilarity(texts.read(one), texts.read(other));

describe('likeness of texts', () => {
  it.each([
    ['Save', 'save', 1],
    ['Inbox 3', 'Inbox 12', 1],
    ['Save', 'Save all', 0.71],
    ['Sign in', 'Log out', 0],
    ['', '', 1],
    ['Save', '', 0],
    ['İstanbul', 'İSTANBUL', 1],
  ])('%j and %j have a likeness of %d', (one, other, expected) => {
    expect(similarity(one, other)).toBeCloseTo(expected, 1);
  });

  it('is symmetric, and between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const value = similarity(one, other);
        expect(value).toBe(similarity(other, one));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('reads only the start of a long text', () => {
    expect(similarity(`${'x'.repeat(120)}a`, `${'x'.repeat(120)}b`)).toBe(1);
  });
});

describe('likeness of lists', () => {
  it.each([
    [['a', 'b', 'c'], ['a', 'b', 'c'], 1],
    [['a', 'b', 'c'], ['a', 'x', 'c'], 2 / 3],
    [['a', 'b'], ['b', 'a'], 0.5],
    [['a'], [], 0],
    [[], [], 1],
  ])('in order: %j and %j', (one, other, expected) => {
    expect(sequenceSimilarity(one, other)).toBeCloseTo(expected, 5);
  });

  it.each([
    [['a', 'b'], ['b', 'a'], 1],
    [['a', 'b'], ['b', 'c'], 0.5],
    [[], [], 1],
    [['a'], [], 0],
  ])('as sets: %j and %j', (one, other, expected) => {
    expect(setSimilarity(new Set(one), new Set(other))).toBe(expected);
  });
});

it.each([
  ['mainNav-item_3', ['main', 'nav', 'item']],
  ['btn:r3:', ['btn', 'r']],
  ['größeÄndern', ['größe', 'ändern']],
  ['', []],
])('the identifier %j consists of %j', (identifier, words) => {
  expect([...wordsOf(identifier)]).toEqual(words);
});
