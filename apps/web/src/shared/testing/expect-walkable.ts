import { expect } from 'vitest';
import type { TourPage } from '../tours/tour.ts';

const sides = ['top', 'right', 'bottom', 'left'];

/**
 * expectWalkable checks that every tour of some pages can be completed: each step has a text, its buttons and a valid
 * target selector.
 */
export async function expectWalkable(pages: readonly TourPage[]): Promise<void> {
  for (const page of pages) await walk(page);
}

async function walk(page: TourPage): Promise<void> {
  const tours = await page.load();
  expect(tours.map(({ id }) => id)).toEqual(page.tourIds);
  // Several tours of a page are distinguished by what the page shows.
  if (tours.length > 1) for (const { needs } of tours) expect(needs).toBeTruthy();
  for (const { name, steps } of tours) {
    expect(name).not.toBe('');
    expect(steps).not.toEqual([]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(steps[0]?.isOptional).toBeFalsy();
    for (const [index, { title, text, attachTo, buttons, canClickTarget, advanceOn }] of steps.entries()) {
      const types = buttons.map(({ type }) => type);
      expect(types.includes('back')).toBe(index > 0);
      expect(types.at(-1)).toBe(index === steps.length - 1 ? 'complete' : 'next');
      expect(title.length).toBeGreaterThan(3);
      expect(text).toMatch(/[.?]$/);
      expect(attachTo.element).toBeTruthy();
      expect(() => document.querySelector(attachTo.element)).not.toThrow();
      expect(sides).toContain(attachTo.side);
      expect(canClickTarget).toBe(advanceOn !== undefined);
    }
  }
}
