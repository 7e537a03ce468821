import type { Page } from '@playwright/test';

export const prerequisitesPage = (page: Page) => ({
  list: page.getByRole('table', { name: 'Prerequisites' }),
  databases: page.getByRole('table', { name: 'Databases' }),
  dialog: page.getByRole('dialog'),
  result: page.getByRole('region', { name: 'Result of the prerequisites' }),
  run: page.getByRole('button', { name: 'Run prerequisites' }),
  async open(projectId: string, tab?: 'databases'): Promise<void> {
    await page.goto(`/api-testing/prerequest-variables?project=${projectId}${tab ? `&tab=${tab}` : ''}`);
  },
  async choose(label: string, option: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
  /** Types into a code editor. */
  async write(label: string, text: string): Promise<void> {
    const editor = this.dialog.getByRole('textbox', { name: label, exact: true });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  },
});
