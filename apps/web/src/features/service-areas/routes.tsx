import type { RouteObject } from 'react-router';
import { absentAreas } from './model/areas.ts';

/** Addresses that are kept for services to come, each with what lies below it. */
export const serviceAreaRoutes: RouteObject[] = absentAreas.flatMap((area) =>
  area.paths.flatMap((path) =>
    [path, `${path}/*`].map((pattern) => ({
      path: pattern,
      lazy: async () => {
        const { AbsentAreaPage } = await import('./pages/absent-area.page.tsx');
        return { Component: () => <AbsentAreaPage area={area} /> };
      },
    })),
  ),
);
