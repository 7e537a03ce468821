import { Clock } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { schedulerPaths } from './paths.ts';
import { schedulerPageRoutes } from './routes.tsx';

export const schedulerFeature = defineFeature({
  id: 'scheduler',
  service: 'API Testing',
  routes: schedulerPageRoutes,
  area: {
    id: 'api-testing',
    items: [
      {
        label: 'Scheduled Tests',
        icon: Clock,
        path: (project) => schedulerPaths.list({ project }),
        group: 'Build',
        hotkey: 'G H',
      },
    ],
  },
  commands: [
    {
      label: 'Schedule a test',
      icon: Clock,
      path: (project) => schedulerPaths.list({ project, create: 'schedule' }),
    },
  ],
  subjects: async () => (await import('./subjects.ts')).schedulerSubjects,
  tours: async () => (await import('./tours.ts')).schedulerTours,
});
