import type { Page } from '@playwright/test';

export const reportPage = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1 }),
  steps: page.getByRole('listbox', { name: 'Steps' }),
  step: (name: string) => page.getByRole('option', { name }),
  detail: (name: string) => page.getByRole('region', { name: `Step ${name}` }),
  stop: page.getByRole('button', { name: 'Stop' }),
  retry: page.getByRole('button', { name: 'Retry', exact: true }),
  retryFailed: page.getByRole('button', { name: 'Retry failed' }),
  counts: page.getByRole('group', { name: 'Filter steps by status' }),
  live: page.getByText('Live', { exact: true }),
  async open(runId: string): Promise<void> {
    await page.goto(`/api-testing/report/${runId}`);
  },
  async download(kind: 'HTML report' | 'JUnit XML' | 'JSON'): Promise<void> {
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
  },
});
