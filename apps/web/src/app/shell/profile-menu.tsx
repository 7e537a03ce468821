import { Button, Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import { Building2, LandPlot, LifeBuoy, LogOut, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { helpPaths } from '../../features/help/index.ts';
import { signOut } from '../../features/identity/index.ts';
import { organizationPaths } from '../../features/organizations/index.ts';
import { userManagementPaths } from '../../features/user-management/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import { overseers } from '../../shared/organization/chosen-organization.ts';
import { type Preferences, preferences, usePreferences } from '../../shared/preferences.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { ColourSchemeControl } from '../../ui/colour-scheme-control.tsx';
import { myAccountRoles } from '../account/account-roles.ts';
import classes from './shell.module.css';
import { TeamField } from './team-selector.tsx';

const plans = { FREE: 'FREEMIUM', PRO: 'PRO', ENTERPRISE: 'ENTERPRISE', EXPIRED: 'EXPIRED' } as const;

/** ProfileMenu says who is signed in and holds the personal settings. */
export function ProfileMenu({ withTeam }: { withTeam: boolean }) {
  const account = useAccount();
  const { density } = usePreferences();
  const letters = `${account.given_name.charAt(0)}${account.family_name.charAt(0)}` || account.email.charAt(0);
  const initials = letters.toUpperCase();
  return (
    <Popover width={260} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.avatar} aria-label={`${initials}: profile of ${account.name}`}>
          {initials}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Profile">
        <div className="row">
          <strong className="ellipsis grow">{account.name}</strong>
          <span className="eyebrow">{plans[account.plan]}</span>
        </div>
        <div className="dim ellipsis">{account.email}</div>
        <div className="dim ellipsis">{account.organization_name}</div>
        {withTeam && account.role !== 'ROLE_SYSTEM' ? <TeamField /> : null}
        <p className={`eyebrow ${classes.setting}`} id="scheme-label">
          Colour scheme
        </p>
        <ColourSchemeControl labelledBy="scheme-label" />
        <p className={`eyebrow ${classes.setting}`} id="density-label">
          Density
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="density-label"
          value={density}
          onChange={(value) => preferences.set({ density: value as Preferences['density'] })}
          data={[
            { value: 'compact', label: 'Compact' },
            { value: 'comfortable', label: 'Roomy' },
            { value: 'auto', label: 'Auto' },
          ]}
        />
        <Allowed deniedRoles={['ROLE_SYSTEM']} ignoreGuest ignoreExpiry>
          <Button
            component={Link}
            to={userManagementPaths.profile}
            fullWidth
            mt="md"
            variant="default"
            leftSection={<UserRound size={15} />}
          >
            Profile
          </Button>
        </Allowed>
        <Allowed allowedRoles={overseers}>
          <Button
            component={Link}
            to={organizationPaths.dashboard}
            fullWidth
            mt="xs"
            variant="default"
            leftSection={<LandPlot size={15} />}
          >
            Organization Dashboard
          </Button>
        </Allowed>
        <Allowed allowedRoles={myAccountRoles} ignoreExpiry>
          <Button
            component={Link}
            to="/account"
            fullWidth
            mt="xs"
            variant="default"
            leftSection={<Building2 size={15} />}
          >
            My Account
          </Button>
        </Allowed>
        <Button
          component={Link}
          to={helpPaths.support}
          fullWidth
          mt="xs"
          variant="default"
          leftSection={<LifeBuoy size={15} />}
        >
          Support
        </Button>
        <Button fullWidth mt="xs" variant="default" leftSection={<LogOut size={15} />} onClick={() => void signOut()}>
          Logout
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
