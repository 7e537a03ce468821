import type { Project } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Caller } from '../../../../platform/http/caller.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import {
  assertRole,
  type Need,
  seesWholeOrganization,
  workspaceRole,
} from '../../domain/workspaces/workspace-access.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type WorkspaceDeleted, workspaceDeleted } from '../../events.ts';
import { type ProjectRow, type ProjectScope, projectsStore } from '../../store/projects.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';

/** What every use case needs to know of who acts. */
export type Actor = Pick<
  Caller,
  'userId' | 'email' | 'name' | 'role' | 'organizationId' | 'plan' | 'teamIds' | 'teamId' | 'requestId' | 'address'
>;

/** A caller has more than is stored of who acts. */
const actorOf = ({ userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address }: Actor) => ({
  userId,
  email,
  name,
  role,
  organizationId,
  plan,
  teamIds,
  teamId,
  requestId,
  address,
});

/** scopeOf is which workspaces somebody sees. */
export const scopeOf = (actor: Actor): ProjectScope => ({
  organizationId: actor.organizationId,
  userId: actor.userId,
  teamIds: seesWholeOrganization(actor.role) ? undefined : actor.teamIds,
});

/** Workspaces opens workspaces, suites and scripts for a caller: the one place where workspace roles are enforced. */
export function createWorkspaces(needs: { platform: Platform; runs: Runs }) {
  const { platform, runs } = needs;
  const { database } = platform;

  const toProject = (
    row: ProjectRow,
    actor: Actor,
    members: { projectId: string; email: string; role: Project['role'] }[],
  ): Project => {
    const role = workspaceRole(actor, { teamId: row.project.teamId, memberRole: row.memberRole });
    assertRole(role, 'view');
    const { id, name, description, workspaceType, workspacePlan, teamId, createdAt, updatedAt } = row.project;
    return {
      projectId: id,
      projectName: name,
      projectDescription: description,
      workspaceType,
      workspacePlan,
      teamId,
      role,
      suiteCount: row.suiteCount,
      scriptCount: row.scriptCount,
      collaborations: members
        .filter((member) => member.projectId === id)
        .map(({ email, role: memberRole }) => ({ email, role: memberRole })),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  };

  /** Opens a workspace where the caller's role in it is enough. */
  const open = async (actor: Actor, projectId: string, need: Need): Promise<ProjectRow> => {
    const row = await projectsStore.find(database.sql, scopeOf(actor), projectId);
    assertRole(row && workspaceRole(actor, { teamId: row.project.teamId, memberRole: row.memberRole }), need);
    return row as ProjectRow;
  };

  const view = async (actor: Actor, projectId: string): Promise<Project> => {
    const row = await open(actor, projectId, 'view');
    return toProject(row, actor, await projectsStore.listMembers(database.sql, [projectId]));
  };

  const nameTaken = (error: unknown): never => {
    if (isUniqueViolation(error, 'project_name')) throw new AppError(apiTestingErrors.projectNameTaken);
    throw error;
  };

  return {
    open,
    view,
    /** Every workspace that the caller sees, for numbers over them. */
    listVisible: (actor: Actor, teamId?: string) => projectsStore.listVisible(database.sql, scopeOf(actor), teamId),
    countTests: (projectIds: readonly string[]) => projectsStore.countTests(database.sql, projectIds),
    countOfTeam: (organizationId: string, teamId: string) =>
      projectsStore.countOfTeam(database.sql, organizationId, teamId),
    async list(actor: Actor, filter: { teamId?: string; searchTerm?: string }, page: { page: number; size: number }) {
      const { rows, totalElements } = await projectsStore.list(database.sql, scopeOf(actor), filter, page);
      const members = await projectsStore.listMembers(
        database.sql,
        rows.map((row) => row.project.id),
      );
      return { content: rows.map((row) => toProject(row, actor, members)), totalElements, ...page };
    },
    async create(
      actor: Actor,
      input: {
        projectName: string;
        projectDescription?: string;
        workspaceType?: 'PRIVATE' | 'SHARED';
        teamId?: string;
      },
    ): Promise<Project> {
      const teamId = input.teamId ?? actor.teamId;
      if (!teamId) throw new AppError(apiTestingErrors.noTeam);
      if (!actor.teamIds.includes(teamId)) throw new AppError(apiTestingErrors.projectNotFound);
      const id = newId();
      const values = {
        id,
        organizationId: actor.organizationId,
        teamId,
        name: input.projectName,
        description: input.projectDescription ?? '',
        workspaceType: input.workspaceType ?? ('PRIVATE' as const),
        workspacePlan: actor.plan === 'PRO' || actor.plan === 'ENTERPRISE' ? ('PRO' as const) : ('FREE' as const),
        createdBy: actor.userId,
      };
      await database.transaction((sql) => projectsStore.insert(sql, values, actor)).catch(nameTaken);
      await platform.audit(actor, { action: 'project.created', target: id });
      return view(actor, id);
    },
    async update(
      actor: Actor,
      input: {
        projectId: string;
        projectName?: string;
        projectDescription?: string;
        workspaceType?: 'PRIVATE' | 'SHARED';
      },
    ): Promise<Project> {
      await open(actor, input.projectId, 'own');
      const { projectName: name, projectDescription: description, workspaceType } = input;
      await projectsStore.update(database.sql, input.projectId, { name, description, workspaceType }).catch(nameTaken);
      return view(actor, input.projectId);
    },
    async delete(actor: Actor, projectId: string, projectName: string): Promise<void> {
      const row = await open(actor, projectId, 'own');
      if (row.project.name !== projectName) throw new AppError(apiTestingErrors.projectNameMismatch);
      await database.transaction(async (sql, client) => {
        await projectsStore.delete(sql, projectId);
        await platform.events.publish(workspaceDeleted, { projectId, deletedBy: actorOf(actor) }, client);
      });
      await platform.audit(actor, { action: 'project.deleted', target: projectId, detail: { projectName } });
    },
    /** Deletes what a deleted workspace leaves behind: runs and files. May be called again. */
    async clear({ projectId, deletedBy: { organizationId } }: WorkspaceDeleted): Promise<void> {
      await runs.deleteProject(organizationId, projectId);
      await platform.files.deleteOwned(organizationId, `project:${projectId}`);
    },
    counts: (projectId: string) => projectsStore.counts(database.sql, projectId),

    /** Opens suites that all lie in one workspace; throws where one is missing. The answer keeps the given order. */
    async openSuites(actor: Actor, suiteIds: string[], need: Need): Promise<SuiteRow[]> {
      const unique = [...new Set(suiteIds)];
      const found = new Map(
        (await suitesStore.findMany(database.sql, actor.organizationId, unique)).map((row) => [row.id, row]),
      );
      const rows = unique.map((id) => {
        const row = found.get(id);
        if (!row) throw new AppError(apiTestingErrors.suiteNotFound);
        return row;
      });
      for (const projectId of new Set(rows.map((row) => row.projectId))) await open(actor, projectId, need);
      return rows;
    },
    /** Opens scripts; throws where one is missing. */
    async openScripts(actor: Actor, scriptIds: string[], need: Need) {
      const unique = [...new Set(scriptIds)];
      const rows = await scriptsStore.findMany(database.sql, actor.organizationId, unique);
      if (rows.length < unique.length) throw new AppError(apiTestingErrors.scriptNotFound);
      for (const projectId of new Set(rows.map((row) => row.projectId))) await open(actor, projectId, need);
      return rows;
    },
  };
}
export type Workspaces = ReturnType<typeof createWorkspaces>;
