import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { organizationRoles } from '../domain/workspace-access.ts';
import { membersStore } from '../store/members.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** A user who can open a workspace. */
export interface WorkspacePerson {
  userId: string;
  name: string;
  email: string;
}

/**
 * createWorkspacePeople lists the users who can open a workspace: by a role, by its team, or as administrators of the
 * organization.
 */
export function createWorkspacePeople({ platform, users }: { platform: Platform; users: UserManagement }) {
  const { sql } = platform.database;
  return {
    /**
     * At most `most` users by name: those whose name or email contains one of the texts, or those with the given ids.
     * Empty if the workspace doesn't exist.
     */
    async list(
      { organizationId, projectId }: { organizationId: string; projectId: string },
      filter: { searchTerms?: readonly string[] | undefined; among?: readonly string[] | undefined; most: number },
    ): Promise<WorkspacePerson[]> {
      const { most, ...chosen } = filter;
      const workspace = await projectsStore.findOwn(sql, { organizationId, projectId });
      if (!workspace) return [];
      const members = await membersStore.list(sql, projectId);
      const who = {
        roles: organizationRoles,
        userIds: members.map(({ userId }) => userId),
        teamId: workspace.workspaceType === 'SHARED' ? workspace.teamId : undefined,
      };
      return users.listPeople(organizationId, { ...who, ...chosen }, most);
    },
  };
}
/** WorkspacePeople lists the users who can open a workspace. */
export type WorkspacePeople = ReturnType<typeof createWorkspacePeople>;
