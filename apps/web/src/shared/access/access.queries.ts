import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../api.ts';

/** State of the plan of the organization. */
export const planQuery = queryOptions({
  queryKey: ['subscription', 'plan'],
  queryFn: ({ signal }) => api.call(routes.subscription.getPlan, { query: {} }, { signal }),
});

/** Every service of the product with the licence of the user. */
export const servicesQuery = queryOptions({
  queryKey: ['subscription', 'services'],
  queryFn: ({ signal }) => api.call(routes.subscription.listServices, {}, { signal }),
});
