import type { Platform } from '../../platform/platform.ts';
import { defineService, type ServiceParts } from '../../platform/service.ts';
import type { ValuesOf } from '../../platform/settings.ts';
import { add, takeNamed } from '../../platform/slots.ts';
import { type Notifications, notificationsService } from '../notifications/index.ts';
import { planFollowers, type UserManagement, userManagementService } from '../user-management/index.ts';
import { createBilling } from './app/billing.ts';
import { createInfrastructure, type Infrastructure } from './app/infrastructure.ts';
import type { Inventory } from './app/inventory.ts';
import { createLicenceGuard } from './app/licence-guard.ts';
import { createLicences } from './app/licences.ts';
import { createLimits, type LimitOf, planLimits } from './app/limits.ts';
import { createOutsideLinks } from './app/outside-links.ts';
import { followPlan } from './app/plan-licences.ts';
import { createPlans } from './app/plans.ts';
import { createServiceStore } from './app/service-store.ts';
import { subscriptionSettings } from './config.ts';
import type { LimitDefinition } from './domain/limits.ts';
import { subscriptionErrors } from './errors.ts';
import { addPlanEndsJob } from './jobs/plan-ends.job.ts';
import { infrastructureLimits } from './limits.ts';
import {
  addBillingRoutes,
  addInfrastructureRoutes,
  addLicenceRoutes,
  addPlanRoutes,
  addServiceStoreRoutes,
} from './routes/subscription.routes.ts';

export type { Inventory, OfferedBrowser } from './app/inventory.ts';
export { type LimitOf, planLimits } from './app/limits.ts';
export { planLimit } from './domain/limits.ts';

/** Subscriptions is the service's front door: limits, and how much shared infrastructure is in use. */
export interface Subscriptions {
  limitOf: LimitOf;
  /** Shared browsers and devices: how many are in use, and the limit. */
  concurrency: Pick<Infrastructure, 'inUse' | 'concurrencyLimit'>;
}

/** No runner reports browsers yet, so none is offered. */
const emptyInventory: Inventory = { browsers: async () => [], inUse: async () => ({ browsers: 0, devices: 0 }) };

function createSubscriptions(
  platform: Platform,
  { users, notifications }: { users: UserManagement; notifications: Notifications },
  config: ValuesOf<typeof subscriptionSettings>,
): ServiceParts<Subscriptions> {
  const { notify } = notifications;
  const definitions: Record<string, LimitDefinition> = {};
  const limits = createLimits({ platform, users, definitions });
  const plans = createPlans({ platform, users });
  const licences = createLicences({ platform, users, notify });
  const serviceStore = createServiceStore({ platform, users, licences });
  const billing = createBilling({ platform, users, notify });
  const infrastructure = createInfrastructure({ platform, users, limits, billing, inventory: emptyInventory });
  addPlanEndsJob({ platform, users, notify });
  return {
    door: { limitOf: limits.valueOf, concurrency: infrastructure },
    takes: [takeNamed(planLimits, definitions)],
    adds: [
      add(planLimits, infrastructureLimits),
      add(planFollowers, (tx, change) => followPlan(tx, change, platform.clock.now())),
    ],
    access: { guard: createLicenceGuard(licences, () => platform.clock.monotonicMs()) },
    routes(registrar) {
      addPlanRoutes(registrar, plans, limits);
      addLicenceRoutes(registrar, licences);
      addInfrastructureRoutes(registrar, infrastructure);
      addBillingRoutes(registrar, billing);
      addServiceStoreRoutes(
        registrar,
        serviceStore,
        createOutsideLinks({ ...config, EXTERNAL_APPLICATIONS: platform.config.EXTERNAL_APPLICATIONS }),
      );
    },
  };
}

const needs = { users: userManagementService, notifications: notificationsService };

/**
 * subscriptionService is the service that manages plans, licences, limits, orders and invoices, and rejects calls
 * without a licence.
 */
export const subscriptionService = defineService<Subscriptions, typeof needs, typeof subscriptionSettings>({
  name: 'subscription',
  needs,
  config: subscriptionSettings,
  errors: subscriptionErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createSubscriptions,
});
