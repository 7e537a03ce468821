import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'feature flags',
    visitor: 'superAdministrator',
    openTo: ['ROLE_SUPERADMIN'],
    path: () => '/organization-dashboard/flags',
    ready: (page) => page.getByRole('button', { name: 'Edit signUpRoute' }).waitFor(),
  },
];
