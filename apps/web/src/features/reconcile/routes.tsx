import type { RouteObject } from 'react-router';

/** Screens of reconciliation, below the shell. */
export const reconcilePageRoutes: RouteObject[] = [
  {
    path: 'api-testing/reconciliations',
    lazy: async () => ({ Component: (await import('./pages/reconciliations.page.tsx')).ReconciliationsPage }),
  },
  {
    path: 'api-testing/reconciliations/:reconciliationId',
    lazy: async () => ({ Component: (await import('./pages/reconciliation.page.tsx')).ReconciliationPage }),
  },
  {
    path: 'api-testing/reconciliation-result/:runId',
    lazy: async () => ({ Component: (await import('./pages/result.page.tsx')).ResultPage }),
  },
];
