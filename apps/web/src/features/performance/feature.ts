import { ChartLine, Gauge } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { performancePaths } from './paths.ts';
import { performanceRoutes } from './routes.tsx';

export const performanceFeature = defineFeature({
  id: 'performance',
  service: 'API Testing',
  routes: performanceRoutes,
  area: {
    id: 'api-testing',
    items: [
      { label: 'Performance', icon: Gauge, path: performancePaths.area, group: 'Build', hotkey: 'G P' },
      {
        label: 'Performance Reports',
        icon: ChartLine,
        path: performancePaths.dashboard,
        group: 'Reports',
        hotkey: 'G L',
        covers: [performancePaths.insightsPattern],
      },
    ],
  },
  flowNodes: async () => (await import('./model/flow-looks.ts')).performanceLooks,
  subjects: async () => (await import('./model/schedule-form.ts')).performanceSubjects,
  tours: async () => (await import('./tours.ts')).performanceTours,
});
