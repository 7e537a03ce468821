import type { GuardCall } from '../../platform/http/registrar.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { Notify } from '../notifications/index.ts';
import type { UserManagement } from '../user-management/index.ts';
import { createBilling } from './app/billing.ts';
import { createInfrastructure, type Infrastructure, type Inventory } from './app/infrastructure.ts';
import { createLicenceGuard } from './app/licence-guard.ts';
import { createLicences } from './app/licences.ts';
import { createLimits, type LimitOf } from './app/limits.ts';
import { createOutsideLinks } from './app/outside-links.ts';
import { createPlans } from './app/plans.ts';
import { createServiceStore } from './app/service-store.ts';
import { subscriptionErrors } from './errors.ts';
import { addPlanEndsJob } from './jobs/plan-ends.job.ts';
import {
  addBillingRoutes,
  addInfrastructureRoutes,
  addLicenceRoutes,
  addPlanRoutes,
  addServiceStoreRoutes,
} from './routes/subscription.routes.ts';

export type { Inventory, OfferedBrowser } from './app/infrastructure.ts';
export type { LimitOf } from './app/limits.ts';
export { subscriptionErrors } from './errors.ts';

/** Subscriptions is the front door: limits, and who holds a licence. */
export interface Subscriptions {
  service: Service;
  limitOf: LimitOf;
  /** Shared browsers and devices: how many are in use and may be. */
  concurrency: Pick<Infrastructure, 'inUse' | 'concurrencyLimit'>;
  /** Refuses a call of a service that the caller has no licence of. */
  guard: GuardCall;
}

/** createSubscriptions builds plans, licences, limits and invoices; `inventory` tells which browsers runners offer. */
export function createSubscriptions(options: {
  platform: Platform;
  users: UserManagement;
  inventory: Inventory;
  notify: Notify;
}): Subscriptions {
  const { platform, users, inventory, notify } = options;
  const limits = createLimits({ platform, users });
  const plans = createPlans({ platform, users });
  const licences = createLicences({ platform, users, notify });
  const serviceStore = createServiceStore({ platform, users, licences });
  const billing = createBilling({ platform, users, notify });
  const infrastructure = createInfrastructure({ platform, users, limits, billing, inventory });
  addPlanEndsJob({ platform, users, notify });
  return {
    limitOf: limits.valueOf,
    concurrency: infrastructure,
    guard: createLicenceGuard(licences, () => platform.clock.monotonicMs()),
    service: {
      name: 'subscription',
      errors: subscriptionErrors,
      routes(registrar) {
        addPlanRoutes(registrar, plans, limits);
        addLicenceRoutes(registrar, licences);
        addInfrastructureRoutes(registrar, infrastructure);
        addBillingRoutes(registrar, billing);
        addServiceStoreRoutes(registrar, serviceStore, createOutsideLinks(platform.config));
      },
    },
  };
}
