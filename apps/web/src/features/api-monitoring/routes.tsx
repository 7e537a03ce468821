import type { RouteObject } from 'react-router';

const environments = async () => ({ Component: (await import('./pages/environments.page.tsx')).EnvironmentsPage });

/** Screens of API monitoring, below the shell. */
export const apiMonitoringPageRoutes: RouteObject[] = [
  {
    path: 'api-monitoring',
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./pages/overview.page.tsx')).OverviewPage }),
      },
      {
        path: 'projects',
        lazy: async () => ({ Component: (await import('./pages/projects.page.tsx')).ProjectsPage }),
      },
      {
        path: 'incidents',
        lazy: async () => ({ Component: (await import('./pages/incidents.page.tsx')).IncidentsPage }),
      },
      {
        path: 'alerts',
        lazy: async () => ({ Component: (await import('./pages/alerts.page.tsx')).AlertsPage }),
      },
      {
        path: 'maintenance',
        lazy: async () => ({ Component: (await import('./pages/maintenance.page.tsx')).MaintenancePage }),
      },
      {
        path: 'status-pages',
        lazy: async () => ({ Component: (await import('./pages/status-pages.page.tsx')).StatusPagesPage }),
      },
      {
        path: 'reports',
        lazy: async () => ({ Component: (await import('./pages/reports.page.tsx')).ReportsPage }),
      },
      { path: 'environments', lazy: environments },
      { path: 'global-variables', lazy: environments },
      {
        path: 'certificates',
        lazy: async () => ({ Component: (await import('./pages/certificates.page.tsx')).CertificatesPage }),
      },
    ],
  },
  {
    path: 'api-monitoring-details',
    lazy: async () => ({ Component: (await import('./pages/details.page.tsx')).DetailsPage }),
  },
];
