import { expect, type Page } from '@playwright/test';

/**
 * choose picks an option of a select with this label. A dialog takes the focus a moment after it has opened, which
 * closes a list opened before; like a user, it then opens the list again.
 */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(async () => {
    if (!(await wanted.isVisible())) await box.click();
    await wanted.click({ timeout: 3000 });
  }).toPass();
}
