import { expect, test } from 'vitest';
import { expectWalkable } from '../../shared/testing/expect-walkable.ts';
import { house } from '../house.ts';

const perFeature = await Promise.all(
  house.features.map(async ({ id, tours }) => ((await tours?.()) ?? []).map((page) => ({ feature: id, page }))),
);
const tourPages = perFeature.flat();
const exampleOf = (pattern: string) => pattern.replace(/:\w+/g, 'x');

test('no tour is on two pages', () => {
  const ids = tourPages.flatMap(({ page }) => page.tourIds);
  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(tourPages.map(({ feature, page }) => ({ feature, page, path: page.path.source })))(
  'the tours of $path are on a page of $feature',
  ({ feature, page }) => {
    const pages = house.pages.filter(({ pattern }) => page.path.test(exampleOf(pattern)));
    expect(pages.map((found) => found.feature)).toContain(feature);
    expect(new Set(pages.map((found) => found.feature)).size).toBe(1);
  },
);

test.each(tourPages.map(({ page }) => ({ page, path: page.path.source })))(
  'the tours of $path can be completed [guided-tours-1]',
  ({ page }) => expectWalkable([page]),
);

test('no tour takes the cells of a loading table for data', async () => {
  const tours = (await Promise.all(tourPages.map(({ page }) => page.load()))).flat();
  expect(tours.filter(({ needs }) => / t[dr]$/.test(needs ?? '')).map(({ id }) => id)).toEqual([]);
});
