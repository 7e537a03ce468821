import { administrators, roles } from '@touchstone/contracts';
import { createBrowserRouter, Outlet, redirect } from 'react-router';
import { apiTestingRoutes } from '../features/api-testing/routes.tsx';
import { dashboardRoutes, userMetricsRoutes } from '../features/dashboard/routes.tsx';
import { featureFlagRoutes } from '../features/feature-flags/routes.tsx';
import { helpRoutes } from '../features/help/routes.tsx';
import { SessionWatch } from '../features/identity/index.ts';
import { identityRoutes, outboxRoutes } from '../features/identity/routes.tsx';
import { onboardingRoutes } from '../features/onboarding/routes.tsx';
import { organizationRoutes } from '../features/organizations/routes.tsx';
import { performanceRoutes } from '../features/performance/index.ts';
import { serviceAreaRoutes } from '../features/service-areas/index.ts';
import { serviceStoreRoutes } from '../features/service-store/routes.tsx';
import { overseers } from '../shared/organization/chosen-organization.ts';
import { accountRoutes } from './account/account.routes.tsx';
import { requireOrganization, requireRole, requireSession, requireWelcome } from './guards.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { RouteError } from './route-error.tsx';
import { useAppearance } from './use-appearance.ts';

function Root() {
  useAppearance();
  return (
    <>
      <Outlet />
      <SessionWatch />
    </>
  );
}

// The super administrator keeps services by organization; the store is for those who use them.
const storeRoles = roles.filter((role) => role !== 'ROLE_SUPERADMIN');

// A loader makes the guards above it run on every navigation.
const loader = () => null;

/** The routes of the application: screens before sign-in, and those behind the session guard inside the shell. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { index: true, loader: () => redirect('/login') },
      ...identityRoutes,
      {
        middleware: [requireSession, requireOrganization, requireWelcome],
        loader,
        lazy: async () => ({ Component: (await import('./shell/app-shell.tsx')).AppShell }),
        ErrorBoundary: RouteError,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              ...dashboardRoutes,
              ...helpRoutes,
              ...onboardingRoutes,
              { middleware: [requireRole(...administrators)], loader, children: userMetricsRoutes },
              { middleware: [requireRole('ROLE_ADMIN', 'ROLE_SUPERADMIN')], loader, children: outboxRoutes },
              { middleware: [requireRole(...overseers)], loader, children: organizationRoutes },
              { middleware: [requireRole('ROLE_SUPERADMIN')], loader, children: featureFlagRoutes },
              { middleware: [requireRole(...storeRoles)], loader, children: serviceStoreRoutes },
              ...accountRoutes,
              ...apiTestingRoutes,
              ...performanceRoutes,
              ...serviceAreaRoutes,
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);
