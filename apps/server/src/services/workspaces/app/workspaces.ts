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

/** TestCounts is how many tests a service stores in a workspace. */
export interface TestCounts {
  suites: number;
  scripts: number;
}

/** CountTests counts a service's tests in each of these workspaces; workspaces without tests may be absent. */
export type CountTests = (projectIds: readonly string[]) => Promise<ReadonlyMap<string, TestCounts>>;

/** Slot for services that count their tests in workspaces. */
export const testCounters = defineSlot<CountTests>('counters of tests');

/** ownService is the service these calls belong to; it also lists workspaces that belong to no other service. */
export const ownService = 'api-testing';

/** What another service writes in the transaction that creates or deletes its workspace. */
type AlsoWrite = (sql: Sql, projectId: string) => Promise<void>;

interface NewWorkspace {
  projectName: string;
  projectDescription?: string;
  workspaceType?: 'PRIVATE' | 'SHARED';
  teamId?: string;
}

type WorkspaceChange = Partial<Omit<NewWorkspace, 'teamId'>> & { projectId: string; workspacePlan?: 'FREE' | 'PRO' };

/** createWorkspaces manages workspaces: their visibility, the caller's permissions in them, and their deletion. */
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
    /** Every workspace of a service that the caller sees, for statistics. */
    listVisible: (actor: Actor, teamId?: string, service = ownService) =>
      projectsStore.listVisible(database.sql, scopeOf(actor), { service, teamId }),
    /** The service a workspace belongs to; undefined if the workspace doesn't exist. */
    findService: async (place: { organizationId: string; projectId: string }) =>
      (await projectsStore.findOwn(database.sql, place))?.service,
    /** Names already taken by the service's workspaces in the team. */
    namesIn: (sql: Sql, teamId: string, service: string) => projectsStore.namesIn(sql, teamId, service),
    countOfTeam: (organizationId: string, teamId: string) =>
      projectsStore.countOfTeam(database.sql, organizationId, teamId),
    /** Locks a workspace against deletion until the transaction `sql` ends; throws if it doesn't exist. */
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
    /** Deletes a workspace with all its content. A given name must match. */
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
/** Workspaces opens workspaces for callers, and manages them. */
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

/** Adds the members and test counts to rows of workspaces. */
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

/** isNameTaken returns whether a workspace was rejected because its name is taken. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof AppError && error.code === new AppError(workspaceErrors.projectNameTaken).code;

const nameTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'project_name')) throw new AppError(workspaceErrors.projectNameTaken);
  throw error;
};
