import type { Page } from '@playwright/test';
import { choose } from './choose.ts';

export const suitesPage = (page: Page) => ({
  table: page.getByRole('table', { name: 'Test suites' }),
  filter: page.getByRole('textbox', { name: 'Filter suites' }),
  selection: page.getByRole('toolbar', { name: 'Actions for the selection' }),
  row: (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) }),
  async open(projectId: string, search = ''): Promise<void> {
    await page.goto(`/api-testing/api-test-suite?project=${projectId}${search}`);
  },
  async act(name: string, action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  },
  async run(name: string, environment?: string): Promise<void> {
    await page.getByRole('button', { name: `Run ${name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Run ${name}` });
    if (environment) await choose(page, 'Environment', environment);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  },
});
