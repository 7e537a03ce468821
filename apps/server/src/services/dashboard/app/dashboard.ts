import { createDashboardScope, type DashboardNeeds } from './dashboard-scope.ts';
import { createRecentTests } from './recent-tests.ts';
import { createRunNumbers } from './run-numbers.ts';
import { createTestNumbers } from './test-numbers.ts';
import { createWidgetLayouts } from './widget-layouts.ts';

/** Dashboards: figures over what the caller may see, computed on request. */
export function createDashboard(needs: DashboardNeeds) {
  const scope = createDashboardScope(needs);
  return {
    // biome-ignore lint/nursery/noMisusedPromises: an object of functions, which the rule takes for a promise
    ...createTestNumbers(needs, scope),
    ...createRunNumbers(needs, scope),
    ...createRecentTests(needs, scope),
    ...createWidgetLayouts(needs),
  };
}

export type Dashboard = ReturnType<typeof createDashboard>;
