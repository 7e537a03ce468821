import { expect, type Page } from '@playwright/test';

/** The tour of the page that is open. */
export const tourPage = (page: Page) => {
  const card = page.locator('[data-tour-card]');
  return {
    card,
    button: page.getByRole('button', { name: 'Tour of this page' }),
    heading: card.getByRole('heading'),
    next: card.getByRole('button', { name: 'Next', exact: true }),
    back: card.getByRole('button', { name: 'Back', exact: true }),
    done: card.getByRole('button', { name: 'Done', exact: true }),
    /** A tour looks for its targets for some seconds only, so the page is there before it begins. */
    async start(): Promise<void> {
      await page.locator('main').locator('h1, h2').first().waitFor();
      await expect(page.locator('main').locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      await this.button.click();
      await card.waitFor();
    },
    /** The step with this number is shown at its target, wholly inside the window. */
    async isAt(number: number, count: number): Promise<void> {
      await expect(card).toContainText(`Step ${number} of ${count}`);
      const title = await this.heading.innerText();
      await expect(card, `target of “${title}”`).toHaveAttribute('data-target', 'found');
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
      await expect
        .poll(
          async () => {
            const box = await card.boundingBox();
            return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
          },
          { message: `“${title}” stands in the window` },
        )
        .toBe(true);
    },
    /** Walks a tour of so many steps from its button to its end; a target that is missing fails. */
    async walk(count: number): Promise<void> {
      await this.start();
      for (let number = 1; number <= count; number += 1) {
        await this.isAt(number, count);
        await (number === count ? this.done : this.next).click();
      }
      await expect(card).toHaveCount(0);
    },
  };
};
