import { existsSync } from 'node:fs';
import { roles } from '@touchstone/contracts';
import { createMemoryRouter, matchPath, type RouteObject } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../shared/session/browser-session.ts';
import type { Place, PlaceIds } from '../shared/testing/place.ts';
import { featureRoutes } from './feature-routes.ts';
import { house } from './house.ts';

interface PlaceFile {
  places?: readonly Place[];
  /** Patterns of pages that the audit cannot open. */
  unseen?: readonly string[];
}
const load = async (id: string): Promise<PlaceFile> => {
  const path = `${import.meta.dirname}/../features/${id}/testing/places.ts`;
  return existsSync(path) ? ((await import(/* @vite-ignore */ path)) as PlaceFile) : {};
};
const files = await Promise.all(house.features.map(({ id }) => load(id)));
const ids: PlaceIds = {
  projectId: 'p',
  suiteId: 's',
  runId: 'r',
  performanceRunId: 'l',
  invoiceId: 'i',
  folderKey: 'KEY',
  workflowId: 'w',
  monitoringProjectId: 'm',
  monitorId: 'o',
  incidentId: 'n',
  statusPageId: 't',
  mockProjectId: 'p',
  mockAssetId: 'a',
  webProjectId: 'w',
  webModuleId: 'm',
  webScriptId: 's',
  webRunId: 'r',
};
const pathname = (place: Place) => place.path(ids).split('?')[0] ?? '';
const places = files.flatMap((file) => file.places ?? []);
const unseen = files.flatMap((file) => file.unseen ?? []);

test.each(house.pages.filter(({ isRedirect }) => !isRedirect).map(({ pattern }) => pattern))(
  'the page audit covers %s',
  (pattern) => {
    const isSeen = places.some(
      (place) => matchPath(pattern, pathname(place)) !== null || place.alsoAt?.includes(pattern),
    );
    expect(isSeen || unseen.includes(pattern)).toBe(true);
    // An audited page must not also be listed as unseen.
    expect(isSeen && unseen.includes(pattern)).toBe(false);
  },
);

/** The route with its guards only; no page is loaded. */
const bare = (route: RouteObject): RouteObject => {
  const { lazy: _page, children, ...rest } = route as RouteObject & { lazy?: unknown };
  return { ...rest, ...(children ? { children: children.map(bare) } : {}) } as RouteObject;
};
const routes = [...featureRoutes(house).map(bare), { path: '/', Component: () => null }];

const before = '/?page=before';

/** Where a user ends up after opening a page, by its address or from the page before. */
async function open(
  path: string,
  way: 'by its address' | 'from a page',
): Promise<'at the page' | 'refused in place' | 'back'> {
  window.history.replaceState(null, '', way === 'from a page' ? before : path);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await vi.waitFor(() => expect([router.state.initialized, router.state.navigation.state]).toEqual([true, 'idle']));
  const { location, errors } = router.state;
  router.dispose();
  if (location.pathname + location.search === before) return 'back';
  expect(location.pathname).toBe(path);
  if (!errors) return 'at the page';
  expect(Object.values(errors)).toEqual([expect.objectContaining({ status: 403 })]);
  return 'refused in place';
}

afterEach(() => vi.restoreAllMocks());
const kept = new Map(places.filter(({ openTo }) => openTo).map((place) => [pathname(place), place.openTo]));
test.each([...kept].flatMap(([path, openTo]) => roles.map((role) => ({ path, openTo, role }))))(
  '$role at $path is let in, sent back one page, or refused in place if there is no page before [access-control-1]',
  async ({ path, openTo, role }) => {
    vi.spyOn(session, 'getState').mockReturnValue({ status: 'signedIn', account: { role } as never });
    const isOpen = openTo === 'everybody' || openTo?.includes(role);
    expect(await open(path, 'from a page')).toBe(isOpen ? 'at the page' : 'back');
    expect(await open(path, 'by its address')).toBe(isOpen ? 'at the page' : 'refused in place');
  },
);
