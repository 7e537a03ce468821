import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notificationKinds } from '@touchstone/contracts/notifications';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { mailPreferencesQuery, useSetMailPreference } from '../api/notifications.queries.ts';
import classes from './notifications.module.css';

/** MailPreferencesPanel selects which notifications are also mailed. */
export function MailPreferencesPanel() {
  const { role } = useAccount();
  const isAdministrator = role === 'ROLE_ADMIN' || role === 'ROLE_SUPERADMIN';
  const preferences = useQuery(mailPreferencesQuery);
  const set = useSetMailPreference();
  return (
    <Panel title="E-mail me when…" padded>
      {preferences.isError ? <Problem error={preferences.error} onRetry={() => void preferences.refetch()} /> : null}
      {preferences.isPending ? <Skeleton height={140} /> : null}
      <div className={classes.switches}>
        {preferences.data
          ?.map((row) => ({ ...row, ...kindOf(row.kind) }))
          .filter(({ isForAdministrators }) => isAdministrator || !isForAdministrators)
          .map(({ kind, label, isMailed }) => (
            <Switch
              key={kind}
              label={label}
              checked={isMailed}
              onChange={(event) => set.mutate({ kind, isMailed: event.currentTarget.checked })}
            />
          ))}
      </div>
    </Panel>
  );
}

function kindOf(kind: keyof typeof notificationKinds): { label: string; isForAdministrators: boolean } {
  const known = notificationKinds[kind];
  return { label: known.label, isForAdministrators: 'isForAdministrators' in known };
}
