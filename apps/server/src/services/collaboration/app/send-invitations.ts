import type { SentInvitation } from '@touchstone/contracts/collaboration';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Notify } from '../../notifications/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Actor, Members, WorkspaceFacts, Workspaces } from '../../workspaces/index.ts';
import { secondsUntilMail, statusAt } from '../domain/invitation.ts';
import { collaborationErrors } from '../errors.ts';
import { type InvitationRow, invitationsStore } from '../store/invitations.store.ts';
import type { Capacity } from './capacity.ts';
import { newLink } from './invitation-links.ts';
import { invitationMail, topicOfInvitation } from './invitation-mail.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  members: Members;
  users: UserManagement;
  capacity: Capacity;
  notify: Notify;
}

interface Failure {
  userEmail: string;
  code: string;
  message: string;
}

type Mailed = Pick<InvitationRow, 'id' | 'email' | 'userId' | 'organizationId'>;

/** Mails the link of an invitation. */
const createMail =
  ({ platform: { mailer }, users }: Needs) =>
  async (
    { id, email, userId, organizationId }: Mailed,
    facts: { inviteUrl: string; projectName: string; invitedBy: string },
  ) => {
    const user = await users.findUser(userId);
    if (!user) return;
    const text = invitationMail(user, { ...facts, url: facts.inviteUrl });
    await mailer.send({ to: email, organizationId, topic: topicOfInvitation(id), ...text });
  };

/** Invites one person to a workspace that the caller owns. */
function createInvite(needs: Needs) {
  const { platform, members, users, capacity, notify } = needs;
  const { database, mailer, clock } = platform;
  const mail = createMail(needs);
  const findPerson = async (actor: Actor, email: string) => {
    const user = await users.findUserByEmail(email);
    if (!user?.active || user.organizationId !== actor.organizationId)
      throw new AppError(collaborationErrors.unknownPerson, { params: { email } });
    return user;
  };
  return async (
    actor: Actor,
    { projectId, email, role, limit }: { projectId: string; email: string; role: WorkspaceRole; limit: number | null },
  ): Promise<SentInvitation> => {
    const user = await findPerson(actor, email);
    const { inviteUrl, stored } = newLink(platform);
    const now = clock.now();
    const id = newId();
    const workspace = await database.transaction(async (sql): Promise<WorkspaceFacts> => {
      const locked = await members.lock(sql, actor.organizationId, projectId);
      if ((await members.list(projectId, sql)).some(({ userId }) => userId === user.userId))
        throw new AppError(collaborationErrors.alreadyMember, { params: { email } });
      const earlier = await invitationsStore.findPending(sql, projectId, user.userId);
      if (earlier && statusAt(earlier, now) === 'PENDING')
        throw new AppError(collaborationErrors.alreadyInvited, { params: { email } });
      if (earlier) await invitationsStore.update(sql, earlier.id, { status: 'REMOVED', answeredAt: now });
      await capacity.assertRoom(sql, locked, { limit, full: collaborationErrors.freeWorkspaceFull });
      await invitationsStore.insert(sql, {
        id,
        organizationId: actor.organizationId,
        projectId,
        userId: user.userId,
        email: user.email,
        role,
        status: 'PENDING',
        invitedBy: actor.userId,
        invitedByName: actor.name,
        invitedAt: now,
        ...stored,
      });
      return locked;
    });
    const { projectName } = workspace;
    const invited = { id, email: user.email, userId: user.userId, organizationId: actor.organizationId };
    await mail(invited, { inviteUrl, projectName, invitedBy: actor.name });
    await notify({
      organizationId: actor.organizationId,
      userIds: [user.userId],
      kind: 'workspace-invitation',
      title: `${actor.name} invites you to ${projectName}`,
      text: 'Accept the invitation to open the workspace.',
      link: '/collaboration-invite',
      onceKey: `invitation ${id}`,
    });
    await platform.audit(actor, {
      action: 'collaborator.invited',
      target: projectId,
      detail: { email: user.email, role },
    });
    return {
      collaborationId: id,
      userEmail: user.email,
      inviteUrl,
      expiresAt: stored.expiresAt.toISOString(),
      isMailed: !mailer.local,
    };
  };
}

/** createSendInvitations lets owners invite people to workspaces. */
export function createSendInvitations(needs: Needs) {
  const { platform, workspaces, members, capacity } = needs;
  const { database, mailer, clock } = platform;
  const inviteOne = createInvite(needs);
  const mail = createMail(needs);

  return {
    /** Invites each address separately. Throws the first refusal if none could be invited. */
    async send(
      actor: Actor,
      { projectId, userEmails, role }: { projectId: string; userEmails: readonly string[]; role: WorkspaceRole },
    ): Promise<{ invited: SentInvitation[]; failed: Failure[] }> {
      await workspaces.open(actor, projectId, 'own');
      const limit = await capacity.freeLimit(actor.organizationId);
      const invited: SentInvitation[] = [];
      const refusals: AppError[] = [];
      const failed: Failure[] = [];
      for (const email of userEmails) {
        try {
          invited.push(await inviteOne(actor, { projectId, email, role, limit }));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refusals.push(error);
          failed.push({ userEmail: email, code: error.code, message: error.message });
        }
      }
      if (!invited.length && refusals[0]) throw refusals[0];
      return { invited, failed };
    },
    /** Creates a new link; the old one becomes invalid. */
    async resend(
      actor: Actor,
      { collaborationId, mail: isWanted }: { collaborationId: string; mail: boolean },
    ): Promise<SentInvitation> {
      const row = await invitationsStore.find(database.sql, actor.organizationId, collaborationId);
      if (!row) throw new AppError(collaborationErrors.invitationNotFound);
      const { project } = await workspaces.open(actor, row.projectId, 'own');
      if (row.status !== 'PENDING') throw new AppError(collaborationErrors.invitationNotFound);
      const seconds = isWanted ? secondsUntilMail(row, clock.now()) : 0;
      if (seconds > 0) throw new AppError(collaborationErrors.mailedLately, { params: { email: row.email, seconds } });
      const { inviteUrl, stored } = newLink(platform);
      const limit = await capacity.freeLimit(actor.organizationId);
      await database.transaction(async (sql) => {
        const locked = await members.lock(sql, actor.organizationId, row.projectId);
        // An expired one didn't take up a place.
        if (statusAt(row, clock.now()) === 'EXPIRED')
          await capacity.assertRoom(sql, locked, { limit, full: collaborationErrors.freeWorkspaceFull });
        await invitationsStore.update(sql, row.id, stored);
      });
      await mailer.forget(topicOfInvitation(row.id));
      const isMailed = isWanted && !mailer.local;
      if (isWanted) await mail(row, { inviteUrl, projectName: project.name, invitedBy: actor.name });
      await platform.audit(actor, {
        action: 'collaborator.invitation-renewed',
        target: row.projectId,
        detail: { email: row.email, isMailed },
      });
      return {
        collaborationId: row.id,
        userEmail: row.email,
        inviteUrl,
        expiresAt: stored.expiresAt.toISOString(),
        isMailed,
      };
    },
  };
}
/** SendInvitations lets owners invite people to workspaces. */
export type SendInvitations = ReturnType<typeof createSendInvitations>;
