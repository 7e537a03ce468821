import type { RouteObject } from 'react-router';
import { subscriptionPaths } from './paths.ts';

/** Licences: all of the organization for administrators, the own ones for others. */
export const licenceRoutes: RouteObject[] = [
  {
    path: subscriptionPaths.licences,
    lazy: async () => ({ Component: (await import('./pages/licences.page.tsx')).LicencesPage }),
  },
];

/** Renewal and billing, for administrators. */
export const billingRoutes: RouteObject[] = [
  {
    path: subscriptionPaths.renew,
    lazy: async () => ({ Component: (await import('./pages/renew.page.tsx')).RenewPage }),
  },
  {
    path: subscriptionPaths.confirmation,
    lazy: async () => ({ Component: (await import('./pages/payment-confirmation.page.tsx')).PaymentConfirmationPage }),
  },
  {
    path: subscriptionPaths.billing,
    lazy: async () => ({ Component: (await import('./pages/billing-summary.page.tsx')).BillingSummaryPage }),
  },
];
