import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Actor, Members, Workspaces } from '../../workspaces/index.ts';
import { collaborationErrors } from '../errors.ts';
import { activityStore } from '../store/activity.store.ts';
import { type InvitationRow, invitationsStore } from '../store/invitations.store.ts';
import { topicOfInvitation } from './invitation-mail.ts';
import type { PeopleChanged } from './record-changes.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  members: Members;
  users: UserManagement;
  notify: Notify;
  peopleChanged: PeopleChanged;
}

/** Shared by both changes: notifies the person, and finds a pending invitation. */
function createShared({ platform, notify }: Needs) {
  const notifyPerson = (actor: Actor, { userId }: { userId: string }, title: string, projectId: string | null) =>
    notify({
      organizationId: actor.organizationId,
      userIds: userId === actor.userId ? [] : [userId],
      kind: 'workspace-access',
      title,
      text: '',
      ...(projectId && { link: `/api-testing/workspace?project=${projectId}` }),
    });

  const findInvitation = async (actor: Actor, id: string): Promise<InvitationRow> => {
    const row = await invitationsStore.find(platform.database.sql, actor.organizationId, id);
    if (row?.status !== 'PENDING') throw new AppError(collaborationErrors.collaboratorNotFound);
    return row;
  };
  return { notifyPerson, findInvitation };
}

/** createChangeRole changes the role of collaborators and open invitations. */
export function createChangeRole(needs: Needs) {
  const { platform, workspaces, members, peopleChanged } = needs;
  const { database } = platform;
  const { notifyPerson, findInvitation } = createShared(needs);
  return async (actor: Actor, collaborationId: string, role: WorkspaceRole): Promise<void> => {
    const member = await members.find(actor.organizationId, collaborationId);
    const { projectId, email } = member ?? (await findInvitation(actor, collaborationId));
    const { project } = await workspaces.open(actor, projectId, 'own');
    if (!member) await invitationsStore.update(database.sql, collaborationId, { role });
    else {
      await database.transaction(async (sql) => {
        await members.lock(sql, actor.organizationId, projectId);
        await members.setRole(sql, member, role);
      });
      await notifyPerson(actor, member, `You are now ${roleNames[role]} of ${project.name}`, projectId);
    }
    await platform.audit(actor, { action: 'collaborator.role-changed', target: projectId, detail: { email, role } });
    await peopleChanged(actor, projectId);
  };
}
/** ChangeRole changes a collaborator's role. */
export type ChangeRole = ReturnType<typeof createChangeRole>;

/** createRemovePeople removes people and revokes invitations. Everyone may leave. */
export function createRemovePeople(needs: Needs) {
  const { platform, workspaces, members, users, peopleChanged } = needs;
  const { database, mailer, clock } = platform;
  const { notifyPerson, findInvitation } = createShared(needs);
  const revoke = async (actor: Actor, row: InvitationRow): Promise<void> => {
    await invitationsStore.update(database.sql, row.id, { status: 'REMOVED', answeredAt: clock.now() });
    await mailer.forget(topicOfInvitation(row.id));
    await platform.audit(actor, {
      action: 'collaborator.invitation-revoked',
      target: row.projectId,
      detail: { email: row.email },
    });
  };
  /** Whether the person can still open a shared workspace as a member of its team. */
  const isStillInTeam = async (userId: string, project: { workspaceType: string; teamId: string }) =>
    project.workspaceType === 'SHARED' &&
    ((await users.findUser(userId))?.teams.some(({ teamId }) => teamId === project.teamId) ?? false);

  return async (actor: Actor, collaborationId: string): Promise<{ message: string; isStillInTeam: boolean }> => {
    const member = await members.find(actor.organizationId, collaborationId);
    if (!member) {
      const row = await findInvitation(actor, collaborationId);
      await workspaces.open(actor, row.projectId, 'own');
      await revoke(actor, row);
      return { message: 'Invitation revoked', isStillInTeam: false };
    }
    const { projectId, userId, email } = member;
    const isSelf = userId === actor.userId;
    const { project } = await workspaces.open(actor, projectId, isSelf ? 'view' : 'own');
    await database.transaction(async (sql) => {
      await members.lock(sql, actor.organizationId, projectId);
      await members.remove(sql, member);
      await invitationsStore.update(sql, member.id, { status: 'REMOVED', answeredAt: clock.now() });
      await activityStore.removePerson(sql, projectId, userId);
    });
    await platform.audit(actor, { action: 'collaborator.removed', target: projectId, detail: { email } });
    await notifyPerson(actor, member, `You were removed from ${project.name}`, null);
    await peopleChanged(actor, projectId);
    return {
      message: isSelf ? 'You left the workspace' : 'Collaborator removed',
      isStillInTeam: await isStillInTeam(userId, project),
    };
  };
}
/** RemovePeople removes a person or revokes an invitation. */
export type RemovePeople = ReturnType<typeof createRemovePeople>;

const roleNames: Record<WorkspaceRole, string> = { OWNER: 'an owner', EDITOR: 'an editor', VIEWER: 'a viewer' };
