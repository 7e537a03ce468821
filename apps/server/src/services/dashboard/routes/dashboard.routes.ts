import { metricsRoutes as calls } from '@touchstone/contracts/user-management';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Dashboard } from '../app/dashboard.ts';

/** How many shared browsers and devices are in use, and the limit; null: no limit. */
export interface Concurrency {
  inUse(organizationId: string): Promise<{ browsers: number; devices: number }>;
  concurrencyLimit(organizationId: string): Promise<{ browser: number | null; device: number | null }>;
}

export function addDashboardRoutes(registrar: Registrar, dashboard: Dashboard, concurrency: Concurrency): void {
  registrar.add(calls.countUsers, ({ caller }) => dashboard.countUsers(caller));
  registrar.add(calls.countDashboard, ({ caller, query }) => dashboard.counts(caller, query));
  registrar.add(calls.pageUserMetrics, ({ caller, query }) => dashboard.pageUsers(caller, query));
  registrar.add(calls.getUsage, ({ caller, query }) => dashboard.usage(caller, query));
  registrar.add(calls.getWaitTime, ({ caller, query }) => dashboard.waitTimes(caller, query));
  registrar.add(calls.countSprints, ({ caller, query }) => dashboard.sprints(caller, query));
  registrar.add(calls.getCommonMetrics, ({ caller, query }) => dashboard.common(caller, query));
  registrar.add(calls.getConsolidatedMetrics, ({ caller, query }) => dashboard.consolidated(caller, query));
  registrar.add(calls.getConsolidatedMetricsByDay, ({ caller, query }) => dashboard.byDay(caller, query));
  registrar.add(calls.countTestsBuilt, ({ caller, query }) => dashboard.testsBuilt(caller, query));
  registrar.add(calls.countTestsRan, ({ caller, query }) => dashboard.testsRan(caller, query));
  registrar.add(calls.getWidgets, ({ caller }) => dashboard.layouts(caller));
  registrar.add(calls.saveWidgets, ({ caller, body }) => dashboard.saveLayout(caller, body));
  registrar.add(calls.getWidgetsOfService, ({ caller, query }) =>
    dashboard.layout(caller, query.service, query.teamUuid),
  );
  registrar.add(calls.listContributions, ({ caller, query }) => dashboard.contributions(caller, query));
  registrar.add(calls.countPassedTests, ({ caller, query }) =>
    dashboard.passedTests(caller, query.projectUuid, query.service),
  );
  registrar.add(calls.listRecentTests, ({ caller, query }) => dashboard.recent(caller, query));
  registrar.add(calls.viewTest, ({ caller, query }) =>
    dashboard.view(caller, query.projectUuid, query.testUuid, query.service),
  );

  registrar.add(calls.getBrowserConcurrency, async ({ caller: { organizationId } }) => ({
    inUse: (await concurrency.inUse(organizationId)).browsers,
    limit: (await concurrency.concurrencyLimit(organizationId)).browser,
  }));
  registrar.add(calls.getDeviceConcurrency, async ({ caller: { organizationId } }) => ({
    inUse: (await concurrency.inUse(organizationId)).devices,
    limit: (await concurrency.concurrencyLimit(organizationId)).device,
  }));
  registrar.add(calls.countBrowserConcurrency, async ({ caller }) => ({
    count: (await concurrency.inUse(caller.organizationId)).browsers,
  }));
  registrar.add(calls.countDeviceConcurrency, async ({ caller }) => ({
    count: (await concurrency.inUse(caller.organizationId)).devices,
  }));
}
