import { administrators } from '@touchstone/contracts';
import { type RouteObject, redirect } from 'react-router';
import { identityAccountRoutes } from '../../features/identity/routes.tsx';
import { subscriptionPaths } from '../../features/subscription/index.ts';
import { billingRoutes, licenceRoutes } from '../../features/subscription/routes.tsx';
import { userManagementPaths } from '../../features/user-management/index.ts';
import { profileRoutes, userRoutes } from '../../features/user-management/routes.tsx';
import { session } from '../../shared/session/browser-session.ts';
import { requireRole } from '../guards.ts';
import { myAccountRoles, profileRoles } from './account-roles.ts';

const toFirstScreen = () => {
  const role = session.getState().account?.role;
  return redirect(role === 'ROLE_USER' ? subscriptionPaths.licences : userManagementPaths.users);
};
// A loader makes the guard run on every navigation.
const loader = () => null;

/** Profile and My Account, each part for those who have it. */
export const accountRoutes: RouteObject[] = [
  {
    lazy: async () => ({ Component: (await import('./account-layout.tsx')).AccountLayout }),
    children: [
      { middleware: [requireRole(...profileRoles)], loader, children: [...profileRoutes, ...identityAccountRoutes] },
      {
        middleware: [requireRole(...myAccountRoles)],
        loader,
        children: [{ path: '/account', loader: toFirstScreen }, ...licenceRoutes],
      },
      { middleware: [requireRole(...administrators)], loader, children: [...userRoutes, ...billingRoutes] },
      {
        path: subscriptionPaths.history,
        lazy: async () => ({ Component: (await import('./billing-history.page.tsx')).BillingHistoryPage }),
      },
    ],
  },
];
