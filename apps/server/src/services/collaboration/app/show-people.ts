import type { Collaborator, People } from '@touchstone/contracts/collaboration';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { type Actor, type Members, roleIn, type Workspaces } from '../../workspaces/index.ts';
import { statusAt } from '../domain/invitation.ts';
import { activityStore } from '../store/activity.store.ts';
import { type InvitationRow, invitationsStore } from '../store/invitations.store.ts';
import type { Capacity } from './capacity.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  members: Members;
  users: UserManagement;
  capacity: Capacity;
}
type Member = Awaited<ReturnType<Members['list']>>[number];

/** createShowPeople shows the people of a workspace, and to owners its invitations. */
export function createShowPeople({ platform, workspaces, members, users, capacity }: Needs) {
  const { mailer, clock } = platform;
  const db = platform.database.sql;

  const present = async (
    organizationId: string,
    projectId: string,
    { rows, pending }: { rows: readonly Member[]; pending: readonly InvitationRow[] },
  ): Promise<Collaborator[]> => {
    const ids = [...rows, ...pending].map(({ userId }) => userId);
    const [known, active, inviters] = await Promise.all([
      users.listUsersByIds(organizationId, ids),
      activityStore.listActive(db, projectId),
      invitationsStore.listInviters(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    const names = new Map(known.map(({ userId, name }) => [userId, name]));
    const now = clock.now();
    const joined = rows.map(
      (row): Collaborator => ({
        collaborationId: row.id,
        userId: row.userId,
        userEmail: row.email,
        name: names.get(row.userId) ?? row.email,
        role: row.role,
        status: 'ACCEPTED',
        invitedByName: inviters.get(row.id) ?? null,
        addedAt: row.addedAt.toISOString(),
        expiresAt: null,
        lastActiveAt: active.get(row.userId)?.toISOString() ?? null,
        sharedWalletId: projectId,
      }),
    );
    const invited = pending.map(
      (row): Collaborator => ({
        collaborationId: row.id,
        userId: row.userId,
        userEmail: row.email,
        name: names.get(row.userId) ?? row.email,
        role: row.role,
        status: statusAt(row, now),
        invitedByName: row.invitedByName,
        addedAt: row.invitedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        lastActiveAt: null,
        sharedWalletId: projectId,
      }),
    );
    return [...joined, ...invited];
  };

  return {
    async list(actor: Actor, projectId: string): Promise<People> {
      const opened = await workspaces.open(actor, projectId, 'view');
      const { organizationId, name: projectName, workspaceType, workspacePlan, teamId } = opened.project;
      const role = roleIn(actor, opened) ?? 'VIEWER';
      const [rows, pending, teams, used, limit] = await Promise.all([
        members.list(projectId),
        role === 'OWNER' ? invitationsStore.listPending(db, projectId) : [],
        users.listTeams(organizationId, [teamId]),
        capacity.count(db, projectId),
        workspacePlan === 'FREE' ? capacity.freeLimit(organizationId) : null,
      ]);
      return {
        projectId,
        projectName,
        workspaceType,
        workspacePlan,
        teamName: teams[0]?.teamName ?? '',
        role,
        collaborators: await present(organizationId, projectId, { rows, pending }),
        collaboratorCount: used,
        collaboratorLimit: limit,
        isMailed: !mailer.local,
      };
    },
  };
}
/** ShowPeople shows the people of a workspace. */
export type ShowPeople = ReturnType<typeof createShowPeople>;
