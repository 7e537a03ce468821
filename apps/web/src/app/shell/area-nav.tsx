import { UnstyledButton } from '@mantine/core';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link, matchPath, useLocation } from 'react-router';
import { type AreaItem, pathOf } from '../../shared/feature/feature.ts';
import { useNeedsWidth } from '../../shared/feature/place.ts';
import { hotkeys, keyParts, useHotkey } from '../../shared/hotkeys.ts';
import { preferences, usePreferences } from '../../shared/preferences.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import type { Area } from '../compose-features.ts';
import classes from './shell.module.css';
import { useIsShown } from './use-menu.ts';
import { useTight } from './use-narrow.ts';

/** isOpen returns whether an entry belongs to the open page. */
export const isOpen = (
  { path, covers = [] }: Partial<Pick<AreaItem, 'path' | 'covers'>>,
  pathname: string,
): boolean => {
  const [own] = path === undefined ? [] : pathOf(path).split('?');
  return [own, ...covers].some((pattern) => pattern !== undefined && matchPath(pattern, pathname) !== null);
};

/** AreaNav screens of the open area; folded, only their icons. */
export function AreaNav({ area: { title, items } }: { area: Area }) {
  const { pathname } = useLocation();
  const isShown = useIsShown();
  const { projectId, foldedNavigation } = usePreferences();
  const isTight = useTight();
  const kind = useNeedsWidth() ? 'wide' : 'usual';
  const isFolded = isTight || foldedNavigation[kind];
  const toggle = () => preferences.set({ foldedNavigation: { ...foldedNavigation, [kind]: !isFolded } });
  useHotkey('fold', toggle, !isTight);
  const Fold = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className={classes.area} aria-label={title} data-folded={isFolded || undefined} data-pane>
      <div className={`${classes.areaTitle} eyebrow`}>{title}</div>
      {items.filter(isShown).map((item) => (
        <Tip key={item.label} position="right" label={<WithKey label={item.label} keys={item.hotkey} />}>
          <Link
            className={classes.areaLink}
            to={pathOf(item.path, projectId)}
            aria-current={isOpen(item, pathname) ? 'page' : undefined}
            aria-label={item.label}
          >
            <item.icon size={16} aria-hidden />
            <span>{item.label}</span>
          </Link>
        </Tip>
      ))}
      {isTight ? null : (
        <Tip position="right" label={<WithKey label={isFolded ? 'Unfold' : 'Fold'} keys={hotkeys.fold.keys} />}>
          <UnstyledButton
            className={`${classes.areaLink} ${classes.fold}`}
            aria-label={`${isFolded ? 'Unfold' : 'Fold'} the list of screens`}
            onClick={toggle}
          >
            <Fold size={16} aria-hidden />
          </UnstyledButton>
        </Tip>
      )}
    </nav>
  );
}

const WithKey = ({ label, keys = '' }: { label: string; keys?: string | undefined }) => (
  <span className="row">
    {label}
    {keyParts(keys).map((part) => (
      <kbd key={part}>{part}</kbd>
    ))}
  </span>
);
