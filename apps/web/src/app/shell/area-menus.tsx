import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type AreaItem, pathOf } from '../../shared/feature/feature.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { Area } from '../compose-features.ts';
import classes from './shell.module.css';
import { useIsShown } from './use-menu.ts';

/** AreaMenus shows the open area's screens grouped by task: one menu per group, or a single menu on smaller screens. */
export function AreaMenus({ area: { title, groups = [], items } }: { area: Area }) {
  const isShown = useIsShown();
  const shown = items.filter(isShown);
  if (groups.length === 0) return null;
  const byGroup = groups.map((group) => ({ group, items: shown.filter((item) => item.group === group) }));
  return (
    <>
      <div className={classes.menus}>
        {byGroup.map(({ group, items: own }) => (
          <AreaMenu key={group} label={group}>
            <Screens items={own} />
          </AreaMenu>
        ))}
      </div>
      <div className={classes.quickMenu}>
        <AreaMenu label={title}>
          {byGroup.map(({ group, items: own }) => (
            <div key={group}>
              <Menu.Label>{group}</Menu.Label>
              <Screens items={own} />
            </div>
          ))}
        </AreaMenu>
      </div>
    </>
  );
}

function AreaMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.crumb}>
          {label}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function Screens({ items }: { items: readonly AreaItem[] }) {
  const { projectId } = usePreferences();
  return items.map(({ label, icon: Icon, path }) => (
    <Menu.Item key={label} component={Link} to={pathOf(path, projectId)} leftSection={<Icon size={15} aria-hidden />}>
      {label}
    </Menu.Item>
  ));
}
