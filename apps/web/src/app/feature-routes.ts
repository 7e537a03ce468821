import { createElement } from 'react';
import type { RouteObject } from 'react-router';
import type { House, PlacedRoute } from './compose-features.ts';
import { requireRole } from './guards.ts';
import { RouteError } from './route-error.tsx';
import { useIsShown } from './shell/use-menu.ts';

function guarded({ route, roles, place }: PlacedRoute): RouteObject {
  const placed = { ...route, handle: place } as RouteObject;
  // The frame stays, with the place of the page: only its content is refused.
  return roles ? { handle: place, loader: requireRole(roles), ErrorBoundary: RouteError, children: [placed] } : placed;
}

/** featureRoutes are the routes of the features behind sign-in: each for its roles, those of an area with a layout inside of it. */
export function featureRoutes({ routes, areas, reservedRoutes }: House): RouteObject[] {
  const layouts = [...areas.values()].flatMap(({ id, items, Layout }) => (Layout ? [{ id, items, Layout }] : []));
  const hasLayout = new Set(layouts.map(({ id }) => id));
  return [
    ...layouts.map(
      ({ id, items, Layout }): RouteObject => ({
        lazy: async () => {
          const Component = await Layout();
          return { Component: () => createElement(Component, { items: items.filter(useIsShown()) }) };
        },
        children: routes.filter(({ place }) => place.area === id).map(guarded),
      }),
    ),
    ...routes.filter(({ place }) => !hasLayout.has(place.area ?? '')).map(guarded),
    ...reservedRoutes,
  ];
}
