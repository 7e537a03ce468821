import type { RouteObject } from 'react-router';
import { userManagementPaths } from './paths.ts';

/** The own profile. */
export const profileRoutes: RouteObject[] = [
  {
    path: userManagementPaths.profile,
    lazy: async () => ({ Component: (await import('./pages/profile.page.tsx')).ProfilePage }),
  },
];

/** Users and teams, for administrators. */
export const userRoutes: RouteObject[] = [
  {
    path: userManagementPaths.users,
    lazy: async () => ({ Component: (await import('./pages/users.page.tsx')).UsersPage }),
  },
];
