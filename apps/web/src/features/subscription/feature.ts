import { administrators } from '@touchstone/contracts';
import { CreditCard, KeyRound, RefreshCw } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { myAccountRoles } from '../account/index.ts';
import { subscriptionPaths } from './paths.ts';

const renewal = {
  label: 'Go to renewal',
  path: subscriptionPaths.renew,
  roles: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'],
} as const;

export const subscriptionFeature = defineFeature({
  id: 'subscription',
  routes: [
    {
      path: subscriptionPaths.licences,
      roles: myAccountRoles,
      lazy: async () => ({ Component: (await import('./pages/licences.page.tsx')).LicencesPage }),
    },
    {
      path: subscriptionPaths.renew,
      roles: administrators,
      lazy: async () => ({ Component: (await import('./pages/renew.page.tsx')).RenewPage }),
    },
    {
      path: subscriptionPaths.confirmation,
      roles: administrators,
      lazy: async () => ({
        Component: (await import('./pages/payment-confirmation.page.tsx')).PaymentConfirmationPage,
      }),
    },
    {
      path: subscriptionPaths.billing,
      roles: administrators,
      lazy: async () => ({ Component: (await import('./pages/billing-summary.page.tsx')).BillingSummaryPage }),
    },
    {
      path: subscriptionPaths.history,
      lazy: async () => ({ Component: (await import('./pages/billing-history.page.tsx')).BillingHistoryPage }),
    },
  ],
  area: {
    id: 'account',
    items: [
      {
        label: 'Licences',
        icon: KeyRound,
        path: subscriptionPaths.licences,
        group: 'Organization',
        barWord: 'Licences',
      },
      { label: 'Renewal', icon: RefreshCw, path: subscriptionPaths.renew, group: 'Organization' },
      {
        label: 'Billing',
        icon: CreditCard,
        path: subscriptionPaths.billing,
        group: 'Organization',
        covers: [subscriptionPaths.history, subscriptionPaths.confirmation],
      },
    ],
  },
  waysOn: {
    PLATFORM_PLAN_EXPIRED: renewal,
    SUBSCRIPTION_LICENCE_EXPIRED: renewal,
    SUBSCRIPTION_NO_LICENCE: { label: 'Account Settings', path: subscriptionPaths.licences, roles: ['ROLE_ADMIN'] },
  },
  frame: async () => (await import('./frame.ts')).subscriptionFrame,
  tours: async () => (await import('./tours.ts')).subscriptionTours,
});
