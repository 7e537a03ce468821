import { createElement } from 'react';
import type { RouteObject } from 'react-router';
import type { House, PlacedRoute } from './compose-features.ts';
import { requireRole } from './guards.ts';
import { useIsShown } from './shell/use-menu.ts';

// A loader makes the guards above it run on every navigation.
const loader = () => null;

function guarded({ route, roles, place }: PlacedRoute, homePath: string): RouteObject {
  const placed = { ...route, handle: place } as RouteObject;
  return roles ? { middleware: [requireRole(roles, homePath)], loader, children: [placed] } : placed;
}

/** featureRoutes are the routes of the features behind sign-in: each for its roles, those of an area with a layout inside of it. */
export function featureRoutes({ routes, areas, reservedRoutes, homePath }: House): RouteObject[] {
  const layouts = [...areas.values()].flatMap(({ id, items, Layout }) => (Layout ? [{ id, items, Layout }] : []));
  const hasLayout = new Set(layouts.map(({ id }) => id));
  return [
    ...layouts.map(
      ({ id, items, Layout }): RouteObject => ({
        lazy: async () => {
          const Component = await Layout();
          return { Component: () => createElement(Component, { items: items.filter(useIsShown()) }) };
        },
        children: routes.filter(({ place }) => place.area === id).map((route) => guarded(route, homePath)),
      }),
    ),
    ...routes.filter(({ place }) => !hasLayout.has(place.area ?? '')).map((route) => guarded(route, homePath)),
    ...reservedRoutes,
  ];
}
