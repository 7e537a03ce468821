import { createBrowserRouter, Outlet, redirect } from 'react-router';
import { apiTestingRoutes } from '../features/api-testing/routes.tsx';
import { SessionWatch } from '../features/identity/index.ts';
import { identityRoutes } from '../features/identity/routes.tsx';
import { performanceRoutes } from '../features/performance/index.ts';
import { accountRoutes } from './account/account.routes.tsx';
import { requireSession } from './guards.ts';
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
        middleware: [requireSession],
        // A loader makes the guard run on every navigation below.
        loader: () => null,
        lazy: async () => ({ Component: (await import('./shell/app-shell.tsx')).AppShell }),
        ErrorBoundary: RouteError,
        children: [
          { path: 'dashboard', loader: () => redirect('/api-testing/workspace') },
          {
            ErrorBoundary: RouteError,
            children: [...accountRoutes, ...apiTestingRoutes, ...performanceRoutes],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);
