import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, Check, ChevronDown, CircleHelp, Keyboard, Plus, Search } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import {
  apiTestingPaths,
  apiTestingQuickAdd,
  ProjectSwitcher,
  useMayCreate,
  useProject,
} from '../../features/api-testing/index.ts';
import { keyParts } from '../../shared/hotkeys.ts';
import { preferences, usePreferences } from '../../shared/preferences.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';

interface Props {
  onSearch: () => void;
  onHelp: () => void;
}

/** TopBar shows where one is, and holds search, quick add, help, team and profile. */
export function TopBar({ onSearch, onHelp }: Props) {
  const mayCreate = useMayCreate();
  return (
    <section className={classes.top} aria-label="Top bar">
      <Link to="/dashboard" className={classes.logo} aria-label="Touchstone, to the dashboard">
        <BrandMark size={22} />
        <span>Touchstone</span>
      </Link>
      <span className={classes.slash} aria-hidden>
        /
      </span>
      <Link to={apiTestingPaths.workspace()} className={classes.crumb}>
        API testing
      </Link>
      <span className={classes.slash} aria-hidden>
        /
      </span>
      <ProjectSwitcher />
      <div className={classes.spacer} />
      <UnstyledButton className={classes.search} onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span>Search or jump to</span>
        <span className={classes.keys}>
          {keyParts('palette').map((part) => (
            <kbd key={part}>{part}</kbd>
          ))}
        </span>
      </UnstyledButton>
      {mayCreate ? <QuickAdd /> : null}
      <Menu>
        <Menu.Target>
          <Tooltip label="Help">
            <ActionIcon aria-label="Help">
              <CircleHelp size={17} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Keyboard size={15} />} rightSection={<kbd>?</kbd>} onClick={onHelp}>
            Keyboard
          </Menu.Item>
          <Menu.Item leftSection={<BookOpen size={15} />} component="a" href="/docs" target="_blank" rel="noreferrer">
            API reference
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TeamSelector />
      <ProfileMenu />
    </section>
  );
}

function QuickAdd() {
  const navigate = useNavigate();
  const { project } = useProject();
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label="Create">
          <ActionIcon aria-label="Create" variant="default">
            <Plus size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {apiTestingQuickAdd.map((item) => (
          <Menu.Item key={item.label} onClick={() => void navigate(item.path(project?.projectId))}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function TeamSelector() {
  const account = useAccount();
  const client = useQueryClient();
  const chosen = usePreferences().teamId;
  const team = account.teams.find((item) => item.teamId === chosen) ?? account.teams[0];
  if (!team || account.role === 'ROLE_SYSTEM') return null;
  if (account.teams.length === 1)
    return (
      <span className={classes.team} title={team.teamDescription || undefined}>
        <span className="ellipsis">{team.teamName}</span>
      </span>
    );
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes.team} aria-label={`Team ${team.teamName}, change`}>
          <span className="ellipsis">{team.teamName}</span>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Teams</Menu.Label>
        {account.teams.map((item) => (
          <Menu.Item
            key={item.teamId}
            rightSection={item.teamId === team.teamId ? <Check size={14} aria-label="chosen" /> : null}
            onClick={() => {
              preferences.set({ teamId: item.teamId, projectId: null });
              void client.invalidateQueries();
            }}
          >
            {item.teamName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
