import { Outlet, type RouteObject } from 'react-router';
import { setWaysOn } from '../shared/access/way-on.ts';
import { setFlowNodeLooks } from '../shared/flows/flow-node-look.ts';
import { session, useSession } from '../shared/session/browser-session.ts';
import { setSubjectParts } from '../shared/subjects/subject-parts.ts';
import { closeTopDialogOnEscape } from '../ui/dialog/close-top-dialog.ts';
import { featureRoutes } from './feature-routes.ts';
import { askGuards, requireSession } from './guards.ts';
import { house } from './house.ts';
import { RouteError } from './route-error.tsx';
import { loadFrame } from './shell/frame.ts';

closeTopDialogOnEscape();
setWaysOn(house.waysOn);
setFlowNodeLooks(house.flowNodes);
setSubjectParts(house.subjects);

/** Loaded together, so that the frame renders once, with all its parts. */
async function loadShell() {
  const [{ AppShell }, frame] = await Promise.all([import('./shell/app-shell.tsx'), loadFrame(house.features)]);
  return { Component: () => <AppShell frame={frame} /> };
}

/** An unknown address shows the same page to all; a signed-in user keeps the frame. */
async function loadFrameIfSignedIn() {
  const { Component: Frame } = await loadShell();
  return { Component: () => (useSession().status === 'signedIn' ? <Frame /> : <Outlet />) };
}

/** Routes behind sign-in, and the page for an unknown address. */
export const insideRoutes: RouteObject[] = [
  {
    middleware: [requireSession(house), askGuards(house)],
    // A loader makes the guards run on every navigation.
    loader: () => null,
    lazy: loadShell,
    ErrorBoundary: RouteError,
    children: [{ ErrorBoundary: RouteError, children: featureRoutes(house) }],
  },
  {
    middleware: [async () => void (await session.ensure())],
    loader: () => null,
    lazy: loadFrameIfSignedIn,
    ErrorBoundary: RouteError,
    children: [{ path: '*', lazy: async () => ({ Component: (await import('./not-found.page.tsx')).NotFoundPage }) }],
  },
];
