import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'service store',
    visitor: 'administrator',
    openTo: ['ROLE_SYSTEM', 'ROLE_ADMIN', 'ROLE_SUPERUSER', 'ROLE_USER', 'ROLE_GUEST', 'ROLE_DEVOPS'],
    path: () => '/service-store',
    ready: (page) => page.getByRole('article', { name: 'API Testing' }).waitFor(),
  },
  {
    name: 'services panel',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Services', exact: true }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'API Testing' }).waitFor();
    },
  },
];
