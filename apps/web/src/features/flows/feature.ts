import { Workflow } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { canvasKeys } from './hotkeys.ts';
import { flowPaths } from './paths.ts';
import { flowPageRoutes } from './routes.tsx';

export const flowsFeature = defineFeature({
  id: 'flows',
  service: 'API Testing',
  routes: flowPageRoutes,
  area: {
    id: 'api-testing',
    items: [
      {
        label: 'API Workflow',
        icon: Workflow,
        path: flowPaths.list,
        group: 'Build',
        hotkey: 'G F',
        covers: [
          '/api-testing/process',
          '/api-testing/process-menu',
          '/api-testing/manage',
          '/api-testing/chaining',
          '/api-testing/chain-connection',
          '/api-testing/connection',
        ],
      },
    ],
  },
  hotkeys: canvasKeys,
  flowNodes: async () => (await import('./components/settings/base-looks.ts')).baseLooks,
  subjects: async () => (await import('./components/run/schedule-fields.tsx')).flowSubjects,
  tours: async () => (await import('./tours.ts')).flowTours,
});
