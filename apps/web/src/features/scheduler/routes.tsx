import type { RouteObject } from 'react-router';

/** Screens of scheduled tests, below the shell. */
export const schedulerPageRoutes: RouteObject[] = [
  {
    path: 'api-testing/schedulers',
    lazy: async () => ({ Component: (await import('./pages/schedulers.page.tsx')).SchedulersPage }),
  },
];
