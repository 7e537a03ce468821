import { Tooltip } from '@mantine/core';
import { Link, matchPath, useLocation } from 'react-router';
import { type AreaItem, pathOf } from '../../shared/feature/feature.ts';
import { keyParts } from '../../shared/hotkeys.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { Area } from '../compose-features.ts';
import classes from './shell.module.css';
import { useIsShown } from './use-menu.ts';

const isOpen = ({ path, covers = [] }: AreaItem, pathname: string): boolean => {
  const [own = ''] = pathOf(path).split('?');
  return [own, ...covers].some((pattern) => matchPath(pattern, pathname) !== null);
};

/** AreaNav lists the screens of the area that is open. */
export function AreaNav({ area: { title, items } }: { area: Area }) {
  const { pathname } = useLocation();
  const isShown = useIsShown();
  const { projectId } = usePreferences();
  return (
    <nav className={classes.area} aria-label={title}>
      <div className={`${classes.areaTitle} eyebrow`}>{title}</div>
      {items.filter(isShown).map((item) => (
        <Tooltip
          key={item.label}
          position="right"
          label={
            <span className="row">
              {item.label}
              {keyParts(item.hotkey ?? '').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </span>
          }
        >
          <Link
            className={classes.areaLink}
            to={pathOf(item.path, projectId)}
            aria-current={isOpen(item, pathname) ? 'page' : undefined}
            aria-label={item.label}
          >
            <item.icon size={16} aria-hidden />
            <span>{item.label}</span>
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}
