import { billingRoutes } from './billing.ts';
import { infrastructureRoutes } from './infrastructure.ts';
import { licenceRoutes } from './licence.ts';
import { planRoutes } from './plan.ts';
import { serviceStoreRoutes } from './service-store.ts';

/** Every call of subscription. */
export const subscriptionRoutes = {
  ...planRoutes,
  ...licenceRoutes,
  ...infrastructureRoutes,
  ...billingRoutes,
  ...serviceStoreRoutes,
};
