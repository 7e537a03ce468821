import { Popover, UnstyledButton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../shared/session/browser-session.ts';
import classes from './shell.module.css';

const load = () => import('./profile-panel.tsx');
const ProfilePanel = lazy(load);
// Loaded before the menu opens, so that its first control gets the focus.
const prepare = () => void load();

/** ProfileMenu names the signed-in user and holds the personal settings. */
export function ProfileMenu({ withTeam }: { withTeam: boolean }) {
  const account = useAccount();
  const letters = `${account.given_name.charAt(0)}${account.family_name.charAt(0)}` || account.email.charAt(0);
  const initials = letters.toUpperCase();
  return (
    <Popover width={260} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={`${initials}: profile of ${account.name}`}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {initials}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Profile">
        <Suspense>
          <ProfilePanel withTeam={withTeam} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
