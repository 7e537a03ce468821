import { dialogOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'organizations',
    visitor: 'superAdministrator',
    openTo: ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/organization-dashboard',
    ready: (page) => page.getByRole('table', { name: 'Organizations' }).getByRole('button').first().waitFor(),
  },
  {
    name: 'add organization',
    visitor: 'superAdministrator',
    openTo: ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/organization-dashboard',
    ready: (page) => dialogOf(page, 'Add organization'),
  },
  {
    name: 'limits',
    visitor: 'superAdministrator',
    openTo: ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/organization-dashboard/limits',
    ready: (page) => page.getByRole('table', { name: 'Limits' }).getByRole('button').first().waitFor(),
  },
  {
    name: 'add limit',
    visitor: 'superAdministrator',
    openTo: ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/organization-dashboard/limits',
    ready: (page) => dialogOf(page, 'Add limit'),
  },
];
