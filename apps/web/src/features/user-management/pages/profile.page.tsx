import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ColourSchemeControl } from '../../../ui/colour-scheme-control.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { MailPreferencesPanel } from '../../notifications/index.ts';
import { profileQuery } from '../api/profile.queries.ts';
import classes from '../components/account.module.css';
import { AiTokenPanel } from '../components/ai-token-panel.tsx';
import { PasswordPanel } from '../components/password-panel.tsx';
import { PersonPanel } from '../components/person-panel.tsx';
import { PhotoPanel } from '../components/photo-panel.tsx';
import { roleName } from '../model/user-text.ts';

/** ProfilePage is where everybody looks after the own account. */
export function ProfilePage() {
  const profile = useQuery(profileQuery);
  const meta = profile.data ? `${roleName(profile.data.role)} of ${profile.data.organizationName}` : undefined;
  return (
    <Page title="Profile" meta={meta}>
      {profile.isError ? <Problem error={profile.error} onRetry={() => void profile.refetch()} /> : null}
      <div className={classes.page}>
        {profile.isPending ? <Skeleton height={240} /> : null}
        {profile.data ? (
          <>
            <PhotoPanel profile={profile.data} />
            <PersonPanel profile={profile.data} />
          </>
        ) : null}
        <PasswordPanel />
        <Panel title="Colour scheme" padded>
          <p className="dim" id="profile-scheme" style={{ marginBottom: 8 }}>
            Kept with your account, on every machine
          </p>
          <ColourSchemeControl labelledBy="profile-scheme" />
        </Panel>
        <MailPreferencesPanel />
        {profile.data && profile.data.role !== 'ROLE_GUEST' ? <AiTokenPanel /> : null}
      </div>
    </Page>
  );
}
