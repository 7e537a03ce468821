import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { MenuEntry } from '../../shared/feature/feature.ts';
import { useHotkey } from '../../shared/hotkeys.ts';
import { Tip } from '../../ui/tip/tip.tsx';
import type { Frame } from './frame.ts';
import classes from './icon-bar.module.css';
import { useMenu } from './use-menu.ts';

interface Props {
  frame: Frame;
  /** Folded to an edge that expands while hovered or focused. */
  isFolded: boolean;
  openedPanel: string | null;
  onOpenPanel: (panel: string) => void;
}

/** IconBar opens panels and leads to pages outside of any area. */
export function IconBar({ frame, isFolded, ...panels }: Props) {
  const entries = useMenu('icons');
  const bar = useRef<HTMLDivElement>(null);
  const goToFirst = () => bar.current?.querySelector<HTMLElement>('a, button')?.focus();
  useHotkey('icons', goToFirst);
  const draw = (entry: MenuEntry) => <IconEntry key={entry.label} entry={entry} {...panels} />;
  return (
    <nav className={classes.icons} aria-label="Services" data-folded={isFolded || undefined} data-pane>
      {isFolded ? (
        // Touch has no hover; the keyboard reaches the bar's buttons directly.
        <button type="button" className={classes.edge} tabIndex={-1} aria-hidden onClick={goToFirst}>
          <ChevronRight size={12} />
        </button>
      ) : null}
      <div ref={bar} className={classes.bar}>
        {entries.filter(({ rank }) => rank !== 'last').map(draw)}
        {frame.partsOf('IconLink').map(({ feature, Component }) => (
          <Component key={feature} className={classes.iconLink} />
        ))}
        <span className="grow" />
        {entries.filter(({ rank }) => rank === 'last').map(draw)}
      </div>
    </nav>
  );
}

function IconEntry({
  entry: { label, icon: Icon, path, panel, run },
  openedPanel,
  onOpenPanel,
}: Omit<Props, 'frame' | 'isFolded'> & { entry: MenuEntry }) {
  const { pathname } = useLocation();
  const icon = <Icon size={18} aria-hidden />;
  return (
    <Tip label={label} position="right">
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
    </Tip>
  );
}
