import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Keyboard, Plus, Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccessState } from '../../shared/access/use-access.tsx';
import { openCreate } from '../../shared/create/create-request.ts';
import { kindsOf } from '../../shared/create/create-target.ts';
import { type Feature, pathOf } from '../../shared/feature/feature.ts';
import type { SearchGroup } from '../../shared/feature/search.ts';
import { hotkeys, keyParts } from '../../shared/hotkeys.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { kindTexts } from '../create/create-rules.ts';
import { useCreateLinks, useMayCreateIn } from '../create/use-may-create.ts';
import { house } from '../house.ts';
import { useIsShown } from '../shell/use-menu.ts';
import { type Action, type Group, rank } from './palette-rank.ts';
import { useRecent } from './use-recent.ts';

interface Props {
  /** Changes each time the palette is opened. */
  openedAt: number;
  /** The initial query. */
  text: string;
  onHelp: () => void;
}

interface SourceProps {
  id: string;
  search: NonNullable<Feature['search']>;
  text: string;
  openedAt: number;
  onFound: (id: string, groups: SearchGroup[]) => void;
}

/**
 * Queries one feature, so that a slow or failing one doesn't hold up the others; its last result stays until it has a
 * new one.
 */
function Source({ id, search, text, openedAt, onFound }: SourceProps) {
  const client = useQueryClient();
  const access = useAccessState();
  const project = usePreferences().projectId ?? undefined;
  const { data } = useQuery({
    queryKey: ['palette', id, text, project ?? '', openedAt, access.role, access.isPlanExpired],
    queryFn: async () => (await search())({ text, project, access, client }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (data) onFound(id, data);
  }, [id, data, onFound]);
  return null;
}

const screens = [...house.areas.values()].flatMap(({ items }) => items);
const known = new Set(screens.map(({ path }) => pathOf(path)));
/** Menu entries that lead to a page, without duplicates across menus. */
const entries = house.menus.filter(
  ({ path }, at, all) => path !== undefined && !known.has(path) && all.findIndex((other) => other.path === path) === at,
);

/** The frame's own actions: screens and create actions first, help below all other actions. */
function useOwn(onHelp: () => void): { first: Group[]; last: Group } {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const mayCreate = useMayCreateIn(house.createTargets);
  const links = useCreateLinks(house.createTargets);
  const { projectId } = usePreferences();
  const go = (path: string) => void navigate(path);
  const kinds = mayCreate ? kindsOf(house.createTargets) : [];
  const first: Group[] = [
    {
      title: 'Go to',
      actions: [
        ...screens.filter(isShown).map(({ label, icon, hotkey, path }) => ({
          id: pathOf(path, projectId),
          label,
          icon,
          keys: hotkey,
          path: pathOf(path, projectId),
          onPick: () => go(pathOf(path, projectId)),
        })),
        ...entries.filter(isShown).map(({ label, icon, path = '' }) => ({
          id: path,
          label,
          icon,
          path,
          onPick: () => go(path),
        })),
      ],
    },
    {
      title: 'Actions',
      actions: [
        ...kinds.map((kind) => ({
          id: kind,
          label: kindTexts[kind].title,
          icon: Plus,
          onPick: () => openCreate(kind),
        })),
        ...links.map(({ label, path }) => ({
          id: label,
          label,
          icon: Plus,
          onPick: () => go(path(projectId ?? undefined)),
        })),
      ],
    },
  ];
  const last: Group = {
    title: 'Actions',
    actions: [
      { id: 'keys', label: 'Show all keys', icon: Keyboard, keys: hotkeys.help.keys, onPick: onHelp },
      ...house.commands.map(({ label, icon, path, run }) => ({
        id: label,
        label,
        icon,
        onPick: () => (path === undefined ? run?.() : go(pathOf(path, projectId))),
      })),
    ],
  };
  return { first, last };
}

/** Merges groups with the same title at the position of the first. */
function merged(groups: readonly Group[]): Group[] {
  const byTitle = Map.groupBy(groups, ({ title }) => title);
  return [...byTitle].map(([title, same]) => ({ title, actions: same.flatMap(({ actions }) => actions) }));
}

const drawn = (group: Group, remember: (action: Action) => void): SpotlightActionGroupData => ({
  group: group.title,
  actions: group.actions.map((action) => {
    const { id, label, description, icon: Icon, keys, onPick } = action;
    return {
      id: `${group.title} ${id}`,
      label,
      description,
      leftSection: <Icon size={16} />,
      rightSection: keys ? keyParts(keys).map((part) => <kbd key={part}>{part}</kbd>) : undefined,
      onClick: () => {
        remember(action);
        onPick();
      },
    };
  }),
});

/** Palette jumps to screens and to users' items, and starts actions. */
export default function Palette({ openedAt, text: given, onHelp }: Props) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  useEffect(() => {
    if (openedAt === 0) return;
    setSearch(given);
    spotlight.open();
  }, [openedAt, given]);
  const [byFeature, setByFeature] = useState<Readonly<Record<string, SearchGroup[]>>>({});
  const onFound = useCallback(
    (id: string, groups: SearchGroup[]) => setByFeature((before) => ({ ...before, [id]: groups })),
    [],
  );
  const [text] = useDebouncedValue(search.trim(), 200);
  const sources = house.features.flatMap(({ id, search: ask }) => (ask ? [{ id, search: ask }] : []));
  const found = sources.flatMap(({ id }) => byFeature[id] ?? []);
  const frame = useOwn(onHelp);
  const recent = useRecent();
  const groupOf = ({ title, hits }: SearchGroup): Group => ({
    title,
    actions: hits.map(({ path, onPick, ...hit }) => ({
      ...hit,
      path: path.startsWith('?') ? undefined : path,
      onPick: () => {
        onPick?.();
        void navigate(path);
      },
    })),
  });
  const first = found.filter(({ isLast }) => !isLast).map(groupOf);
  const last = found.filter(({ isLast }) => isLast).map(groupOf);
  // A group that the frame also has keeps its position.
  const own = new Set(frame.first.map(({ title }) => title));
  const groups = merged([
    ...first.filter(({ title }) => !own.has(title)),
    ...frame.first,
    ...first.filter(({ title }) => own.has(title)),
    frame.last,
    ...last,
  ]);
  const shown = rank(groups, search, recent.actions);
  const shownIds = shown.flatMap(({ title, actions }) => actions.map(({ id }) => `${title} ${id}`)).join();
  // The kit marks the item that Enter opens in the DOM; new results drop that mark, so the first item is marked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when other actions are shown
  useEffect(() => {
    if (document.querySelector('[data-action][data-selected]')) return;
    document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [shownIds]);
  return (
    <>
      {sources.map((source) => (
        <Source key={source.id} {...source} text={text} openedAt={openedAt} onFound={onFound} />
      ))}
      <Spotlight
        actions={shown.map((group) => drawn(group, recent.remember))}
        filter={(_query, actions) => actions}
        query={search}
        onQueryChange={setSearch}
        nothingFound="No results. Try another word."
        shortcut={null}
        scrollable
        maxHeight={420}
        attributes={{ content: { 'aria-label': 'Search or jump to' } }}
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        searchProps={{
          leftSection: <Search size={16} />,
          placeholder: 'Search everything, or jump to a screen',
          'aria-label': 'Search or jump to',
        }}
      />
    </>
  );
}
