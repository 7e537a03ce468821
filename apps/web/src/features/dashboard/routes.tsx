import type { RouteObject } from 'react-router';
import { dashboardPaths } from './paths.ts';

export const dashboardRoutes: RouteObject[] = [
  {
    path: dashboardPaths.dashboard,
    lazy: async () => ({ Component: (await import('./pages/dashboard.page.tsx')).DashboardPage }),
  },
];

/** The numbers by user, for administrators. */
export const userMetricsRoutes: RouteObject[] = [
  {
    path: dashboardPaths.userMetrics,
    lazy: async () => ({ Component: (await import('./pages/user-metrics.page.tsx')).UserMetricsPage }),
  },
];
