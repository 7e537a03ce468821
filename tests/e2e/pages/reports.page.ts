import type { Page } from '@playwright/test';

export const reportsPage = (page: Page) => ({
  table: page.getByRole('table', { name: 'Runs' }),
  statusFilter: page.getByRole('combobox', { name: 'Filter by status' }),
  run: (name: string) => page.getByRole('link', { name: new RegExp(`^${name} #\\d+`) }),
  async open(projectId: string, search = ''): Promise<void> {
    await page.goto(`/api-testing/report-dashboard?project=${projectId}${search}`);
  },
});
