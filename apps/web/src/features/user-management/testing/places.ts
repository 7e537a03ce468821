import { dialogOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'profile',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER', 'ROLE_USER', 'ROLE_GUEST'],
    path: () => '/profile',
    ready: (page) => page.getByLabel('First name').waitFor(),
  },
  {
    name: 'users',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/users',
    ready: (page) => page.getByRole('row', { name: /Ada Admin/ }).waitFor(),
  },
  {
    name: 'invite users',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/users',
    async ready(page) {
      await page.getByRole('button', { name: 'Invite users' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click();
      await page.getByRole('dialog').getByText('Please enter email id').waitFor();
    },
  },
  {
    name: 'create user',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/users',
    ready: (page) => dialogOf(page, 'Create user'),
  },
  {
    name: 'teams',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/users?tab=teams',
    ready: (page) => page.getByRole('row', { name: /Team One/ }).waitFor(),
  },
  {
    name: 'members of a team',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/users?tab=teams',
    async ready(page) {
      await page.getByRole('row', { name: /Team One/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('row', { name: /Ada Admin/ })
        .waitFor();
    },
  },
];
