import type { Collaborator, SentInvitation } from '@touchstone/contracts/collaboration';
import type { Project } from '@touchstone/contracts/workspaces';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { apiTestingPaths } from '../../api-testing/index.ts';
import { usePeopleMutations } from '../api/collaboration.mutations.ts';
import { LinksDialog } from './links-dialog.tsx';
import type { PeopleActions } from './people-columns.tsx';

const newLinkNote = 'This link replaces the earlier one. Only this account can use it.';

/** usePeopleActions returns owners' actions on the people of a workspace, and everyone's on themselves. */
export function usePeopleActions(project: Project): {
  actions: Omit<PeopleActions, 'isHere'>;
  dialog: ReactNode;
} {
  const { userId: ownId } = useAccount();
  const navigate = useNavigate();
  const { setRole, resend, remove } = usePeopleMutations(project.projectId);
  const [link, setLink] = useState<SentInvitation | null>(null);
  const isOwner = project.role === 'OWNER';

  const onRemove = (person: Collaborator) => {
    const { collaborationId, name, status, userId } = person;
    const isSelf = userId === ownId && status === 'ACCEPTED';
    const isInvited = status !== 'ACCEPTED';
    confirmAction({
      title: isInvited
        ? `Revoke the invitation of ${name}?`
        : isSelf
          ? `Leave ${project.projectName}?`
          : `Remove ${name} from ${project.projectName}?`,
      message: isInvited
        ? 'The invitation link stops working.'
        : isSelf
          ? 'You lose your role in this workspace. An owner can invite you again.'
          : 'The workspace closes for this person at once. What they made stays.',
      confirm: isInvited ? 'Revoke invitation' : isSelf ? 'Leave workspace' : 'Remove from workspace',
      onConfirm: async () => {
        const { message, isStillInTeam } = await remove.mutateAsync(collaborationId);
        if (isStillInTeam)
          toast(
            'info',
            `${isSelf ? 'You still open' : `${name} still opens`} this shared workspace as a member of its team.`,
          );
        else toast('success', `${message}.`);
        if (isSelf && !isStillInTeam) await navigate(apiTestingPaths.workspace());
      },
    });
  };
  const newLink = (person: Collaborator, mail: boolean) =>
    resend
      .mutateAsync({ collaborationId: person.collaborationId, mail })
      .then((sent) =>
        sent.isMailed ? toast('success', `The invitation to ${person.userEmail} is sent.`) : setLink(sent),
      )
      .catch(toastError);
  return {
    actions: {
      isOwner,
      ownId,
      onRole: ({ collaborationId }, newRole) => setRole.mutate({ collaborationId, newRole }, { onError: toastError }),
      onResend: (person) => void newLink(person, true),
      onCopy: (person) => void newLink(person, false),
      onRemove,
    },
    dialog: link ? <LinksDialog invitations={[link]} note={newLinkNote} onClose={() => setLink(null)} /> : null,
  };
}
