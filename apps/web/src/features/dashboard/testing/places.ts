import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'dashboard',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/dashboard',
    async ready(page) {
      await page.getByRole('list', { name: 'Recent tests' }).getByRole('link').first().waitFor();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'Hide Outcomes' }).waitFor();
    },
  },
  {
    name: 'user metrics',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/user-metrics',
    ready: (page) => page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'executions of today',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Test Executions Today' }).click();
      await page.getByRole('tab', { name: 'Executed' }).click();
      await page.getByRole('list', { name: 'Executed' }).getByRole('link').first().waitFor();
    },
  },
];
