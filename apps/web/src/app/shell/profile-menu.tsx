import { Button, Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { routes } from '@touchstone/contracts';
import { LogOut, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { identityPaths, signOut } from '../../features/identity/index.ts';
import { api } from '../../shared/api.ts';
import { type Preferences, preferences, usePreferences } from '../../shared/preferences.ts';
import { session, useAccount } from '../../shared/session/browser-session.ts';
import { toastError } from '../../shared/toasts.ts';
import classes from './shell.module.css';

type Scheme = 'light' | 'dark' | 'auto';
const plans = { FREE: 'FREEMIUM', PRO: 'PRO', ENTERPRISE: 'ENTERPRISE', EXPIRED: 'EXPIRED' } as const;

/** ProfileMenu says who is signed in and holds the personal settings. */
export function ProfileMenu() {
  const account = useAccount();
  const { density } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const letters = `${account.given_name.charAt(0)}${account.family_name.charAt(0)}` || account.email.charAt(0);
  const initials = letters.toUpperCase();
  const keepScheme = (mode: Scheme) => {
    setColorScheme(mode);
    session.setAccount({ ...account, modeStatus: mode });
    api.call(routes.userManagement.updateDarkMode, { query: { mode, login: account.email } }).catch(toastError);
  };
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
        <p className={`eyebrow ${classes.setting}`} id="scheme-label">
          Colour scheme
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="scheme-label"
          value={colorScheme}
          onChange={(value) => keepScheme(value as Scheme)}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'Auto' },
          ]}
        />
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
        <Button
          component={Link}
          to={identityPaths.security}
          fullWidth
          mt="md"
          variant="default"
          leftSection={<ShieldCheck size={15} />}
        >
          Security
        </Button>
        <Button fullWidth mt="xs" variant="default" leftSection={<LogOut size={15} />} onClick={() => void signOut()}>
          Logout
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
