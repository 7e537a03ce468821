import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { AnswerInvitations } from '../app/answer-invitations.ts';
import type { ChangeRole, RemovePeople } from '../app/change-people.ts';
import type { WorkspacePresence } from '../app/presence.ts';
import type { SendInvitations } from '../app/send-invitations.ts';
import type { ShowPeople } from '../app/show-people.ts';

const calls = collaborationRoutes;

interface UseCases {
  send: SendInvitations;
  answer: AnswerInvitations;
  showPeople: ShowPeople;
  changeRole: ChangeRole;
  remove: RemovePeople;
  presence: WorkspacePresence;
}

export function addCollaborationRoutes(
  registrar: Registrar,
  { send, answer, showPeople, changeRole, remove, presence }: UseCases,
): void {
  registrar.add(calls.listInvites, ({ caller, query: { page, size, ...filter } }) =>
    answer.list(caller, filter, { page, size }),
  );
  registrar.add(calls.validateInvitation, ({ caller, query }) => answer.validate(caller, query.token));
  registrar.add(calls.acceptInvite, ({ caller, body }) => answer.accept(caller, body));
  registrar.add(calls.declineInvite, async ({ caller, body }) => {
    await answer.decline(caller, body);
    return { message: 'Invitation declined' };
  });
  registrar.add(calls.sendInvite, ({ caller, body }) => send.send(caller, body));
  registrar.add(calls.resendInvite, ({ caller, body }) => send.resend(caller, body));
  registrar.add(calls.listCollaborators, ({ caller, query }) => showPeople.list(caller, query.projectId));
  registrar.add(calls.updateRole, async ({ caller, body }) => {
    await changeRole(caller, body.collaborationId, body.newRole);
    return { message: 'Role changed' };
  });
  registrar.add(calls.removeUser, ({ caller, body }) => remove(caller, body.collaborationId));
  registrar.add(calls.recordLastActive, ({ caller, body }) => presence.record(caller, body));
}
