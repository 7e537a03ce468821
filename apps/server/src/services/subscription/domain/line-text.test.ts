import { expect, test } from 'vitest';
import { lineText } from './line-text.ts';

test.each([
  [1, 'API Testing, PRO, 1 month'],
  [2, 'API Testing, PRO, 2 months'],
  [12, 'API Testing, PRO, 12 months'],
])('an order of %i months reads "%s"', (months, text) => {
  expect(lineText('API Testing, PRO', months)).toBe(text);
});
