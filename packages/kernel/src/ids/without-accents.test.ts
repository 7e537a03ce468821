import { expect, test } from 'vitest';
import { withoutAccents } from './without-accents.ts';

test.each([
  ['Käse & Crème brûlée', 'Kase & Creme brulee'],
  ['Ka\u0308se', 'Kase'],
  ['ﬁn', 'fin'],
  ['Straße 7', 'Straße 7'],
])('%s is written %s', (text, plain) => {
  expect(withoutAccents(text)).toBe(plain);
});
