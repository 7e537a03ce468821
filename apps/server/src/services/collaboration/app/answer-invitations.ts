import { administrators } from '@touchstone/contracts';
import type { CollaborationStatus, Invitation } from '@touchstone/contracts/collaboration';
import { collaborationMessages } from '@touchstone/contracts/collaboration';
import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Members } from '../../workspaces/index.ts';
import { statusAt } from '../domain/invitation.ts';
import { collaborationErrors } from '../errors.ts';
import { type InvitationRow, invitationsStore } from '../store/invitations.store.ts';
import type { Capacity } from './capacity.ts';
import { tokenHashOf } from './invitation-links.ts';
import { topicOfInvitation } from './invitation-mail.ts';
import type { PeopleChanged } from './record-changes.ts';

interface Needs {
  platform: Platform;
  members: Members;
  capacity: Capacity;
  peopleChanged: PeopleChanged;
}

/** Identifies an invitation of the caller. */
interface Named {
  collaborationId?: string | undefined;
  token?: string | undefined;
}

/** Validates and stores an invitee's answer. */
function createAnswer({ platform: { clock }, members }: Pick<Needs, 'platform' | 'members'>) {
  const assertOpen = (row: InvitationRow): void => {
    if (row.status !== 'PENDING') throw new AppError(collaborationErrors.invitationAnswered);
    if (statusAt(row, clock.now()) === 'EXPIRED')
      throw new AppError(collaborationErrors.invitationExpired, { params: { who: row.invitedByName } });
  };
  /** Of concurrent answers only one counts. Releases the invitation's place in the limit. */
  const answer = async (
    sql: Sql,
    actor: Actor,
    { id, projectId }: Pick<InvitationRow, 'id' | 'projectId'>,
    status: 'ACCEPTED' | 'DECLINED',
  ) => {
    const workspace = await members.lock(sql, actor.organizationId, projectId);
    const row = await invitationsStore.find(sql, actor.organizationId, id);
    if (!row) throw new AppError(collaborationErrors.invitationNotFound);
    if (status === 'ACCEPTED') assertOpen(row);
    else if (row.status !== 'PENDING') throw new AppError(collaborationErrors.invitationAnswered);
    await invitationsStore.update(sql, id, { status, answeredAt: clock.now() });
    return { workspace, row };
  };
  return { assertOpen, answer };
}

/** createAnswerInvitations lets users see and answer their invitations. */
export function createAnswerInvitations({ platform, members, capacity, peopleChanged }: Needs) {
  const { database, clock, mailer } = platform;
  const { assertOpen, answer } = createAnswer({ platform, members });
  const db = database.sql;

  const findOwn = async (actor: Actor, { collaborationId, token }: Named): Promise<InvitationRow> => {
    const row =
      token === undefined
        ? await invitationsStore.find(db, actor.organizationId, collaborationId ?? '')
        : await invitationsStore.findByToken(db, tokenHashOf(token));
    // Ids aren't secret, so another user's invitation is not found; whoever has the token knows it from the link.
    if (!row || (token === undefined && row.userId !== actor.userId) || row.status === 'REMOVED')
      throw new AppError(collaborationErrors.invitationNotFound);
    if (row.userId !== actor.userId || row.organizationId !== actor.organizationId)
      throw new AppError(collaborationErrors.invitationOfOther);
    return row;
  };
  /** Excludes invitations whose workspace has been deleted. */
  const present = async (organizationId: string, rows: readonly InvitationRow[]): Promise<Invitation[]> => {
    const names = await members.namesOf(organizationId, [...new Set(rows.map(({ projectId }) => projectId))]);
    const now = clock.now();
    return rows.flatMap((row) => {
      const projectName = names.get(row.projectId);
      if (projectName === undefined) return [];
      return {
        collaborationId: row.id,
        projectId: row.projectId,
        projectName,
        userEmail: row.email,
        role: row.role,
        status: statusAt(row, now),
        invitedByName: row.invitedByName,
        invitedAt: row.invitedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      };
    });
  };

  return {
    async list(
      actor: Actor,
      { userEmail, status }: { userEmail?: string | undefined; status?: CollaborationStatus | undefined },
      page: { page: number; size: number },
    ) {
      const email = (userEmail ?? actor.email).trim().toLowerCase();
      const isAdministrator = administrators.some((role) => role === actor.role);
      if (email !== actor.email && !isAdministrator) throw new AppError(collaborationErrors.otherAddress);
      const { organizationId } = actor;
      const filter = { organizationId, email, status, now: clock.now() };
      const { rows, totalElements } = await invitationsStore.page(db, filter, page);
      return { content: await present(organizationId, rows), totalElements, ...page };
    },
    /** Throws if the link is unknown, expired, answered, or another user's. */
    async validate(actor: Actor, token: string): Promise<Invitation> {
      const row = await findOwn(actor, { token });
      assertOpen(row);
      const [shown] = await present(actor.organizationId, [row]);
      if (!shown) throw new AppError(collaborationErrors.invitationNotFound);
      return shown;
    },
    async accept(
      actor: Actor,
      named: Named,
    ): Promise<{ message: string; projectId: string; projectName: string; role: WorkspaceRole }> {
      const { id, projectId } = await findOwn(actor, named);
      const limit = await capacity.freeLimit(actor.organizationId);
      const { projectName, role } = await database.transaction(async (sql) => {
        const { workspace, row } = await answer(sql, actor, { id, projectId }, 'ACCEPTED');
        await capacity.assertRoom(sql, workspace, { limit, full: collaborationErrors.freeWorkspaceFullForInvitee });
        await members.add(sql, { id, projectId, userId: actor.userId, email: row.email, role: row.role });
        return { projectName: workspace.projectName, role: row.role };
      });
      await mailer.forget(topicOfInvitation(id));
      await platform.audit(actor, { action: 'collaborator.joined', target: projectId, detail: { role } });
      await peopleChanged(actor, projectId);
      return { message: collaborationMessages.accepted, projectId, projectName, role };
    },
    async decline(actor: Actor, named: Named): Promise<void> {
      const own = await findOwn(actor, named);
      const { row } = await database.transaction((sql) => answer(sql, actor, own, 'DECLINED'));
      await mailer.forget(topicOfInvitation(row.id));
      await platform.audit(actor, { action: 'collaborator.declined', target: row.projectId });
      await peopleChanged(actor, row.projectId);
    },
  };
}
/** AnswerInvitations lets users see and answer their invitations. */
export type AnswerInvitations = ReturnType<typeof createAnswerInvitations>;
