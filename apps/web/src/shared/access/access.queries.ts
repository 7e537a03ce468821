import { queryOptions } from '@tanstack/react-query';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { api } from '../api.ts';

/** Everything that is read of plans and licences. */
export const licenceKeys = { all: ['licences'] as const };

/** State of the plan of the organization. */
export const planQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'plan'],
  queryFn: ({ signal }) => api.call(subscriptionRoutes.getPlan, { query: {} }, { signal }),
});

/** Every service of the product with the licence of the user. */
export const servicesQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'services'],
  queryFn: ({ signal }) => api.call(subscriptionRoutes.listServices, {}, { signal }),
});
