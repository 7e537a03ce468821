import { expect, test } from 'vitest';
import { house } from '../house.ts';

const perFeature = await Promise.all(
  house.features.map(async ({ id, tours }) => ((await tours?.()) ?? []).map((page) => ({ feature: id, page }))),
);
const tourPages = perFeature.flat();
const exampleOf = (pattern: string) => pattern.replace(/:\w+/g, 'x');

test('no tour stands on two pages', () => {
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
  'the tours of $path can be walked to their end [guided-tours-1]',
  async ({ page }) => {
    const tours = await page.load();
    expect(tours.map(({ id }) => id)).toEqual(page.tourIds);
    // Several tours of a page are told apart by what the page shows.
    if (tours.length > 1) for (const { needs } of tours) expect(needs).toBeTruthy();
    for (const { name, steps } of tours) {
      expect(name).not.toBe('');
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      expect(steps[0]?.isOptional).toBeFalsy();
      for (const [index, { title, text, attachTo, buttons, canClickTarget, advanceOn }] of steps.entries()) {
        const types = buttons.map(({ type }) => type);
        expect(types.includes('back')).toBe(index > 0);
        expect(types.at(-1)).toBe(index === steps.length - 1 ? 'complete' : 'next');
        expect(title.length).toBeGreaterThan(3);
        expect(text).toMatch(/[.?]$/);
        expect(() => document.querySelector(attachTo.element)).not.toThrow();
        if (advanceOn) expect(canClickTarget).toBe(true);
      }
    }
  },
);
