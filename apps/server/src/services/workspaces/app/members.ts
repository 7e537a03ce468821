import type { WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceErrors } from '../errors.ts';
import { type MemberRow, membersStore } from '../store/members.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** A workspace as its people see it. */
export interface WorkspaceFacts {
  projectId: string;
  organizationId: string;
  projectName: string;
  workspaceType: 'PRIVATE' | 'SHARED';
  workspacePlan: 'FREE' | 'PRO';
  teamId: string;
}

/** NewMember is a person who gets a role in a workspace by name; `id` names the membership. */
export type NewMember = Pick<MemberRow, 'id' | 'projectId' | 'userId' | 'email' | 'role'>;

/**
 * createMembers keeps who has which role in a workspace by name. It asks nobody for permission: the services that use it do, and change
 * people only after `lock`, in the same transaction.
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
    /** Names of workspaces of an organization, also of those that the caller cannot open. */
    namesOf: (organizationId: string, projectIds: readonly string[]) =>
      projectsStore.namesOf(database.sql, organizationId, projectIds),
    /** Throws API_TESTING_PROJECT_NOT_FOUND where the workspace is gone. */
    async lock(sql: Sql, organizationId: string, projectId: string): Promise<WorkspaceFacts> {
      const row = await membersStore.lock(sql, organizationId, projectId);
      if (!row) throw new AppError(workspaceErrors.projectNotFound);
      const { name: projectName, workspaceType, workspacePlan, teamId } = row;
      return { projectId, organizationId, projectName, workspaceType, workspacePlan, teamId };
    },
    add: (sql: Sql, member: NewMember) => membersStore.insert(sql, member),
    /** Throws API_TESTING_LAST_OWNER where nobody would own the workspace. */
    async setRole(sql: Sql, member: MemberRow, role: WorkspaceRole): Promise<void> {
      if (role !== 'OWNER') await assertOwnerLeft(sql, member);
      await membersStore.setRole(sql, member.id, role);
    },
    /** Throws API_TESTING_LAST_OWNER where nobody would own the workspace. */
    async remove(sql: Sql, member: MemberRow): Promise<void> {
      await assertOwnerLeft(sql, member);
      await membersStore.delete(sql, member.id);
    },
  };
}
/** Members keeps who has which role in a workspace by name. */
export type Members = ReturnType<typeof createMembers>;
