import type { LoadSlice } from './plan.ts';

/** The whole of a plan. */
export const wholeSlice: Readonly<LoadSlice> = { index: 0, count: 1 };

/** No share of a plan: with few users, some of many slices have none. */
export const emptySlice: Readonly<LoadSlice> = { index: 0, count: 0 };

/**
 * shareOf counts the numbers from 0 to `total` - 1 that belong to the slice; the shares of all slices add up to
 * `total`.
 */
export function shareOf(total: number, slice: LoadSlice = wholeSlice): number {
  if (slice.count === 0 || total <= slice.index) return 0;
  return Math.floor((total - 1 - slice.index) / slice.count) + 1;
}

/** numberOf returns the number in the whole plan of the slice's `place`-th user, arrival or iteration. */
export function numberOf(place: number, slice: LoadSlice = wholeSlice): number {
  return slice.index + slice.count * place;
}

/** partOf divides a slice (or the whole) again. */
export function partOf(slice: LoadSlice, index: number, count: number): LoadSlice {
  if (slice.count === 0 || index >= count) return { ...emptySlice };
  return { index: slice.index + slice.count * index, count: slice.count * count };
}
