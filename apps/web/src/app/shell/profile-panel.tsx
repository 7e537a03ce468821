import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { type Preferences, preferences, usePreferences } from '../../shared/preferences.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { ColourSchemeControl } from '../../ui/colour-scheme-control.tsx';
import classes from './shell.module.css';
import { TeamField } from './team-field.tsx';
import { useMenu } from './use-menu.ts';

const plans = { FREE: 'FREEMIUM', PRO: 'PRO', ENTERPRISE: 'ENTERPRISE', EXPIRED: 'EXPIRED' } as const;
const look = (index: number) => ({ fullWidth: true, mt: index === 0 ? 'md' : 'xs', variant: 'default' }) as const;

/** ProfilePanel is the content of the profile menu, loaded when it is first opened. */
export default function ProfilePanel({ withTeam }: { withTeam: boolean }) {
  const account = useAccount();
  const { density } = usePreferences();
  const entries = useMenu('profile');
  return (
    <>
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
      {entries.map(({ label, icon: Icon, path, run }, index) =>
        path === undefined ? (
          <Button key={label} {...look(index)} leftSection={<Icon size={15} />} onClick={run}>
            {label}
          </Button>
        ) : (
          <Button key={label} component={Link} to={path} {...look(index)} leftSection={<Icon size={15} />}>
            {label}
          </Button>
        ),
      )}
    </>
  );
}
