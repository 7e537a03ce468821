import { Tooltip, UnstyledButton } from '@mantine/core';
import { CircleHelp, Download, House, LayoutGrid, type LucideIcon, Store } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { dashboardPaths } from '../../features/dashboard/index.ts';
import { helpPaths } from '../../features/help/index.ts';
import { serviceStorePaths } from '../../features/service-store/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import { useFlag } from '../../shared/flags/flag-values.ts';
import { ReportingIcon } from './reporting-entry.tsx';
import classes from './shell.module.css';
import type { SidePanelKind } from './side-panel.tsx';

interface Props {
  opened: SidePanelKind | null;
  onOpen: (panel: SidePanelKind) => void;
}

/** IconBar opens the panel of services and leads to what belongs to no service. */
export function IconBar({ opened, onOpen }: Props) {
  const hasReporting = useFlag('isInsightDashboardEnabled');
  const hasDownloads = useFlag('isDesktopTestingEnabled');
  return (
    <nav className={classes.icons} aria-label="Services">
      <PanelButton
        label="Services"
        icon={LayoutGrid}
        expanded={opened === 'services'}
        onClick={() => onOpen('services')}
      />
      <IconLink label="Dashboard" to={dashboardPaths.dashboard} icon={House} />
      {hasReporting ? <ReportingIcon /> : null}
      <Allowed deniedRoles={['ROLE_SUPERADMIN']} ignoreGuest ignoreExpiry>
        <IconLink label="Service Store" to={serviceStorePaths.store} icon={Store} />
      </Allowed>
      <span className={classes.spacer} />
      {hasDownloads ? (
        <PanelButton
          label="Downloads"
          icon={Download}
          expanded={opened === 'downloads'}
          onClick={() => onOpen('downloads')}
        />
      ) : null}
      <IconLink label="Help" to={helpPaths.help} icon={CircleHelp} />
    </nav>
  );
}

interface PanelButtonProps {
  label: string;
  icon: LucideIcon;
  expanded: boolean;
  onClick: () => void;
}

function PanelButton({ label, icon: Icon, expanded, onClick }: PanelButtonProps) {
  return (
    <Tooltip label={label} position="right">
      <UnstyledButton
        className={classes.iconLink}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={expanded}
        onClick={onClick}
      >
        <Icon size={18} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

function IconLink({ label, to, icon: Icon }: { label: string; to: string; icon: LucideIcon }) {
  const { pathname } = useLocation();
  return (
    <Tooltip label={label} position="right">
      <Link className={classes.iconLink} to={to} aria-label={label} aria-current={pathname === to ? 'page' : undefined}>
        <Icon size={18} aria-hidden />
      </Link>
    </Tooltip>
  );
}
