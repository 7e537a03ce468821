import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { apiTestingScreens } from '../../features/api-testing/index.ts';
import { usePreferences } from '../../shared/preferences.ts';
import classes from './shell.module.css';

type ScreenId = (typeof apiTestingScreens)[number]['id'];

/** The menus of a service, and which of its screens each holds. */
const menus: Record<string, readonly ScreenId[]> = {
  Build: ['workspace', 'suites', 'performance'],
  Setup: ['environments', 'prerequisites', 'certificates'],
  Reports: ['reports', 'performanceReports'],
};

/** ServiceMenus open the screens of the service by what one wants to do. */
export function ServiceMenus() {
  const projectId = usePreferences().projectId ?? undefined;
  return (
    <div className={classes.menus}>
      {Object.entries(menus).map(([label, ids]) => (
        <Menu key={label} position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={classes.crumb}>
              {label}
              <ChevronDown size={14} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {apiTestingScreens
              .filter(({ id }) => ids.includes(id))
              .map(({ id, label: screen, icon: Icon, path }) => (
                <Menu.Item key={id} component={Link} to={path(projectId)} leftSection={<Icon size={15} aria-hidden />}>
                  {screen}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ))}
    </div>
  );
}
