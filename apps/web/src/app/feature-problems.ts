import type { Feature } from '../shared/feature/feature.ts';
import { pathOf } from '../shared/feature/feature.ts';
import type { Hotkey } from '../shared/hotkeys.ts';
import { goHotkey } from './compose-features.ts';
import { type DeclaredPage, pageFinder, pagesOf } from './pages.ts';

interface Question {
  features: readonly Feature[];
  pages: readonly DeclaredPage[];
  frameKeys: readonly Hotkey[];
  goKeys: readonly Hotkey[];
}

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Names that occur more than once, each with all its owners. */
function twice(named: readonly { name: string; owner: string }[]): [name: string, owners: string[]][] {
  const owners = new Map<string, string[]>();
  for (const { name, owner } of named) owners.set(name, [...(owners.get(name) ?? []), owner]);
  return [...owners].filter(([, list]) => list.length > 1);
}

function idProblems({ features }: Question): string[] {
  const ids = features.map(({ id }) => ({ name: id, owner: id }));
  return [
    ...twice(ids).map(([id]) => `Two features are named ${id}; the id is the name of the folder. Rename one.`),
    ...features
      .filter(({ id }) => !kebabCase.test(id))
      .map(({ id }) => `The feature "${id}" is not in kebab-case; the id is the name of its folder.`),
  ];
}

function pathProblems({ pages }: Question): string[] {
  // Patterns that differ only in parameter names are the same.
  const named = pages.map(({ pattern, feature }) => ({ name: pattern.replace(/:\w+/g, ':'), owner: feature }));
  return twice(named).map(
    ([path, owners]) => `${owners.join(' and ')} both have a page at ${path}. Give one of them another path.`,
  );
}

function hotkeyProblems({ features, frameKeys, goKeys }: Question): string[] {
  // Keys marked `inPlace` are handled by the focused element, before all others.
  const everywhere = [...frameKeys, ...goKeys]
    .filter(({ inPlace }) => !inPlace)
    .map(({ keys, label }) => ({ name: keys, owner: `"${label}"` }));
  // Pages that are never open together may share keys.
  const clashes = features.flatMap(({ hotkeys = {} }) =>
    twice([...everywhere, ...Object.values(hotkeys).map(({ keys, label }) => ({ name: keys, owner: `"${label}"` }))]),
  );
  const firsts = new Set(goKeys.map(({ keys }) => keys.split(' ')[0]));
  const all = [...frameKeys, ...features.flatMap(({ hotkeys = {} }) => Object.values(hotkeys))];
  const duplicates = new Map([...twice(everywhere), ...clashes]);
  return [
    ...[...duplicates].map(([keys, owners]) => `${owners.join(' and ')} have the same key: ${keys}. Change one.`),
    ...goKeys
      .filter(({ keys }) => !/^[A-Z] [A-Z]$/.test(keys))
      .map(({ keys, label }) => `The key "${keys}" of "${label}" is not two letters, such as "G W".`),
    ...all
      .filter(({ keys }) => firsts.has(keys))
      .map(({ keys, label }) => `"${label}" has the key ${keys}, with which keys of screens begin. Change it.`),
  ];
}

function linkProblems({ features, pages }: Question): string[] {
  const pageAt = pageFinder(pages);
  const leadsNowhere = (address: string) => pageAt(address) === undefined;
  return features.flatMap(({ id, area, menus = [], commands = [], createTargets = [], waysOn = {}, homePath }) => {
    const links = [
      ...(area?.items ?? []).map(({ label, path }) => ({ label, path })),
      ...menus,
      ...commands,
      ...createTargets.flatMap(({ links: ways = [] }) => ways),
      ...Object.values(waysOn),
      ...(homePath ? [{ label: 'Home', path: homePath }] : []),
    ].flatMap(({ label, path }) => (path === undefined ? [] : [{ label, path: pathOf(path) }]));
    const patterns = new Set(pages.map(({ pattern }) => pattern));
    return [
      ...links
        .filter(({ path }) => leadsNowhere(path))
        .map(({ label, path }) => `"${label}" of ${id} leads to ${path}, where no page is. Add the route.`),
      ...(area?.items ?? []).flatMap(({ label, covers = [] }) =>
        covers
          .filter((pattern) => !patterns.has(pattern))
          .map((pattern) => `"${label}" of ${id} covers ${pattern}, which is no route. Remove it.`),
      ),
    ];
  });
}

function areaProblems({ features }: Question): string[] {
  const owners = features.flatMap(({ id, area }) => (area?.look ? [{ name: area.id, owner: id }] : []));
  const known = new Map(features.flatMap(({ area }) => (area?.look ? [[area.id, area.look] as const] : [])));
  return [
    ...twice(owners).map(
      ([area, list]) => `${list.join(' and ')} both say how the area ${area} looks; exactly one feature may.`,
    ),
    ...features.flatMap(({ id, area, routes = [] }) => {
      const named = [area?.id, ...routes.map((route) => route.area)].filter((name) => typeof name === 'string');
      const lost = [...new Set(named)].filter((name) => !known.has(name));
      const groups = (area && known.get(area.id)?.groups) ?? [];
      return [
        ...lost.map((name) => `${id} is in the area ${name}, which no feature owns. Give one of them its look.`),
        ...(area?.items ?? [])
          .filter(({ group }) => group !== undefined && known.has(area?.id ?? '') && !groups.includes(group))
          .map(({ label, group }) => `"${label}" of ${id} is in the group "${group}", which its area does not have.`),
      ];
    }),
  ];
}

function panelProblems({ features }: Question): string[] {
  const panels = features.flatMap(({ id, panels: own = [] }) => own.map((panel) => ({ name: panel.id, owner: id })));
  const known = new Set(panels.map(({ name }) => name));
  return [
    ...twice(panels).map(([panel, owners]) => `${owners.join(' and ')} both have a panel ${panel}. Rename one.`),
    ...features.flatMap(({ id, menus = [] }) =>
      menus.flatMap(({ label, path, panel, run }) => [
        ...(panel !== undefined && !known.has(panel) ? [`"${label}" of ${id} opens ${panel}, which is no panel.`] : []),
        ...([path, panel, run].filter((way) => way !== undefined).length === 1
          ? []
          : [`"${label}" of ${id} must do exactly one of three: lead to a path, open a panel, or run something.`]),
      ]),
    ),
  ];
}

const maxInBar = 3;

function barProblems({ features }: Question): string[] {
  const places = [
    { place: 'The bottom bar', entries: features.flatMap(({ menus = [] }) => menus) },
    ...[...Map.groupBy(features, ({ area }) => area?.id)].map(([area, same]) => ({
      place: `The bottom bar of ${area}`,
      entries: same.flatMap((feature) => feature.area?.items ?? []),
    })),
  ];
  return places.flatMap(({ place, entries }) => {
    const words = entries.flatMap(({ barWord }) => barWord ?? []);
    return words.length > maxInBar
      ? [`${place} has ${words.join(', ')}; ${maxInBar} fit. Leave one to the sheet "Menu".`]
      : [];
  });
}

function createProblems({ features }: Question): string[] {
  return features.flatMap(({ id, createTargets = [] }) =>
    createTargets.flatMap(({ serviceName, access, kinds, links = [] }) => [
      ...(access.service || access.allowedRoles?.length || access.deniedRoles?.length
        ? []
        : [`${id} lets everybody create in ${serviceName}. Say who may: a service, or roles.`]),
      ...(kinds.length + links.length > 0 ? [] : [`${id} creates nothing in ${serviceName}. Remove the target.`]),
    ]),
  );
}

function singleProblems({ features }: Question): string[] {
  const single = (what: string, givers: string[]) =>
    givers.length === 1
      ? []
      : [givers.length === 0 ? `No feature has ${what}.` : `${givers.join(' and ')} both have ${what}; one may.`];
  const ids = (has: (feature: Feature) => unknown) => features.filter(has).map(({ id }) => id);
  const codes = features.flatMap(({ id, waysOn = {} }) => Object.keys(waysOn).map((name) => ({ name, owner: id })));
  return [
    ...single(
      'the page that everything returns to (homePath)',
      ids(({ homePath }) => homePath),
    ),
    ...single(
      'the rules of the session',
      ids(({ session }) => session),
    ),
    ...twice(codes).map(([code, owners]) => `${owners.join(' and ')} both have a way on from ${code}; one may.`),
  ];
}

const rules = [
  idProblems,
  pathProblems,
  hotkeyProblems,
  linkProblems,
  areaProblems,
  panelProblems,
  barProblems,
  createProblems,
  singleProblems,
];

/**
 * assertFeatures throws an error with a sentence for each conflict: two features with the same id, path or key, an
 * entry that leads nowhere, an area without an owner.
 */
export function assertFeatures(features: readonly Feature[], frameKeys: Readonly<Record<string, Hotkey>>): void {
  const goKeys = features.flatMap(({ area }) => (area?.items ?? []).flatMap((item) => goHotkey(item) ?? []));
  const question = { features, goKeys, pages: features.flatMap(pagesOf), frameKeys: Object.values(frameKeys) };
  const problems = rules.flatMap((find) => find(question));
  if (problems.length > 0) throw new Error(`The features do not fit together:\n${problems.join('\n')}`);
}
