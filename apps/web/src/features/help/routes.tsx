import type { RouteObject } from 'react-router';
import { helpPaths } from './paths.ts';

export const helpRoutes: RouteObject[] = [
  {
    path: helpPaths.help,
    lazy: async () => ({ Component: (await import('./pages/help.page.tsx')).HelpPage }),
  },
];
