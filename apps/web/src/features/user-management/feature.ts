import { administrators } from '@touchstone/contracts';
import { UserRound, Users } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { profileRoles } from '../account/index.ts';
import { userManagementPaths } from './paths.ts';

export const userManagementFeature = defineFeature({
  id: 'user-management',
  routes: [
    {
      path: userManagementPaths.profile,
      roles: profileRoles,
      scope: 'person',
      lazy: async () => ({ Component: (await import('./pages/profile.page.tsx')).ProfilePage }),
    },
    {
      path: userManagementPaths.users,
      roles: administrators,
      lazy: async () => ({ Component: (await import('./pages/users.page.tsx')).UsersPage }),
    },
  ],
  area: {
    id: 'account',
    items: [
      { label: 'Profile', icon: UserRound, path: userManagementPaths.profile, group: 'Person', barWord: 'Profile' },
      {
        label: 'Users and teams',
        icon: Users,
        path: userManagementPaths.users,
        group: 'Organization',
        barWord: 'Users',
      },
    ],
  },
  menus: [{ menus: ['profile'], label: 'Profile', icon: UserRound, path: userManagementPaths.profile }],
  search: async () => (await import('./api/search.ts')).searchPeople,
  tours: async () => (await import('./tours.ts')).userManagementTours,
});
