import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useNavigate, useNavigation } from 'react-router';
import { apiTestingScreens, useProject } from '../../features/api-testing/index.ts';
import { PlanWatch } from '../../features/subscription/index.ts';
import { useHotkey } from '../../shared/hotkeys.ts';
import { useSession } from '../../shared/session/browser-session.ts';
import { Late } from '../../ui/page.tsx';
import { AreaNav } from './area-nav.tsx';
import { IconBar } from './icon-bar.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(() => import('../palette.tsx'));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** AppShell is the frame of every screen behind sign-in. */
export function AppShell() {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { status } = useSession();
  // Signed out in another tab.
  useEffect(() => {
    if (status === 'signedOut') void navigate('/login');
  }, [status, navigate]);
  const main = useRef<HTMLElement>(null);
  const { project } = useProject();
  const [paletteAt, setPaletteAt] = useState(0);
  const [helpOpened, setHelpOpened] = useState(false);
  const openPalette = () => setPaletteAt((count) => count + 1);
  useHotkey('palette', openPalette);
  useHotkey('help', () => setHelpOpened(true));
  const go = (id: string) => {
    const screen = apiTestingScreens.find((item) => item.id === id);
    if (screen) void navigate(screen.path(project?.projectId));
  };
  useHotkey('goWorkspace', () => go('workspace'));
  useHotkey('goSuites', () => go('suites'));
  useHotkey('goEnvironments', () => go('environments'));
  useHotkey('goCertificates', () => go('certificates'));
  useHotkey('goPerformance', () => go('performance'));
  useHotkey('goReports', () => go('reports'));
  useHotkey('goPerformanceReports', () => go('performanceReports'));
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
      <TopBar onSearch={openPalette} onHelp={() => setHelpOpened(true)} />
      <IconBar />
      <AreaNav />
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <PlanWatch />
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
