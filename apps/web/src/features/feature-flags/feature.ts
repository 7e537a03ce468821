import { defineFeature } from '../../shared/feature/feature.ts';
import { featureFlagPaths } from './paths.ts';

export const featureFlagsFeature = defineFeature({
  id: 'feature-flags',
  scope: 'installation',
  routes: [
    {
      path: featureFlagPaths.flags,
      roles: ['ROLE_SUPERADMIN'],
      lazy: async () => ({ Component: (await import('./pages/flags.page.tsx')).FlagsPage }),
    },
  ],
  tours: async () => (await import('./tours.ts')).featureFlagTours,
});
