import type { Page } from '@playwright/test';

export const environmentsPage = (page: Page) => ({
  list: page.getByRole('navigation', { name: 'Environments' }),
  save: page.getByRole('button', { name: 'Save variables' }),
  field: (label: string) => page.getByRole('textbox', { name: label, exact: true }),
  value: (name: string) => page.getByLabel(`Value of variable ${name}`, { exact: true }),
  secret: (name: string) => page.getByRole('checkbox', { name: `Variable ${name} is a secret` }),
  async open(projectId: string): Promise<void> {
    await page.goto(`/api-testing/environments?project=${projectId}`);
  },
  async create(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Create environment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create environment' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create environment' }).click();
    // A change before it closes would have to be discarded first: it closes by navigating to the new environment.
    await dialog.waitFor({ state: 'hidden' });
  },
});
