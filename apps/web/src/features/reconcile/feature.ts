import { Scale } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { reconcilePaths } from './paths.ts';
import { reconcilePageRoutes } from './routes.tsx';

export const reconcileFeature = defineFeature({
  id: 'reconcile',
  service: 'API Testing',
  routes: reconcilePageRoutes,
  tours: async () => (await import('./tours.ts')).reconcileTours,
  flowNodes: async () => (await import('./model/flow-looks.ts')).reconcileLooks,
  area: {
    id: 'api-testing',
    items: [
      {
        label: 'Reconciliations',
        icon: Scale,
        path: reconcilePaths.list,
        group: 'Build',
        hotkey: 'G D',
        covers: ['/api-testing/reconciliations/:reconciliationId', '/api-testing/reconciliation-result/:runId'],
      },
    ],
  },
});
