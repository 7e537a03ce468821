import { CalendarClock, ChartColumn, FolderKanban } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { orchestrationService } from './model/service.ts';
import { orchestrationPaths } from './paths.ts';
import { orchestrationPageRoutes } from './routes.tsx';

export const orchestrationFeature = defineFeature({
  id: 'orchestration',
  service: orchestrationService,
  routes: orchestrationPageRoutes,
  area: {
    id: 'test-orchestration',
    look: { title: 'Test orchestration' },
    items: [
      {
        label: 'Projects',
        icon: FolderKanban,
        path: orchestrationPaths.projects,
        hotkey: 'G O',
        barWord: 'Projects',
        covers: [
          '/test-orchestration/project/:deepLinkId',
          '/test-orchestration/new-work-flow',
          '/test-orchestration/work-flow/:flowId',
        ],
      },
      {
        label: 'Schedules',
        icon: CalendarClock,
        path: orchestrationPaths.schedules,
        barWord: 'Schedules',
      },
      {
        label: 'Reports',
        icon: ChartColumn,
        path: orchestrationPaths.reports(),
        hotkey: 'G X',
        barWord: 'Reports',
      },
    ],
  },
  search: async () => (await import('./api/search.ts')).searchOrchestration,
  createTargets: [
    {
      serviceName: orchestrationService,
      access: { service: orchestrationService, deniedRoles: ['ROLE_SYSTEM'] },
      kinds: ['project'],
      load: async () => (await import('./api/create-forms.ts')).createForms,
      links: [{ label: 'Create orchestration workflow', path: () => orchestrationPaths.newWorkflow }],
    },
  ],
  tours: async () => (await import('./tours.ts')).orchestrationTours,
});
