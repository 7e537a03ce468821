import type { Role } from '@touchstone/contracts';
import { matchPath, type RouteObject } from 'react-router';
import type { Feature, FeatureRoute, Scope } from '../shared/feature/feature.ts';

/** DeclaredPage is a path that a feature serves. */
export interface DeclaredPage {
  feature: string;
  /** The full pattern, such as `/reports/:runId`. */
  pattern: string;
  /** False if the page needs no sign-in. */
  isInside: boolean;
  /** Whether the page only redirects. */
  isRedirect: boolean;
  roles: readonly Role[] | undefined;
  scope: Scope;
}

const join = (above: string, path: string | undefined) =>
  path?.startsWith('/') ? path : `${above}${path ? `/${path}` : ''}`;

function patternsOf(route: RouteObject, above = ''): { pattern: string; isRedirect: boolean }[] {
  const pattern = join(above, route.path);
  const hasScreen = Boolean(route.lazy || route.Component || route.element);
  const below = (route.children ?? []).flatMap((child) => patternsOf(child, pattern));
  const own = route.index || hasScreen || !route.children ? [{ pattern, isRedirect: !hasScreen }] : [];
  return [...own, ...below];
}

/** pagesOf returns the paths that a feature serves, with the roles that may open them. */
export function pagesOf(feature: Feature): DeclaredPage[] {
  const scope = feature.scope ?? 'organization';
  const inside = (feature.routes ?? []).flatMap((route: FeatureRoute) =>
    patternsOf(route).map((page) => ({
      ...page,
      feature: feature.id,
      isInside: true,
      roles: route.roles,
      scope: route.scope ?? scope,
    })),
  );
  const outside = (feature.publicRoutes ?? []).flatMap((route) =>
    patternsOf(route).map((page) => ({ ...page, feature: feature.id, isInside: false, roles: undefined, scope })),
  );
  return [...inside, ...outside];
}

/** Words rank before parameters: `/things/new` is not taken for `/things/:id`. */
const parameters = (pattern: string) => pattern.split('/:').length;

/** pageFinder returns a function that finds the page behind sign-in for an address. */
export function pageFinder(pages: readonly DeclaredPage[]): (address: string) => DeclaredPage | undefined {
  const sorted = pages.toSorted((a, b) => parameters(a.pattern) - parameters(b.pattern));
  return (address) => {
    const [pathname = ''] = address.split(/[?#]/);
    // Comparing the prefix first is cheap; matching compiles the pattern each time. No page has a pattern with `*`.
    const mayBe = (pattern: string) =>
      pathname.toLowerCase().startsWith((pattern.split('/:')[0] as string).toLowerCase());
    return sorted.find(({ pattern, isInside }) => isInside && mayBe(pattern) && matchPath(pattern, pathname));
  };
}
