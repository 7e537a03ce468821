import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceErrors } from '../errors.ts';
import { type MemberRow, membersStore } from '../store/members.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** A workspace as its members see it. */
export interface WorkspaceFacts {
  projectId: string;
  organizationId: string;
  projectName: string;
  workspaceType: 'PRIVATE' | 'SHARED';
  workspacePlan: 'FREE' | 'PRO';
  teamId: string;
}

/** NewMember is a user who gets a role in a workspace explicitly; `id` identifies the membership. */
export type NewMember = Pick<MemberRow, 'id' | 'projectId' | 'userId' | 'email' | 'role'>;

/**
 * createMembers manages explicit roles in workspaces. It doesn't check permissions: the calling services do, and change
 * members only after `lock`, in the same transaction.
 */
export function createMembers({ database }: Pick<Platform, 'database'>) {
  const assertOwnerLeft = async (sql: Sql, { projectId, id, role }: MemberRow) => {
    if (role === 'OWNER' && (await membersStore.countOtherOwners(sql, projectId, id)) === 0)
      throw new AppError(workspaceErrors.lastOwner);
  };
  return {
    list: (projectId: string, sql: Sql = database.sql) => membersStore.list(sql, projectId),
    find: (organizationId: string, id: string) => membersStore.find(database.sql, organizationId, id),
    count: membersStore.count,
    /** Names of workspaces of an organization, including those the caller can't open. */
    namesOf: (organizationId: string, projectIds: readonly string[]) =>
      projectsStore.namesOf(database.sql, organizationId, projectIds),
    /** Throws API_TESTING_PROJECT_NOT_FOUND if the workspace doesn't exist. */
    async lock(sql: Sql, organizationId: string, projectId: string): Promise<WorkspaceFacts> {
      const row = await membersStore.lock(sql, organizationId, projectId);
      if (!row) throw new AppError(workspaceErrors.projectNotFound);
      const { name: projectName, workspaceType, workspacePlan, teamId } = row;
      return { projectId, organizationId, projectName, workspaceType, workspacePlan, teamId };
    },
    add: (sql: Sql, member: NewMember) => membersStore.insert(sql, member),
    /** Throws API_TESTING_LAST_OWNER if the workspace would have no owner. */
    async setRole(sql: Sql, member: MemberRow, role: WorkspaceRole): Promise<void> {
      if (role !== 'OWNER') await assertOwnerLeft(sql, member);
      await membersStore.setRole(sql, member.id, role);
    },
    /** Throws API_TESTING_LAST_OWNER if the workspace would have no owner. */
    async remove(sql: Sql, member: MemberRow): Promise<void> {
      await assertOwnerLeft(sql, member);
      await membersStore.delete(sql, member.id);
    },
  };
}
/** Members manages explicit roles in workspaces. */
export type Members = ReturnType<typeof createMembers>;
