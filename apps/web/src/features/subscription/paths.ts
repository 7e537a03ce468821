/** Addresses of licences, renewal and billing. */
export const subscriptionPaths = {
  licences: '/account/subscriptions/list',
  renew: '/account/subscriptions/renew',
  billing: '/billing-summary',
  history: '/api-testing/billing-history',
  confirmation: '/payment-confirmation',
  confirmationOf: (invoiceId: string) => `/payment-confirmation?invoice=${encodeURIComponent(invoiceId)}`,
};
