import type { Role } from '@touchstone/contracts';
import type { RouteObject } from 'react-router';
import type { WayOn } from '../shared/access/way-on.ts';
import type { CreateTarget } from '../shared/create/create-target.ts';
import type {
  AreaItem,
  AreaLook,
  Command,
  EntryGuard,
  Feature,
  FeatureRoute,
  MenuEntry,
  Panel,
  SessionRules,
} from '../shared/feature/feature.ts';
import type { Place } from '../shared/feature/place.ts';
import type { Hotkey } from '../shared/hotkeys.ts';
import type { SubjectLoader } from '../shared/subjects/subject-parts.ts';
import { type DeclaredPage, pageFinder, pagesOf } from './pages.ts';

/** PlacedRoute is a route behind sign-in, with the roles that may open it and its place in the frame. */
export interface PlacedRoute {
  route: RouteObject;
  roles: readonly Role[] | undefined;
  place: Place;
}

/** Area is a part of the product with its own navigation. */
export interface Area extends AreaLook {
  id: string;
  /** In the order of the groups. */
  items: readonly AreaItem[];
}

/** House is everything the features contribute, as the frame uses it. */
export interface House {
  features: readonly Feature[];
  publicRoutes: readonly RouteObject[];
  routes: readonly PlacedRoute[];
  /** Addresses reserved for features that this version doesn't have. */
  reservedRoutes: readonly RouteObject[];
  pages: readonly DeclaredPage[];
  areas: ReadonlyMap<string, Area>;
  menus: readonly MenuEntry[];
  panels: readonly Panel[];
  commands: readonly Command[];
  createTargets: readonly CreateTarget[];
  /** In the order of the keyboard help. */
  hotkeys: readonly Hotkey[];
  guards: readonly EntryGuard[];
  waysOn: Readonly<Record<string, WayOn>>;
  flowNodes: readonly NonNullable<Feature['flowNodes']>[];
  subjects: readonly SubjectLoader[];
  homePath: string;
  session: SessionRules;
  /** Returns the page that opens at a path; undefined if none does. */
  pageAt(pathname: string): DeclaredPage | undefined;
}

/** goHotkey returns the key of a screen as the keyboard help lists it; undefined if the screen has none. */
export const goHotkey = ({ label, hotkey }: AreaItem): Hotkey | undefined =>
  hotkey === undefined ? undefined : { keys: hotkey, label: `Go to ${label.toLowerCase()}`, group: 'Go to' };

/** The sort is stable: within a group, features keep their order. */
const byGroup = (items: readonly AreaItem[], groups: readonly string[]): AreaItem[] =>
  items.toSorted((a, b) => groups.indexOf(a.group ?? '') - groups.indexOf(b.group ?? ''));

function areasOf(features: readonly Feature[]): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const { area } of features) {
    if (!area?.look) continue;
    const items = features.filter((one) => one.area?.id === area.id).flatMap((one) => one.area?.items ?? []);
    areas.set(area.id, { ...area.look, id: area.id, items: byGroup(items, area.look.groups ?? []) });
  }
  return areas;
}

function placed(feature: Feature, { roles, scope, area, ...route }: FeatureRoute): PlacedRoute {
  const place: Place = {
    feature: feature.id,
    service: feature.service,
    area: (area === undefined ? feature.area?.id : area) ?? undefined,
    scope: scope ?? feature.scope ?? 'organization',
    hidesNavigation: feature.hidesNavigation ?? false,
  };
  return { route: route as RouteObject, roles, place };
}

const firstPart = (path: string) => path.split('/').find((part) => part !== '');

/** An address stays reserved until a feature has pages under it. */
function reservedRoutesOf(features: readonly Feature[], pages: readonly DeclaredPage[]): RouteObject[] {
  const taken = new Set(pages.map(({ pattern }) => pattern));
  const firstParts = new Set(pages.map(({ pattern }) => firstPart(pattern)));
  const isFree = (path: string) => !taken.has(`/${path}`) && (path.includes('/') || !firstParts.has(firstPart(path)));
  return features.flatMap(({ reserved }) =>
    (reserved?.addresses ?? []).flatMap(({ title, paths }) =>
      paths
        .filter(isFree)
        .flatMap((path) =>
          [path, `${path}/*`].map(
            (pattern): RouteObject => ({ ...reserved!.page(title), path: pattern }) as RouteObject,
          ),
        ),
    ),
  );
}

/** Menus and keys ask for the same addresses on every render, and each lookup scans all pages. */
function remembered<Answer>(ask: (address: string) => Answer): (address: string) => Answer {
  const answers = new Map<string, Answer>();
  return (address) => {
    if (answers.has(address)) return answers.get(address) as Answer;
    if (answers.size === 1000) answers.clear();
    const answer = ask(address);
    answers.set(address, answer);
    return answer;
  };
}

/** composeFeatures composes the listed features; `assertFeatures` checks that they fit together. */
export function composeFeatures(features: readonly Feature[], frameKeys: Readonly<Record<string, Hotkey>>): House {
  const pages = features.flatMap(pagesOf);
  const areas = areasOf(features);
  const goKeys = [...areas.values()].flatMap(({ items }) => items.flatMap((item) => goHotkey(item) ?? []));
  const homePath = features.find((feature) => feature.homePath)?.homePath as string;
  return {
    features,
    pages,
    areas,
    homePath,
    publicRoutes: features.flatMap((feature) => feature.publicRoutes ?? []),
    routes: features.flatMap((feature) => (feature.routes ?? []).map((route) => placed(feature, route))),
    reservedRoutes: reservedRoutesOf(features, pages),
    menus: features.flatMap((feature) => feature.menus ?? []),
    panels: features.flatMap((feature) => feature.panels ?? []),
    commands: features.flatMap((feature) => feature.commands ?? []),
    createTargets: features.flatMap((feature) => feature.createTargets ?? []),
    hotkeys: [
      ...Object.values(frameKeys),
      ...goKeys,
      ...features.flatMap((feature) => Object.values(feature.hotkeys ?? {})),
    ],
    guards: features.flatMap((feature) => feature.guards ?? []),
    waysOn: Object.assign({}, ...features.map((feature) => feature.waysOn ?? {})),
    flowNodes: features.flatMap((feature) => feature.flowNodes ?? []),
    subjects: features.flatMap((feature) => feature.subjects ?? []),
    session: features.find((feature) => feature.session)?.session as SessionRules,
    pageAt: remembered(pageFinder(pages)),
  };
}
