import { queryOptions } from '@tanstack/react-query';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { api } from '../api.ts';

/** Root of all query keys for plans and licences. */
export const licenceKeys = { all: ['licences'] as const };

/** State of the organization's plan. */
export const planQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'plan'],
  queryFn: ({ signal }) => api.call(subscriptionRoutes.getPlan, { query: {} }, { signal }),
});

/** Every service of the product, with the user's licence. */
export const servicesQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'services'],
  queryFn: ({ signal }) => api.call(subscriptionRoutes.listServices, {}, { signal }),
});
