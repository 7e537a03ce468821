import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { FolderKanban, Import, Keyboard, Layers, LogOut, Plus, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  apiTestingImport,
  apiTestingNewScript,
  apiTestingPaths,
  apiTestingScreens,
  suitesQuery,
  useCanWrite,
  useProject,
} from '../features/api-testing/index.ts';
import { kindsOf, kindTexts, openCreate, useMayCreateIn } from '../features/global-create/index.ts';
import { signOut } from '../features/identity/index.ts';
import { keyParts } from '../shared/hotkeys.ts';
import { createTargets } from './create-targets.ts';

interface Props {
  /** Each change opens the palette. */
  openedAt: number;
  onHelp: () => void;
}

const keys = (parts: string[]) => parts.map((part) => <kbd key={part}>{part}</kbd>);

/** Palette jumps to screens, projects and suites, and starts actions. */
export default function Palette({ openedAt, onHelp }: Props) {
  const navigate = useNavigate();
  const mayCreate = useMayCreateIn(createTargets);
  const { project, projects, choose } = useProject();
  const canWrite = useCanWrite(project);
  const [search, setSearch] = useState('');
  const [searchTerm] = useDebouncedValue(search.trim(), 200);
  useEffect(() => {
    if (openedAt > 0) spotlight.open();
  }, [openedAt]);

  const listing = suitesQuery({ projectId: project?.projectId ?? '', searchTerm, page: 0, size: 8 });
  const suites = useQuery({ ...listing, queryFn: project ? listing.queryFn : skipToken });
  const projectId = project?.projectId;
  const fits = (label: string | undefined) =>
    !search.trim() || label?.toLowerCase().includes(search.trim().toLowerCase());

  const groups: SpotlightActionGroupData[] = [
    {
      group: 'Suites',
      actions: (suites.data?.content ?? [])
        .filter((suite) => fits(suite.suiteName))
        .map((suite) => ({
          id: `suite-${suite.suiteId}`,
          label: suite.suiteName,
          description: suite.suiteDescription || undefined,
          leftSection: <Layers size={16} />,
          onClick: () => void navigate(apiTestingPaths.suite(suite.suiteId, suite.projectId)),
        })),
    },
    {
      group: 'Go to',
      actions: apiTestingScreens
        .filter((screen) => fits(screen.label))
        .map((screen) => ({
          id: screen.id,
          label: screen.label,
          leftSection: <screen.icon size={16} />,
          rightSection: keys(keyParts(screen.hotkey)),
          onClick: () => void navigate(screen.path(projectId)),
        })),
    },
    {
      group: 'Actions',
      actions: [
        ...(mayCreate ? kindsOf(createTargets) : []).map((kind) => ({
          id: kindTexts[kind].title,
          label: kindTexts[kind].title,
          leftSection: <Plus size={16} />,
          onClick: () => openCreate(kind),
        })),
        ...(mayCreate ? [apiTestingNewScript] : []).map((item) => ({
          id: item.label,
          label: item.label,
          leftSection: <Plus size={16} />,
          onClick: () => void navigate(item.path(projectId)),
        })),
        ...(canWrite ? [apiTestingImport] : []).map((item) => ({
          id: item.label,
          label: item.label,
          leftSection: <Import size={16} />,
          onClick: () => void navigate(item.path(projectId)),
        })),
        {
          id: 'keys',
          label: 'Show all keys',
          leftSection: <Keyboard size={16} />,
          rightSection: keys(['?']),
          onClick: onHelp,
        },
        { id: 'logout', label: 'Logout', leftSection: <LogOut size={16} />, onClick: () => void signOut() },
      ].filter((action) => fits(action.label)),
    },
    {
      group: 'Projects',
      actions: projects
        .filter((item) => item.projectId !== projectId && fits(item.projectName))
        .map((item) => ({
          id: `project-${item.projectId}`,
          label: item.projectName,
          leftSection: <FolderKanban size={16} />,
          onClick: () => choose(item.projectId),
        })),
    },
  ];
  return (
    <Spotlight
      actions={groups.filter((group) => group.actions.length > 0)}
      filter={(_query, actions) => actions}
      query={search}
      onQueryChange={setSearch}
      nothingFound="Nothing has this name. Try another word."
      shortcut={null}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      searchProps={{
        leftSection: <Search size={16} />,
        placeholder: 'Search suites, or jump to a screen',
        'aria-label': 'Search or jump to',
      }}
    />
  );
}
