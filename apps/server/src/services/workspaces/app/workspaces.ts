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
import { createFindProject, createOpenWorkspace, roleIn, scopeOf } from './open-workspace.ts';
import { assertPlanChange, type DowngradeRule, isPaid } from './workspace-plan.ts';

/** TestCounts says how many tests a service keeps in a workspace. */
export interface TestCounts {
  suites: number;
  scripts: number;
}

/** CountTests counts what a service keeps in each of these workspaces; one without tests may be absent. */
export type CountTests = (projectIds: readonly string[]) => Promise<ReadonlyMap<string, TestCounts>>;

/** Services that keep tests in workspaces add here how many. */
export const testCounters = defineSlot<CountTests>('counters of tests');

/** ownService is the one whose calls these are; it also lists the workspaces that belong to no other service. */
export const ownService = 'api-testing';

/** What another service writes in the transaction that makes or deletes its workspace. */
type AlsoWrite = (sql: Sql, projectId: string) => Promise<void>;

interface NewWorkspace {
  projectName: string;
  projectDescription?: string;
  workspaceType?: 'PRIVATE' | 'SHARED';
  teamId?: string;
}

type WorkspaceChange = Partial<Omit<NewWorkspace, 'teamId'>> & { projectId: string; workspacePlan?: 'FREE' | 'PRO' };

/** createWorkspaces keeps workspaces: who sees them, who may do what in them, and their end. */
export function createWorkspaces(
  platform: Platform,
  counters: readonly CountTests[],
  downgrades: readonly DowngradeRule[],
) {
  const { database } = platform;
  const open = createOpenWorkspace(platform, createFindProject(platform));
  const toProjects = createToProjects(platform, counters);
  const view = async (actor: Actor, projectId: string): Promise<Project> => {
    const [project] = await toProjects(actor, [await open(actor, projectId, 'view')]);
    return project as Project;
  };

  return {
    open,
    view,
    /** Every workspace of a service that the caller sees, for numbers over them. */
    listVisible: (actor: Actor, teamId?: string, service = ownService) =>
      projectsStore.listVisible(database.sql, scopeOf(actor), { service, teamId }),
    /** The service that a workspace is of; undefined where the workspace is gone. */
    findService: async (place: { organizationId: string; projectId: string }) =>
      (await projectsStore.findOwn(database.sql, place))?.service,
    /** Names that no further workspace of the service in the team can have. */
    namesIn: (sql: Sql, teamId: string, service: string) => projectsStore.namesIn(sql, teamId, service),
    countOfTeam: (organizationId: string, teamId: string) =>
      projectsStore.countOfTeam(database.sql, organizationId, teamId),
    /** Keeps a workspace from being deleted until the transaction `sql` ends; throws where it is gone. */
    async hold(sql: Sql, projectId: string): Promise<void> {
      if (!(await projectsStore.hold(sql, projectId))) throw new AppError(workspaceErrors.projectNotFound);
    },
    async list(
      actor: Actor,
      { service = ownService, ...filter }: { teamId?: string; searchTerm?: string; service?: string },
      page: { page: number; size: number },
    ) {
      const { rows, totalElements } = await projectsStore.list(
        database.sql,
        scopeOf(actor),
        { service, ...filter },
        page,
      );
      return { content: await toProjects(actor, rows), totalElements, ...page };
    },
    async create(
      actor: Actor,
      input: NewWorkspace,
      { service = ownService, id = newId(), also }: { service?: string; id?: string; also?: AlsoWrite } = {},
    ): Promise<Project> {
      const values = { ...columnsOf(actor, input), service, id };
      await database
        .transaction(async (sql) => {
          await projectsStore.insert(sql, values, actor);
          await also?.(sql, values.id);
        })
        .catch(nameTaken);
      await platform.audit(actor, { action: 'project.created', target: values.id });
      return view(actor, values.id);
    },
    async update(actor: Actor, input: WorkspaceChange): Promise<Project> {
      const row = await open(actor, input.projectId, 'own');
      const { projectName: name, projectDescription: description, workspaceType, workspacePlan } = input;
      await database
        .transaction(async (sql) => {
          await projectsStore.update(sql, input.projectId, { name, description, workspaceType, workspacePlan });
          await assertPlanChange(sql, actor, row, { plan: workspacePlan, rules: downgrades });
        })
        .catch(nameTaken);
      return view(actor, input.projectId);
    },
    /** Deletes a workspace with everything in it. A name, where one is given, must be the right one. */
    async delete(actor: Actor, projectId: string, given: { projectName?: string; also?: AlsoWrite }): Promise<void> {
      const { name: projectName } = (await open(actor, projectId, 'own')).project;
      if (given.projectName !== undefined && given.projectName !== projectName)
        throw new AppError(workspaceErrors.projectNameMismatch);
      await database.transaction(async (sql, client) => {
        await projectsStore.delete(sql, projectId);
        await given.also?.(sql, projectId);
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
  { projectName, projectDescription = '', workspaceType = 'SHARED', ...input }: NewWorkspace,
) {
  const teamId = input.teamId ?? actor.teamId;
  if (!teamId) throw new AppError(workspaceErrors.noTeam);
  if (!actor.teamIds.includes(teamId)) throw new AppError(workspaceErrors.projectNotFound);
  return {
    organizationId: actor.organizationId,
    teamId,
    name: projectName,
    description: projectDescription,
    workspaceType,
    workspacePlan: isPaid(actor) ? ('PRO' as const) : ('FREE' as const),
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

/** isNameTaken tells whether a workspace was refused because of its name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof AppError && error.code === new AppError(workspaceErrors.projectNameTaken).code;

const nameTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'project_name')) throw new AppError(workspaceErrors.projectNameTaken);
  throw error;
};
