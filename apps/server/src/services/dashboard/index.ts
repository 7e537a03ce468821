import { defineService } from '../../platform/service.ts';
import { add, take } from '../../platform/slots.ts';
import { featureFlags } from '../feature-flags/index.ts';
import { runsService } from '../runs/index.ts';
import { subscriptionService } from '../subscription/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { createDashboard } from './app/dashboard.ts';
import { type TestedService, testedServices } from './app/dashboard-scope.ts';
import { dashboardFlags } from './flags.ts';
import { addDashboardRoutes } from './routes/dashboard.routes.ts';

export { type TestedService, testedServices } from './app/dashboard-scope.ts';

const needs = { users: userManagementService, runs: runsService, subscriptions: subscriptionService };

/** dashboardService is the service that computes the dashboards' figures over the registered services. */
export const dashboardService = defineService<undefined, typeof needs>({
  name: 'dashboard',
  needs,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { users, runs, subscriptions }) {
    const services: TestedService[] = [];
    const dashboard = createDashboard({ platform, runs, users, services });
    return {
      door: undefined,
      adds: [add(featureFlags, dashboardFlags)],
      takes: [take(testedServices, (service) => void services.push(service))],
      routes: (registrar) => addDashboardRoutes(registrar, dashboard, subscriptions.concurrency),
    };
  },
});
