import { administrators } from '@touchstone/contracts';
import { Activity, ChartNoAxesColumn, House } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { dashboardPaths } from './paths.ts';

export const dashboardFeature = defineFeature({
  id: 'dashboard',
  homePath: dashboardPaths.dashboard,
  routes: [
    {
      path: dashboardPaths.dashboard,
      lazy: async () => ({ Component: (await import('./pages/dashboard.page.tsx')).DashboardPage }),
    },
    {
      path: dashboardPaths.userMetrics,
      roles: administrators,
      lazy: async () => ({ Component: (await import('./pages/user-metrics.page.tsx')).UserMetricsPage }),
    },
  ],
  menus: [
    { menus: ['icons'], label: 'Dashboard', icon: House, path: dashboardPaths.dashboard, barWord: 'Dashboard' },
    { menus: ['more'], label: 'User metrics', icon: ChartNoAxesColumn, path: dashboardPaths.userMetrics },
    { menus: ['top'], label: 'Test Executions Today', icon: Activity, panel: 'executions' },
  ],
  panels: [
    {
      id: 'executions',
      title: 'Test Executions Today',
      position: 'right',
      load: async () => (await import('./components/executions-panel.tsx')).ExecutionsPanel,
    },
  ],
  tours: async () => (await import('./tours.ts')).dashboardTours,
});
