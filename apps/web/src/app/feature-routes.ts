import type { RouteObject } from 'react-router';
import type { House, PlacedRoute } from './compose-features.ts';
import { requireRole } from './guards.ts';
import { RouteError } from './route-error.tsx';

function guarded({ route, roles, place }: PlacedRoute): RouteObject {
  const placed = { ...route, handle: place } as RouteObject;
  // The frame stays, with the place of the page: only its content is refused.
  return roles ? { handle: place, loader: requireRole(roles), ErrorBoundary: RouteError, children: [placed] } : placed;
}

/** featureRoutes are the routes of the features behind sign-in, each for its roles. */
export const featureRoutes = ({ routes, reservedRoutes }: House): RouteObject[] => [
  ...routes.map(guarded),
  ...reservedRoutes,
];
