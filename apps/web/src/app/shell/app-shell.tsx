import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { usePlace } from '../../shared/feature/place.ts';
import { followFlags } from '../../shared/flags/browser-flags.ts';
import { hotkeys, useHotkey } from '../../shared/hotkeys.ts';
import { useAccount, useSession } from '../../shared/session/browser-session.ts';
import type { FrameTools } from '../../ui/missing.tsx';
import { Late } from '../../ui/page.tsx';
import { useFollowNavigation } from '../focus/follow-navigation.ts';
import { followPanes, goToPane } from '../focus/panes.ts';
import { house } from '../house.ts';
import { AreaNav } from './area-nav.tsx';
import { BottomBar } from './bottom-bar.tsx';
import type { Frame } from './frame.ts';
import { GoKeys } from './go-keys.tsx';
import { IconBar } from './icon-bar.tsx';
import classes from './shell.module.css';
import { hasSideNavigation, needsDesktop } from './side-navigation.ts';
import { TopBar } from './top-bar.tsx';
import { useNarrow } from './use-narrow.ts';

// Every step of a navigation renders the frame; its parts subscribe to their own data.
const Bars = {
  Top: memo(TopBar),
  Icons: memo(IconBar),
  Area: memo(AreaNav),
  Bottom: memo(BottomBar),
  Keys: memo(GoKeys),
};
const Palette = lazy(() => import('../palette/palette.tsx'));
const SidePanel = lazy(() => import('./side-panel.tsx'));
const DesktopDialog = lazy(() => import('./desktop-dialog.tsx'));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** AppShell is the frame of every screen behind sign-in. */
export function AppShell({ frame }: { frame: Frame }) {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { status } = useSession();
  const { role } = useAccount();
  const place = usePlace();
  // The user signed out in another tab.
  useEffect(() => {
    if (status === 'signedOut') void navigate(house.session.signInPath);
  }, [status, navigate]);
  useEffect(followFlags, []);
  const { pathname } = useLocation();
  // Panels close when navigation to another page starts; the page may still update its own query string.
  const isLeaving = navigation.location !== undefined && navigation.location.pathname !== pathname;
  useEffect(() => {
    if (isLeaving) setPanel(null);
  }, [isLeaving]);
  const main = useRef<HTMLElement>(null);
  useFollowNavigation(main);
  useEffect(followPanes, []);
  useEffect(() => {
    const following = import('../../ui/cut-text.ts').then(({ followCutText }) => followCutText());
    return () => void following.then((stop) => stop());
  }, []);
  useHotkey('nextPane', () => goToPane(1));
  useHotkey('previousPane', () => goToPane(-1));
  const [panel, setPanel] = useState<string | null>(null);
  const closePanel = () => setPanel(null);
  const [palette, setPalette] = useState({ openedAt: 0, text: '' });
  const [helpOpened, setHelpOpened] = useState(false);
  const openPalette = useCallback((text = '') => setPalette(({ openedAt }) => ({ openedAt: openedAt + 1, text })), []);
  const search = useCallback(() => openPalette(), [openPalette]);
  const showKeys = useCallback(() => setHelpOpened(true), []);
  const tools = useMemo<FrameTools>(() => ({ search: openPalette }), [openPalette]);
  useHotkey(hotkeys.palette, search);
  useHotkey(hotkeys.help, showKeys);
  const isNarrow = useNarrow();
  const hasNavigation = hasSideNavigation(place, role);
  const area = house.areas.get(place?.area ?? '');
  const panels = { openedPanel: panel, onOpenPanel: setPanel };
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {navigation.state === 'loading' ? (
        <Late>
          <div className={classes.progress} aria-hidden />
        </Late>
      ) : null}
      <Bars.Keys />
      <Bars.Top
        frame={frame}
        area={area}
        hasOrganization={place?.scope !== 'installation'}
        onSearch={search}
        onKeys={showKeys}
        onOpenPanel={setPanel}
      />
      {hasNavigation && !isNarrow ? (
        <>
          <Bars.Icons frame={frame} isFolded={area !== undefined} {...panels} />
          {area ? <Bars.Area area={area} /> : null}
        </>
      ) : null}
      <main id="main" ref={main} className={classes.main} tabIndex={-1} data-pane>
        <Outlet context={tools} />
      </main>
      {hasNavigation && isNarrow ? <Bars.Bottom area={area} {...panels} /> : null}
      {frame.partsOf('Watch').map(({ feature, Component }) => (
        <Component key={feature} />
      ))}
      <Suspense>
        {panel ? <SidePanel id={panel} onClose={closePanel} /> : null}
        {needsDesktop(navigator.userAgent) ? <DesktopDialog /> : null}
      </Suspense>
      {palette.openedAt > 0 ? (
        <Suspense>
          <Palette {...palette} onHelp={() => setHelpOpened(true)} />
        </Suspense>
      ) : null}
      {helpOpened ? (
        <Suspense>
          <KeyboardHelp onClose={() => setHelpOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
