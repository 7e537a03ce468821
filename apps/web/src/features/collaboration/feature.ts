import { Users } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { collaborationPaths } from './paths.ts';
import { collaborationPageRoutes } from './routes.tsx';

/** Collaboration in workspaces. */
export const collaborationFeature = defineFeature({
  id: 'collaboration',
  service: 'API Testing',
  routes: collaborationPageRoutes,
  area: {
    id: 'api-testing',
    items: [{ label: 'People', icon: Users, path: collaborationPaths.people, group: 'Setup', hotkey: 'G U' }],
  },
  tours: async () => (await import('./tours.ts')).collaborationTours,
  frame: async () => (await import('./frame.ts')).collaborationFrame,
});
