import type { Project } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import { assertRole } from '../domain/workspace-access.ts';
import { workspaceErrors } from '../errors.ts';
import { workspaceDeleted } from '../events.ts';
import { type ProjectRow, projectsStore } from '../store/projects.store.ts';
import { type Actor, actorOf } from './actor.ts';
import { createOpenWorkspace, roleIn, scopeOf } from './open-workspace.ts';

/** TestCounts says how many tests a service keeps in a workspace. */
export interface TestCounts {
  suites: number;
  scripts: number;
}

/** CountTests counts what a service keeps in each of these workspaces; one without tests may be absent. */
export type CountTests = (projectIds: readonly string[]) => Promise<ReadonlyMap<string, TestCounts>>;

/** Services that keep tests in workspaces add here how many. */
export const testCounters = defineSlot<CountTests>('counters of tests');

interface NewWorkspace {
  projectName: string;
  projectDescription?: string;
  workspaceType?: 'PRIVATE' | 'SHARED';
  teamId?: string;
}

type WorkspaceChange = Partial<Omit<NewWorkspace, 'teamId'>> & { projectId: string };

/** createWorkspaces keeps workspaces: who sees them, who may do what in them, and their end. */
export function createWorkspaces(platform: Platform, counters: readonly CountTests[]) {
  const { database } = platform;
  const open = createOpenWorkspace(platform);
  const toProjects = createToProjects(platform, counters);
  const view = async (actor: Actor, projectId: string): Promise<Project> => {
    const [project] = await toProjects(actor, [await open(actor, projectId, 'view')]);
    return project as Project;
  };

  return {
    open,
    view,
    /** Every workspace that the caller sees, for numbers over them. */
    listVisible: (actor: Actor, teamId?: string) => projectsStore.listVisible(database.sql, scopeOf(actor), teamId),
    countOfTeam: (organizationId: string, teamId: string) =>
      projectsStore.countOfTeam(database.sql, organizationId, teamId),
    /** Keeps a workspace from being deleted until the transaction `sql` ends; throws where it is gone. */
    async hold(sql: Sql, projectId: string): Promise<void> {
      if (!(await projectsStore.hold(sql, projectId))) throw new AppError(workspaceErrors.projectNotFound);
    },
    async list(actor: Actor, filter: { teamId?: string; searchTerm?: string }, page: { page: number; size: number }) {
      const { rows, totalElements } = await projectsStore.list(database.sql, scopeOf(actor), filter, page);
      return { content: await toProjects(actor, rows), totalElements, ...page };
    },
    async create(actor: Actor, input: NewWorkspace): Promise<Project> {
      const values = columnsOf(actor, input);
      await database.transaction((sql) => projectsStore.insert(sql, values, actor)).catch(nameTaken);
      await platform.audit(actor, { action: 'project.created', target: values.id });
      return view(actor, values.id);
    },
    async update(actor: Actor, input: WorkspaceChange): Promise<Project> {
      await open(actor, input.projectId, 'own');
      const { projectName: name, projectDescription: description, workspaceType } = input;
      await projectsStore.update(database.sql, input.projectId, { name, description, workspaceType }).catch(nameTaken);
      return view(actor, input.projectId);
    },
    async delete(actor: Actor, projectId: string, projectName: string): Promise<void> {
      const row = await open(actor, projectId, 'own');
      if (row.project.name !== projectName) throw new AppError(workspaceErrors.projectNameMismatch);
      await database.transaction(async (sql, client) => {
        await projectsStore.delete(sql, projectId);
        await platform.events.publish(workspaceDeleted, { projectId, deletedBy: actorOf(actor) }, client);
      });
      await platform.audit(actor, { action: 'project.deleted', target: projectId, detail: { projectName } });
    },
  };
}
/** Workspaces opens workspaces for callers, and keeps them. */
export type Workspaces = ReturnType<typeof createWorkspaces>;

function columnsOf(
  actor: Actor,
  { projectName, projectDescription = '', workspaceType = 'PRIVATE', ...input }: NewWorkspace,
) {
  const teamId = input.teamId ?? actor.teamId;
  if (!teamId) throw new AppError(workspaceErrors.noTeam);
  if (!actor.teamIds.includes(teamId)) throw new AppError(workspaceErrors.projectNotFound);
  const isPaid = actor.plan === 'PRO' || actor.plan === 'ENTERPRISE';
  return {
    id: newId(),
    organizationId: actor.organizationId,
    teamId,
    name: projectName,
    description: projectDescription,
    workspaceType,
    workspacePlan: isPaid ? ('PRO' as const) : ('FREE' as const),
    createdBy: actor.userId,
  };
}

/** Adds to rows of workspaces their members and the number of tests in them. */
function createToProjects({ database }: Platform, counters: readonly CountTests[]) {
  return async (actor: Actor, rows: readonly ProjectRow[]): Promise<Project[]> => {
    const ids = rows.map(({ project }) => project.id);
    const [members, ...counts] = await Promise.all([
      projectsStore.listMembers(database.sql, ids),
      ...counters.map((count) => count(ids)),
    ]);
    const sum = (id: string, noun: keyof TestCounts) =>
      counts.reduce((total, of) => total + (of.get(id)?.[noun] ?? 0), 0);
    return rows.map((row) => {
      const role = roleIn(actor, row);
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
        suiteCount: sum(id, 'suites'),
        scriptCount: sum(id, 'scripts'),
        collaborations: members
          .filter((member) => member.projectId === id)
          .map(({ email, role: memberRole }) => ({ email, role: memberRole })),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      };
    });
  };
}

const nameTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'project_name')) throw new AppError(workspaceErrors.projectNameTaken);
  throw error;
};
