import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

const long = 'a'.repeat(300);

test.each([
  ['Shop', [], undefined, 'Shop'],
  ['Shop', ['Users'], undefined, 'Shop'],
  ['Shop', ['Shop'], undefined, 'Shop (2)'],
  ['Shop', ['SHOP', 'shop (2)'], undefined, 'Shop (3)'],
  ['Shop', ['Shop', 'Shop (3)'], undefined, 'Shop (2)'],
  ['Shop (2)', ['Shop (2)'], undefined, 'Shop (2) (2)'],
  [long, [], undefined, 'a'.repeat(255)],
  [long, ['a'.repeat(255)], undefined, `${'a'.repeat(251)} (2)`],
  ['Checkout', [], 5, 'Check'],
  ['Checkout', ['check'], 5, 'C (2)'],
])('%# a name is free: "%s" beside %j, within %s characters', (name, taken, maxLength, free) => {
  expect(freeName(name, taken, maxLength)).toBe(free);
});

test('after nine copies the tenth still fits', () => {
  const taken = ['Check', ...Array.from({ length: 8 }, (_, index) => `C (${index + 2})`)];
  expect(freeName('Checkout', taken, 6)).toBe('Checko');
  expect(freeName('Checkout', [...taken, 'Checko', ...taken.map((name) => `h${name}`)], 6)).toBe('Ch (2)');
  expect(freeName('Check', taken, 5)).toBe(' (10)');
});
