import type { Page } from '@playwright/test';

export const workspacePage = (page: Page) => ({
  projects: page.getByRole('list', { name: 'Projects' }),
  async open(): Promise<void> {
    await page.goto('/api-testing/workspace');
  },
  project: (name: string) =>
    page.getByRole('list', { name: 'Projects' }).getByRole('button', { name: new RegExp(`^${name}`) }),
  async create(name: string, description: string): Promise<void> {
    await page.getByRole('button', { name: 'Create project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create project' });
    await dialog.getByLabel('Project name').fill(name);
    await dialog.getByLabel('Project description').fill(description);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.waitFor({ state: 'detached' });
  },
  async act(name: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for project ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  },
});
