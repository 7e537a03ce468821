import type { RouteObject } from 'react-router';
import { featureFlagPaths } from './paths.ts';

export const featureFlagRoutes: RouteObject[] = [
  {
    path: featureFlagPaths.flags,
    lazy: async () => ({ Component: (await import('./pages/flags.page.tsx')).FlagsPage }),
  },
];
