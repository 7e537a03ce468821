import type { RouteObject } from 'react-router';
import { setWaysOn } from '../shared/access/way-on.ts';
import { featureRoutes } from './feature-routes.ts';
import { askGuards, requireSession } from './guards.ts';
import { house } from './house.ts';
import { NotFoundPage } from './not-found.page.tsx';
import { RouteError } from './route-error.tsx';
import { loadFrame } from './shell/frame.ts';

setWaysOn(house.waysOn);

/** Loaded together: the frame is drawn once, with all its parts. */
async function loadShell() {
  const [{ AppShell }, frame] = await Promise.all([import('./shell/app-shell.tsx'), loadFrame(house.features)]);
  return { Component: () => <AppShell frame={frame} /> };
}

/** The routes behind sign-in, and what is said of an address that nothing answers. */
export const insideRoutes: RouteObject[] = [
  {
    middleware: [requireSession(house), askGuards(house)],
    // A loader makes the guards run on every navigation.
    loader: () => null,
    lazy: loadShell,
    ErrorBoundary: RouteError,
    children: [{ ErrorBoundary: RouteError, children: featureRoutes(house) }],
  },
  { path: '*', Component: NotFoundPage },
];
