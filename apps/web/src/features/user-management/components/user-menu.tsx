import { ActionIcon, Menu } from '@mantine/core';
import type { OrganizationUser } from '@touchstone/contracts/user-management';
import { EllipsisVertical } from 'lucide-react';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { useUserMutations } from '../api/users.mutations.ts';
import { fullName, isAssignable } from '../model/user-text.ts';

/** UserMenu are actions on a user; hidden for accounts that only a super administrator may change. */
export function UserMenu({ user, onEdit, onLink }: { user: OrganizationUser; onEdit: () => void; onLink: () => void }) {
  const account = useAccount();
  const { setActive, resend, remove } = useUserMutations();
  const { userId, login, active, activated } = user;
  const name = fullName(user);
  if (!isAssignable(user.role) && account.role !== 'ROLE_SUPERADMIN') return null;
  const isOneself = userId === account.userId;
  const deactivate = () =>
    confirmAction({
      title: `Deactivate ${name}?`,
      message: `${login} is signed out everywhere and can no longer sign in. What they made stays, and you can let them in again.`,
      confirm: 'Deactivate user',
      onConfirm: async () => {
        await setActive.mutateAsync({ login, active: false });
        toast('success', `${name} is deactivated.`);
      },
    });
  const activate = () =>
    setActive.mutate(
      { login, active: true },
      { onSuccess: () => toast('success', `${name} can sign in again.`), onError: toastError },
    );
  const askDelete = () =>
    confirmAction({
      title: `Delete ${name}?`,
      message: `The account of ${login} is deleted and its licences become free. What they made stays.`,
      confirm: 'Delete user',
      onConfirm: async () => toast('success', (await remove.mutateAsync(userId)).message),
    });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit…</Menu.Item>
        {activated ? null : (
          <>
            <Menu.Item
              onClick={() =>
                resend.mutate(login, { onSuccess: ({ message }) => toast('success', message), onError: toastError })
              }
            >
              Resend invitation
            </Menu.Item>
            <Menu.Item onClick={onLink}>Copy invitation link…</Menu.Item>
          </>
        )}
        {isOneself ? null : (
          <>
            <Menu.Divider />
            {active ? (
              <Menu.Item onClick={deactivate}>Deactivate…</Menu.Item>
            ) : (
              <Menu.Item onClick={activate}>Activate</Menu.Item>
            )}
            <Menu.Item onClick={askDelete}>Delete…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
