import { billingRoutes } from './billing.ts';
import { infrastructureRoutes } from './infrastructure.ts';
import { licenceRoutes } from './licence.ts';
import { planRoutes } from './plan.ts';
import { serviceStoreRoutes } from './service-store.ts';

export * from './billing.ts';
export * from './catalog.ts';
export * from './infrastructure.ts';
export * from './licence.ts';
export * from './plan.ts';
export * from './service-store.ts';

export const subscriptionRoutes = {
  ...planRoutes,
  ...licenceRoutes,
  ...infrastructureRoutes,
  ...billingRoutes,
  ...serviceStoreRoutes,
};
