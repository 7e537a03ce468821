import { expect, test } from 'vitest';
import { freeKey, keyOf } from './project-key.ts';

test.each([
  ['Nightly checks of all shops', 'NCOAS'],
  ['Orders', 'ORDE'],
  ['Café', 'CAFE'],
  ['Q3', 'Q3'],
  ['2024 plan b', 'PB'],
  ['a b c d e f g h i j k l', 'ABCDEFGHIJ'],
  ['x', 'PRJ'],
  ['42', 'PRJ'],
  ['テスト', 'PRJ'],
])('%s gets the key %s', (name, key) => {
  expect(keyOf(name)).toBe(key);
});

test('a taken key gets a number and stays short enough', () => {
  expect(freeKey('ORD', new Set(['OTHER']))).toBe('ORD');
  expect(freeKey('ORD', new Set(['ORD', 'ORD2']))).toBe('ORD3');
  expect(freeKey('ABCDEFGHIJ', new Set(['ABCDEFGHIJ']))).toBe('ABCDEFGHI2');
});
