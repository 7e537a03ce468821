import { expect, test } from 'vitest';
import { niceTop } from './day-plot.tsx';

test.each([
  [0, 4],
  [4, 4],
  [5, 6],
  [7, 8],
  [9, 10],
  [11, 20],
  [45, 60],
  [1000, 1000],
])('the axis for %i ends at %i', (max, top) => {
  expect(niceTop(max)).toBe(top);
});
