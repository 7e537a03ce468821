import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { organizationRoles } from '../domain/workspace-access.ts';
import { membersStore } from '../store/members.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** A person who can open a workspace. */
export interface WorkspacePerson {
  userId: string;
  name: string;
  email: string;
}

/** createWorkspacePeople names those who can open a workspace: by a role, by its team, or as administrators of the organization. */
export function createWorkspacePeople({ platform, users }: { platform: Platform; users: UserManagement }) {
  const { sql } = platform.database;
  return {
    /** By name, at most `most`: those whose name or e-mail has one of the texts, or those among the given ids. Nobody where it is gone. */
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
/** WorkspacePeople names those who can open a workspace. */
export type WorkspacePeople = ReturnType<typeof createWorkspacePeople>;
