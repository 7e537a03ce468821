import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { Runs } from '../runs/index.ts';
import type { UserManagement } from '../user-management/index.ts';
import { createDashboard, type TestedService } from './app/dashboard.ts';
import { addDashboardRoutes, type Concurrency } from './routes/dashboard.routes.ts';

export type { TestedService } from './app/dashboard.ts';
export type { Concurrency } from './routes/dashboard.routes.ts';

/** createDashboards answers the numbers of dashboards, over the services that are given. */
export function createDashboards(options: {
  platform: Platform;
  runs: Runs;
  users: UserManagement;
  services: readonly TestedService[];
  concurrency: Concurrency;
}): Service {
  const dashboard = createDashboard(options);
  return {
    name: 'dashboard',
    errors: {},
    routes: (registrar) => addDashboardRoutes(registrar, dashboard, options.concurrency),
  };
}
