import { UnstyledButton } from '@mantine/core';
import { Menu } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type AreaItem, type MenuEntry, pathOf } from '../../shared/feature/feature.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { Area } from '../compose-features.ts';
import { isOpen } from './area-nav.tsx';
import classes from './bottom-bar.module.css';
import { useIsShown, useMenu } from './use-menu.ts';

const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }));

interface Props {
  area: Area | undefined;
  openedPanel: string | null;
  onOpenPanel: (panel: string) => void;
}

/**
 * BottomBar is the navigation of small screens: three places of the open area, or of the product, and a sheet with the
 * rest.
 */
export function BottomBar({ area, openedPanel, onOpenPanel }: Props) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { pathname } = useLocation();
  const { projectId } = usePreferences();
  const isShown = useIsShown();
  const entries = useMenu('icons');
  const items = area?.items.filter(isShown) ?? [];
  const places = area ? items.filter(hasWord) : entries.filter(hasWord);
  return (
    <nav className={classes.bar} aria-label={area?.title ?? 'Services'}>
      {places.map((place) => (
        <BarPlace
          key={place.label}
          place={place}
          to={place.path === undefined ? undefined : pathOf(place.path, projectId)}
          isCurrent={'panel' in place && place.panel ? place.panel === openedPanel : isOpen(place, pathname)}
          onClick={() => ('panel' in place && place.panel ? onOpenPanel(place.panel) : 'run' in place && place.run?.())}
        />
      ))}
      <UnstyledButton
        className={classes.place}
        aria-haspopup="dialog"
        aria-expanded={isSheetOpen}
        onClick={() => setSheetOpen(true)}
      >
        <Word icon={<Menu size={20} aria-hidden />}>Menu</Word>
      </UnstyledButton>
      {isSheetOpen ? (
        <Suspense>
          <MoreSheet
            area={area && { ...area, items }}
            entries={entries}
            onOpenPanel={onOpenPanel}
            onClose={() => setSheetOpen(false)}
          />
        </Suspense>
      ) : null}
    </nav>
  );
}

const hasWord = ({ barWord }: { barWord?: string }) => barWord !== undefined;

const Word = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <>
    {icon}
    <span className={classes.word}>{children}</span>
  </>
);

interface PlaceProps {
  place: AreaItem | MenuEntry;
  /** Undefined if it runs something here. */
  to: string | undefined;
  isCurrent: boolean;
  onClick: () => void;
}

function BarPlace({ place: { label, barWord, icon: Icon }, to, isCurrent, onClick }: PlaceProps) {
  const word = <Word icon={<Icon size={20} aria-hidden />}>{barWord}</Word>;
  if (to === undefined)
    return (
      <UnstyledButton
        className={classes.place}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isCurrent}
        onClick={onClick}
      >
        {word}
      </UnstyledButton>
    );
  return (
    <Link className={classes.place} to={to} title={label} aria-current={isCurrent ? 'page' : undefined}>
      {word}
    </Link>
  );
}
