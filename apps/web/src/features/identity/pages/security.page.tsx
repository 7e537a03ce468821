import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Sections } from '../../../ui/sections.tsx';
import { settingsQuery } from '../api/sign-up.queries.ts';
import { ChangePasswordForm } from '../components/change-password-form.tsx';
import { OtpDevices } from '../components/otp-devices.tsx';
import classes from '../components/security.module.css';
import { SessionList } from '../components/session-list.tsx';

/** SecurityPage manages the second factor and open sessions of a user. */
export function SecurityPage() {
  return (
    <Page title="Security" meta="Second factor, open sessions and password of your account" kind="settings">
      <Sections
        sections={[
          { title: 'Second factor', content: <OtpDevices /> },
          { title: 'Open sessions', content: <SessionList /> },
          { title: 'Password', content: <PasswordPanel /> },
        ]}
      />
    </Page>
  );
}

function PasswordPanel() {
  const settings = useQuery(settingsQuery);
  return (
    <Panel title="Password" padded>
      <Loaded query={settings}>
        {({ issuer }) => (
          <div className={classes.narrow}>
            {issuer ? (
              <p className="sentence">Your password is managed by {issuer}. Change it there.</p>
            ) : (
              <ChangePasswordForm isAside />
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
