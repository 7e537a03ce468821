import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { Activity, Search } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { apiTestingNewScript, ProjectSwitcher } from '../../features/api-testing/index.ts';
import { dashboardPaths } from '../../features/dashboard/index.ts';
import { CreateHost, QuickAdd, useMayCreateIn } from '../../features/global-create/index.ts';
import { TourButton } from '../../features/guided-tours/index.ts';
import { NotificationBell } from '../../features/notifications/index.ts';
import { ServiceSwitcher } from '../../features/service-store/index.ts';
import { keyParts } from '../../shared/hotkeys.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { createTargets } from '../create-targets.ts';
import { MoreMenu } from './more-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ServiceMenus } from './service-menus.tsx';
import classes from './shell.module.css';
import { choosesOrganization, isApiTesting } from './side-navigation.ts';
import { TeamSelector } from './team-selector.tsx';
import { tourPages } from './tour-pages.ts';

interface Props {
  onSearch: () => void;
  onKeys: () => void;
  onExecutions: () => void;
  onActivity: () => void;
  onDownloads: () => void;
}

/** TopBar shows where one is, and holds search, quick add, executions, more, team and profile. */
export function TopBar({ onSearch, onKeys, onExecutions, onActivity, onDownloads }: Props) {
  const { role } = useAccount();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const projectId = usePreferences().projectId ?? undefined;
  const mayCreate = useMayCreateIn(createTargets);
  const choosing = choosesOrganization(pathname);
  return (
    <section className={classes.top} aria-label="Top bar">
      <Link to={dashboardPaths.dashboard} className={classes.logo} aria-label="Touchstone, to the dashboard">
        <BrandMark size={22} />
        <span>Touchstone</span>
      </Link>
      {choosing ? null : (
        <div className={classes.switcher}>
          <ServiceSwitcher />
        </div>
      )}
      {isApiTesting(pathname) ? (
        <>
          <span className={classes.slash} aria-hidden>
            /
          </span>
          <ProjectSwitcher />
          <ServiceMenus />
        </>
      ) : null}
      <div className={classes.spacer} />
      {choosing ? null : (
        <>
          <UnstyledButton className={classes.search} data-tour="search" onClick={onSearch}>
            <Search size={14} aria-hidden />
            <span>Search or jump to</span>
            <span className={classes.keys}>
              {keyParts('palette').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </span>
          </UnstyledButton>
          {mayCreate ? (
            <QuickAdd
              targets={createTargets}
              others={[
                {
                  label: apiTestingNewScript.label,
                  onClick: () => void navigate(apiTestingNewScript.path(projectId)),
                },
              ]}
            />
          ) : null}
          <Tooltip label="Test Executions Today">
            <ActionIcon aria-label="Test Executions Today" aria-haspopup="dialog" onClick={onExecutions}>
              <Activity size={17} />
            </ActionIcon>
          </Tooltip>
          {role === 'ROLE_SYSTEM' ? null : <NotificationBell onOpen={onActivity} />}
        </>
      )}
      <TourButton pages={tourPages} />
      <MoreMenu onKeys={onKeys} onDownloads={onDownloads} withStore={!choosing} />
      {choosing || role === 'ROLE_SYSTEM' ? null : <TeamSelector />}
      <ProfileMenu withTeam={!choosing} />
      <CreateHost targets={createTargets} />
    </section>
  );
}
