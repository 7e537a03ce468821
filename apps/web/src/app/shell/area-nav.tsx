import { Tooltip } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { apiTestingScreens } from '../../features/api-testing/index.ts';
import { keyParts } from '../../shared/hotkeys.ts';
import { usePreferences } from '../../shared/preferences.ts';
import classes from './shell.module.css';

const belongs: Record<string, RegExp> = {
  workspace: /^\/api-testing\/(workspace|projects?)$/,
  suites: /^\/api-testing\/api-test-suite/,
  environments: /^\/api-testing\/(environments|global-variable)/,
  prerequisites: /^\/api-testing\/prerequest-variables/,
  certificates: /^\/api-testing\/certificates/,
  performance: /^\/api-testing\/performance$/,
  reports: /^\/api-testing\/(functional-)?report/,
  performanceReports: /^\/api-testing\/performance-report/,
};

/** AreaNav lists the screens of the service that is open. */
export function AreaNav() {
  const { pathname } = useLocation();
  const projectId = usePreferences().projectId ?? undefined;
  return (
    <nav className={classes.area} aria-label="API testing">
      <div className={`${classes.areaTitle} eyebrow`}>API testing</div>
      {apiTestingScreens.map((screen) => (
        <Tooltip
          key={screen.id}
          position="right"
          label={
            <span className="row">
              {screen.label}
              {keyParts(screen.hotkey).map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </span>
          }
        >
          <Link
            className={classes.areaLink}
            to={screen.path(projectId)}
            aria-current={belongs[screen.id]?.test(pathname) ? 'page' : undefined}
            aria-label={screen.label}
          >
            <screen.icon size={16} aria-hidden />
            <span>{screen.label}</span>
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}
