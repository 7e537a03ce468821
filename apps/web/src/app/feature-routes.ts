import type { RouteObject } from 'react-router';
import type { House, PlacedRoute } from './compose-features.ts';
import { requireRole } from './guards.ts';
import { RouteError } from './route-error.tsx';

function guarded({ route, roles, place }: PlacedRoute): RouteObject {
  const placed = { ...route, handle: place } as RouteObject;
  // The frame and the page's place stay; only the content is refused.
  return roles ? { handle: place, loader: requireRole(roles), ErrorBoundary: RouteError, children: [placed] } : placed;
}

/** featureRoutes routes of the features behind sign-in, each guarded by its roles. */
export const featureRoutes = ({ routes, reservedRoutes }: House): RouteObject[] => [
  ...routes.map(guarded),
  ...reservedRoutes,
];
