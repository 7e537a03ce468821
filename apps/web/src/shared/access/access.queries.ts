import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../api.ts';

/** Everything that is read of plans and licences. */
export const licenceKeys = { all: ['licences'] as const };

/** State of the plan of the organization. */
export const planQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'plan'],
  queryFn: ({ signal }) => api.call(routes.subscription.getPlan, { query: {} }, { signal }),
});

/** Every service of the product with the licence of the user. */
export const servicesQuery = queryOptions({
  queryKey: [...licenceKeys.all, 'services'],
  queryFn: ({ signal }) => api.call(routes.subscription.listServices, {}, { signal }),
});
