import type { RouteObject } from 'react-router';
import { serviceStorePaths } from './paths.ts';

export const serviceStoreRoutes: RouteObject[] = [
  {
    path: serviceStorePaths.store,
    lazy: async () => ({ Component: (await import('./pages/service-store.page.tsx')).ServiceStorePage }),
  },
];
