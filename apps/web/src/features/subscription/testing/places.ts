import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'licences',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER', 'ROLE_USER'],
    path: () => '/account/subscriptions/list',
    ready: (page) =>
      page
        .getByRole('row', { name: /Ada Admin/ })
        .first()
        .waitFor(),
  },
  {
    name: 'renewal',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/account/subscriptions/renew',
    ready: (page) => page.getByRole('row', { name: /Virtual users of one/ }).waitFor(),
  },
  {
    name: 'payment confirmation',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: ({ invoiceId }) => `/payment-confirmation?invoice=${invoiceId}`,
    ready: (page) => page.getByText('Awaiting payment').waitFor(),
  },
  {
    name: 'billing summary',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'],
    path: () => '/billing-summary',
    ready: (page) => page.getByText('Navy Ltd').waitFor(),
  },
  {
    name: 'billing history',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/api-testing/billing-history',
    ready: (page) => page.getByRole('cell', { name: 'Awaiting payment' }).first().waitFor(),
  },
];
