import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { pathOf } from '../../shared/feature/feature.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { Area } from '../compose-features.ts';
import classes from './shell.module.css';
import { useIsShown } from './use-menu.ts';

/** AreaMenus open the screens of an area by what one wants to do: a menu for each group. */
export function AreaMenus({ area: { groups = [], items } }: { area: Area }) {
  const isShown = useIsShown();
  const { projectId } = usePreferences();
  return (
    <div className={classes.menus}>
      {groups.map((group) => (
        <Menu key={group} position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={classes.crumb}>
              {group}
              <ChevronDown size={14} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {items
              .filter((item) => item.group === group && isShown(item))
              .map(({ label, icon: Icon, path }) => (
                <Menu.Item
                  key={label}
                  component={Link}
                  to={pathOf(path, projectId)}
                  leftSection={<Icon size={15} aria-hidden />}
                >
                  {label}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ))}
    </div>
  );
}
