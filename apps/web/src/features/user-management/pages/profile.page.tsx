import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@touchstone/contracts/user-management';
import type { ReactNode } from 'react';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { ColourSchemeControl } from '../../../ui/colour-scheme-control.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Sections } from '../../../ui/sections.tsx';
import { MailPreferencesPanel } from '../../notifications/index.ts';
import { profileQuery } from '../api/profile.queries.ts';
import { AiTokenPanel } from '../components/ai-token-panel.tsx';
import { PasswordPanel } from '../components/password-panel.tsx';
import { PersonPanel } from '../components/person-panel.tsx';
import { PhotoPanel } from '../components/photo-panel.tsx';
import { roleName } from '../model/user-text.ts';

/** ProfilePage manages the user's own account. */
export function ProfilePage() {
  const profile = useQuery(profileQuery);
  const { role } = useAccount();
  const meta = profile.data ? `${roleName(profile.data.role)} of ${profile.data.organizationName}` : '\u00a0';
  const ofProfile = (title: string, height: number, show: (profile: Profile) => ReactNode) => ({
    title,
    content: profile.data ? (
      show(profile.data)
    ) : (
      <Panel title={title} padded>
        <Skeleton height={height} />
      </Panel>
    ),
  });
  return (
    <Page title="Profile" meta={meta} kind="settings">
      {profile.isError ? <Problem error={profile.error} onRetry={() => void profile.refetch()} /> : null}
      <Sections
        sections={[
          ...(profile.isError
            ? []
            : [
                ofProfile('Photo', 64, (data) => <PhotoPanel profile={data} />),
                ofProfile('Personal details', 202, (data) => <PersonPanel profile={data} />),
              ]),
          { title: 'Password', content: <PasswordPanel /> },
          { title: 'Colour scheme', content: <ColourSchemePanel /> },
          { title: 'E-mails', content: <MailPreferencesPanel /> },
          ...(role === 'ROLE_GUEST' ? [] : [{ title: 'AI token', content: <AiTokenPanel /> }]),
        ]}
      />
    </Page>
  );
}

function ColourSchemePanel() {
  return (
    <Panel title="Colour scheme" padded>
      <p className="dim" id="profile-scheme" style={{ marginBottom: 8 }}>
        Saved with your account, for every device
      </p>
      <ColourSchemeControl labelledBy="profile-scheme" />
    </Panel>
  );
}
