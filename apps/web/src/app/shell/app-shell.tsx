import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { apiTestingScreens } from '../../features/api-testing/index.ts';
import { CloneNotices } from '../../features/notifications/index.ts';
import { PlanWatch } from '../../features/subscription/index.ts';
import { followFlags } from '../../shared/flags/browser-flags.ts';
import { useHotkey } from '../../shared/hotkeys.ts';
import { preferences } from '../../shared/preferences.ts';
import { useAccount, useSession } from '../../shared/session/browser-session.ts';
import { Late } from '../../ui/page.tsx';
import { AreaNav } from './area-nav.tsx';
import { IconBar } from './icon-bar.tsx';
import classes from './shell.module.css';
import { hasSideNavigation, isApiTesting, needsDesktop } from './side-navigation.ts';
import type { SidePanelKind } from './side-panel.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(() => import('../palette.tsx'));
const SidePanel = lazy(() => import('./side-panel.tsx'));
const DesktopDialog = lazy(() => import('./desktop-dialog.tsx'));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** AppShell is the frame of every screen behind sign-in. */
export function AppShell() {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { status } = useSession();
  const { role } = useAccount();
  const { pathname } = useLocation();
  // Signed out in another tab.
  useEffect(() => {
    if (status === 'signedOut') void navigate('/login');
  }, [status, navigate]);
  useEffect(followFlags, []);
  // A panel closes when a navigation starts, wherever it started.
  const isLeaving = navigation.state !== 'idle';
  useEffect(() => {
    if (isLeaving) setPanel(null);
  }, [isLeaving]);
  const main = useRef<HTMLElement>(null);
  const [panel, setPanel] = useState<SidePanelKind | null>(null);
  const closePanel = () => setPanel(null);
  const [paletteAt, setPaletteAt] = useState(0);
  const [helpOpened, setHelpOpened] = useState(false);
  const openPalette = () => setPaletteAt((count) => count + 1);
  useHotkey('palette', openPalette);
  useHotkey('help', () => setHelpOpened(true));
  const go = (id: string) => {
    const screen = apiTestingScreens.find((item) => item.id === id);
    if (screen) void navigate(screen.path(preferences.get().projectId ?? undefined));
  };
  useHotkey('goWorkspace', () => go('workspace'));
  useHotkey('goSuites', () => go('suites'));
  useHotkey('goEnvironments', () => go('environments'));
  useHotkey('goCertificates', () => go('certificates'));
  useHotkey('goPerformance', () => go('performance'));
  useHotkey('goReports', () => go('reports'));
  useHotkey('goPerformanceReports', () => go('performanceReports'));
  const hasIcons = hasSideNavigation(pathname, role);
  const hasArea = hasIcons && isApiTesting(pathname);
  return (
    <div className={classes.shell} data-icons={hasIcons || undefined} data-area={hasArea || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {navigation.state === 'loading' ? (
        <Late>
          <div className={classes.progress} aria-hidden />
        </Late>
      ) : null}
      <TopBar
        onSearch={openPalette}
        onKeys={() => setHelpOpened(true)}
        onExecutions={() => setPanel('executions')}
        onActivity={() => setPanel('activity')}
        onDownloads={() => setPanel('downloads')}
      />
      {hasIcons ? <IconBar opened={panel} onOpen={setPanel} /> : null}
      {hasArea ? <AreaNav /> : null}
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PlanWatch />
      <CloneNotices />
      <Suspense>
        {panel ? <SidePanel kind={panel} onClose={closePanel} /> : null}
        {needsDesktop(navigator.userAgent) ? <DesktopDialog /> : null}
      </Suspense>
      {paletteAt > 0 ? (
        <Suspense>
          <Palette openedAt={paletteAt} onHelp={() => setHelpOpened(true)} />
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
