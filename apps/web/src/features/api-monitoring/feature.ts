import { LayoutDashboard } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { apiMonitoringPaths } from './paths.ts';

export const apiMonitoringFeature = defineFeature({
  id: 'api-monitoring',
  routes: [
    {
      path: apiMonitoringPaths.home,
      lazy: async () => ({ Component: (await import('./pages/api-monitoring.page.tsx')).ApiMonitoringPage }),
    },
  ],
  area: {
    id: 'api-monitoring',
    look: { title: 'API monitoring' },
    items: [{ label: 'API monitoring', icon: LayoutDashboard, path: apiMonitoringPaths.home }],
  },
  menus: [{ menus: ['more'], label: 'API monitoring', icon: LayoutDashboard, path: apiMonitoringPaths.home }],
  tours: async () => (await import('./tours.ts')).apiMonitoringTours,
});
