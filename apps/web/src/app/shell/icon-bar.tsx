import { Tooltip, UnstyledButton } from '@mantine/core';
import { CircleHelp, House, LayoutGrid, type LucideIcon, Store } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { dashboardPaths } from '../../features/dashboard/index.ts';
import { helpPaths } from '../../features/help/index.ts';
import { serviceStorePaths } from '../../features/service-store/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import classes from './shell.module.css';

interface Props {
  panelOpened: boolean;
  onServices: () => void;
}

/** IconBar opens the panel of services and leads to what belongs to no service. */
export function IconBar({ panelOpened, onServices }: Props) {
  return (
    <nav className={classes.icons} aria-label="Services">
      <Tooltip label="Services" position="right">
        <UnstyledButton
          className={classes.iconLink}
          aria-label="Services"
          aria-haspopup="dialog"
          aria-expanded={panelOpened}
          onClick={onServices}
        >
          <LayoutGrid size={18} aria-hidden />
        </UnstyledButton>
      </Tooltip>
      <IconLink label="Dashboard" to={dashboardPaths.dashboard} icon={House} />
      <Allowed deniedRoles={['ROLE_SUPERADMIN']} ignoreGuest ignoreExpiry>
        <IconLink label="Service Store" to={serviceStorePaths.store} icon={Store} />
      </Allowed>
      <span className={classes.spacer} />
      <IconLink label="Help" to={helpPaths.help} icon={CircleHelp} />
    </nav>
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
