import { expect, type Page } from '@playwright/test';

/** The content of a tour's card, read from the page in one call. */
const snapshot = (page: Page) =>
  page.evaluate(() => {
    const card = document.querySelector('[data-tour-card]');
    if (!card) return 'no card';
    const { left, top, right, bottom } = card.getBoundingClientRect();
    return {
      step: card.textContent?.match(/Step \d+ of \d+/)?.[0],
      target: card.getAttribute('data-target'),
      isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      onward: [...card.querySelectorAll('button')].at(-1)?.textContent,
    };
  });

/** The tour of the open page. */
export const tourPage = (page: Page) => {
  const card = page.locator('[data-tour-card]');
  return {
    card,
    button: page.getByRole('button', { name: 'Tour of this page' }),
    heading: card.getByRole('heading'),
    next: card.getByRole('button', { name: 'Next', exact: true }),
    back: card.getByRole('button', { name: 'Back', exact: true }),
    done: card.getByRole('button', { name: 'Done', exact: true }),
    /** A tour searches for its targets only for some seconds, so the page must have loaded before it starts. */
    async start(): Promise<void> {
      await page.locator('main').locator('h1, h2').first().waitFor();
      await expect(page.locator('main').locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      await this.button.click();
      await card.waitFor();
    },
    /** The step with this number is shown at its target, entirely inside the window, with the button to continue. */
    async isAt(number: number, count: number): Promise<void> {
      const onward = number === count ? 'Done' : 'Next';
      await expect
        .poll(() => snapshot(page), { intervals: [20, 50, 100, 250], message: `step ${number} of the tour` })
        .toEqual({ step: `Step ${number} of ${count}`, target: 'found', isInside: true, onward });
    },
    /** Walks a tour of this many steps from its button to its end; fails if a target is missing. */
    async walk(count: number): Promise<void> {
      await this.start();
      for (let number = 1; number <= count; number += 1) {
        await this.isAt(number, count);
        // The button to continue has the focus.
        await page.keyboard.press('Enter');
      }
      await expect(card).toHaveCount(0);
    },
  };
};
