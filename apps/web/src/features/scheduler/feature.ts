import { CalendarClock } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { schedulerPaths } from './paths.ts';
import { schedulerPageRoutes } from './routes.tsx';

/** What can be scheduled from its own place. */
const kinds = ['api-suite', 'workflow'];

export const schedulerFeature = defineFeature({
  id: 'scheduler',
  service: 'API Testing',
  routes: schedulerPageRoutes,
  area: {
    id: 'api-testing',
    items: [
      {
        label: 'Scheduled Tests',
        icon: CalendarClock,
        path: (project) => schedulerPaths.list({ project }),
        group: 'Build',
        hotkey: 'G H',
      },
    ],
  },
  commands: [
    {
      label: 'Schedule a test',
      icon: CalendarClock,
      path: (project) => schedulerPaths.list({ project, create: 'schedule' }),
    },
  ],
  subjectActions: [
    {
      label: 'Schedule…',
      kinds,
      needsPro: true,
      load: async () => (await import('./components/subject-dialog.tsx')).SubjectScheduleDialog,
    },
  ],
  triggers: [{ kinds, load: async () => (await import('./components/subject-schedules.tsx')).SubjectSchedules }],
  tours: async () => (await import('./tours.ts')).schedulerTours,
});
