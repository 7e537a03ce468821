import { ActionIcon, Menu } from '@mantine/core';
import type { Organization } from '@touchstone/contracts/user-management';
import { EllipsisVertical } from 'lucide-react';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { useOrganizationMutations } from '../api/organizations.mutations.ts';

export type OrganizationAction = 'upgrade' | 'extend' | 'licences';

interface Props {
  organization: Organization;
  onAct: (action: OrganizationAction) => void;
}

/** OrganizationMenu are actions on an organization; only the super administrator changes it. */
export function OrganizationMenu({ organization, onAct }: Props) {
  const { organizationId: orgId, organizationName, active, login, userCount } = organization;
  const { role } = useAccount();
  const { setActive } = useOrganizationMutations();
  const deactivate = () =>
    confirmAction({
      title: `Deactivate ${organizationName}?`,
      message: `${userCount === 1 ? 'Its user is' : `Its ${userCount} users are`} signed out and can no longer sign in. Everything stays, and you can let them in again.`,
      confirm: 'Deactivate organization',
      onConfirm: async () => {
        await setActive.mutateAsync({ orgId, active: false });
        toast('success', `${organizationName} is deactivated.`);
      },
    });
  const activate = () =>
    setActive.mutate(
      { orgId, active: true },
      { onSuccess: () => toast('success', `${organizationName} is let in again.`), onError: toastError },
    );
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${organizationName}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAct('licences')}>Licences by status</Menu.Item>
        {role === 'ROLE_SUPERADMIN' ? (
          <>
            {login ? <Menu.Item onClick={() => onAct('upgrade')}>Change plan…</Menu.Item> : null}
            <Menu.Item onClick={() => onAct('extend')}>Extend period…</Menu.Item>
            <Menu.Divider />
            {active ? (
              <Menu.Item onClick={deactivate}>Deactivate…</Menu.Item>
            ) : (
              <Menu.Item onClick={activate}>Activate</Menu.Item>
            )}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
