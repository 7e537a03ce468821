import type { RouteObject } from 'react-router';

/** Screens of invoices, below the shell. */
export const virtualUserRoutes: RouteObject[] = [
  {
    path: 'api-testing/billing-history',
    lazy: async () => ({ Component: (await import('./pages/billing-history.page.tsx')).BillingHistoryPage }),
  },
];
