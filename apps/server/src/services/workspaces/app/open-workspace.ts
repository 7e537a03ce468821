import { gather } from '../../../platform/database/reads/gather.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertRole, type Need, seesWholeOrganization, workspaceRole } from '../domain/workspace-access.ts';
import { type ProjectRow, type ProjectScope, projectsStore } from '../store/projects.store.ts';
import type { Actor } from './actor.ts';

/** scopeOf says which workspaces a caller may see at all. */
export const scopeOf = (actor: Actor): ProjectScope => ({
  organizationId: actor.organizationId,
  userId: actor.userId,
  teamIds: seesWholeOrganization(actor.role) ? undefined : actor.teamIds,
});

/** roleIn is the role of a caller in a workspace, where there is one. */
export const roleIn = (actor: Actor, row: ProjectRow) =>
  workspaceRole(actor, { ...row.project, memberRole: row.memberRole });

/** OpenWorkspace opens a workspace where the caller's role in it is enough: the one place where workspace roles are enforced, and the licence of the service that the workspace is of. */
export type OpenWorkspace = (actor: Actor, projectId: string, need: Need) => Promise<ProjectRow>;

type FindProject = (asked: ProjectScope & { projectId: string }) => Promise<ProjectRow | undefined>;

/** createFindProject finds workspaces that are there. Every call opens one: what many callers ask for at once is found together. */
export const createFindProject = ({ database }: Platform): FindProject =>
  gather((asked: readonly Parameters<FindProject>[0][]) => projectsStore.findEach(database.sql, asked));

export const createOpenWorkspace =
  ({ callRules }: Platform, find: FindProject): OpenWorkspace =>
  async (actor, projectId, need) => {
    const row = await find({ ...scopeOf(actor), projectId });
    const role = row && roleIn(actor, row);
    assertRole(role, 'view');
    const opened = row as ProjectRow;
    const { workspaceAccess: access } = actor;
    if (access) await callRules.assert({ service: opened.project.service, access }, actor);
    assertRole(role, need);
    if (need !== 'view') actor.openedForChange?.add(projectId);
    return opened;
  };
