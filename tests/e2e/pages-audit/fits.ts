import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { misfits } from './checks.ts';
import { spills } from './sight.ts';

const narrow = { width: 390, height: 900 };
const usual = { width: 1440, height: 900 };

/** expectFits checks the current screen, wide and narrow, and leaves it wide. */
export async function expectFits(page: Page, what: string): Promise<void> {
  for (const size of [narrow, usual]) {
    await page.setViewportSize(size);
    const faults = async () => [...(await misfits(page)), ...(await spills(page))];
    await expect.soft.poll(faults, { message: `${what} at ${size.width} px`, timeout: 5_000 }).toEqual([]);
  }
}

/** expectDialogsFit opens each entry of a menu that leads to a dialog, checks it and closes it. */
export async function expectDialogsFit(page: Page, menu: ReturnType<Page['getByRole']>, entries: readonly string[]) {
  for (const entry of entries)
    await test.step(entry, async () => {
      await menu.click();
      await expectFits(page, `menu with ${entry}`);
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').waitFor();
      await expectFits(page, entry);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
}
