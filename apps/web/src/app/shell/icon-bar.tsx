import { Tooltip, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { MenuEntry } from '../../shared/feature/feature.ts';
import type { Frame } from './frame.ts';
import classes from './shell.module.css';
import { useMenu } from './use-menu.ts';

interface Props {
  frame: Frame;
  openedPanel: string | null;
  onOpenPanel: (panel: string) => void;
}

/** IconBar opens panels and leads to what belongs to no area. */
export function IconBar({ frame, ...panels }: Props) {
  const entries = useMenu('icons');
  const draw = (entry: MenuEntry) => <IconEntry key={entry.label} entry={entry} {...panels} />;
  return (
    <nav className={classes.icons} aria-label="Services">
      {entries.filter(({ rank }) => rank !== 'last').map(draw)}
      {frame.partsOf('IconLink').map(({ feature, Component }) => (
        <Component key={feature} className={classes.iconLink} />
      ))}
      <span className={classes.spacer} />
      {entries.filter(({ rank }) => rank === 'last').map(draw)}
    </nav>
  );
}

function IconEntry({
  entry: { label, icon: Icon, path, panel, run },
  openedPanel,
  onOpenPanel,
}: Omit<Props, 'frame'> & { entry: MenuEntry }) {
  const { pathname } = useLocation();
  const icon = <Icon size={18} aria-hidden />;
  return (
    <Tooltip label={label} position="right">
      {path === undefined ? (
        <UnstyledButton
          className={classes.iconLink}
          aria-label={label}
          aria-haspopup={panel === undefined ? undefined : 'dialog'}
          aria-expanded={panel === undefined ? undefined : openedPanel === panel}
          onClick={panel === undefined ? run : () => onOpenPanel(panel)}
        >
          {icon}
        </UnstyledButton>
      ) : (
        <Link
          className={classes.iconLink}
          to={path}
          aria-label={label}
          aria-current={pathname === path ? 'page' : undefined}
        >
          {icon}
        </Link>
      )}
    </Tooltip>
  );
}
