import type { RouteObject } from 'react-router';

/** Screens of performance runs, below the shell. */
export const performanceRoutes: RouteObject[] = [
  {
    path: 'api-testing/performance',
    lazy: async () => ({ Component: (await import('./pages/performance.page.tsx')).PerformancePage }),
  },
  {
    path: 'api-testing/performance-report-dashboard',
    lazy: async () => ({
      Component: (await import('./pages/performance-reports.page.tsx')).PerformanceReportsPage,
    }),
  },
  {
    path: 'api-testing/performance-report-insights',
    lazy: async () => ({
      Component: (await import('./pages/performance-insights.page.tsx')).PerformanceInsightsPage,
    }),
  },
];
