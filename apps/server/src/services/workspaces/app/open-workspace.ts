import { gather } from '../../../platform/database/reads/gather.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertRole, type Need, seesWholeOrganization, workspaceRole } from '../domain/workspace-access.ts';
import { type ProjectRow, type ProjectScope, projectsStore } from '../store/projects.store.ts';
import type { Actor } from './actor.ts';

/** scopeOf returns which workspaces a caller may see at all. */
export const scopeOf = (actor: Actor): ProjectScope => ({
  organizationId: actor.organizationId,
  userId: actor.userId,
  teamIds: seesWholeOrganization(actor.role) ? undefined : actor.teamIds,
});

/** roleIn returns a caller's role in a workspace, if any. */
export const roleIn = (actor: Actor, row: ProjectRow) =>
  workspaceRole(actor, { ...row.project, memberRole: row.memberRole });

/**
 * OpenWorkspace opens a workspace if the caller's role in it is sufficient. The single place where workspace roles, and
 * the licence of the workspace's service, are enforced.
 */
export type OpenWorkspace = (actor: Actor, projectId: string, need: Need) => Promise<ProjectRow>;

type FindProject = (asked: ProjectScope & { projectId: string }) => Promise<ProjectRow | undefined>;

/** createFindProject finds existing workspaces. Every call opens one, so concurrent lookups are batched. */
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
