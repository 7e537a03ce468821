import type { RouteObject } from 'react-router';
import { organizationPaths } from './paths.ts';

export const organizationRoutes: RouteObject[] = [
  {
    path: organizationPaths.dashboard,
    lazy: async () => ({ Component: (await import('./pages/organizations.page.tsx')).OrganizationsPage }),
  },
  {
    path: organizationPaths.limits,
    lazy: async () => ({ Component: (await import('./pages/limits.page.tsx')).LimitsPage }),
  },
];
