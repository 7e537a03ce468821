import type { Page } from '@touchstone/contracts';
import type { RepositoryProject } from '@touchstone/contracts/test-repository';
import type { Project, WorkspaceRole } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, isNameTaken, type WorkspacesDoor } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { baselinesStore } from '../store/baselines.store.ts';
import { dataTablesStore } from '../store/data-tables.store.ts';
import { elementPrintsStore } from '../store/element-prints.store.ts';
import { functionsStore } from '../store/functions.store.ts';
import { healedStepsStore } from '../store/healed-steps.store.ts';
import { knownTargetsStore } from '../store/known-targets.store.ts';
import { managementToolsStore } from '../store/management-tools.store.ts';
import { modulesStore } from '../store/modules.store.ts';
import { projectFilesStore } from '../store/project-files.store.ts';
import { recentsStore } from '../store/recents.store.ts';
import { runConfigurationsStore } from '../store/run-configurations.store.ts';
import { sprintsStore } from '../store/sprints.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import type { Open } from './open.ts';

interface NewProject {
  projectName: string;
  projectDescription?: string | undefined;
  workspaceType?: 'PRIVATE' | 'SHARED' | undefined;
  teamId?: string | undefined;
}
interface ProjectChange extends Partial<Omit<NewProject, 'teamId'>> {
  projectUUID: string;
  workspacePlan?: 'FREE' | 'PRO' | undefined;
}

/** How many entries lists of recent work have. */
export const mostRecent = 10;
const maxListed = 200;
const maxMembers = 1000;

interface Needs {
  platform: Platform;
  workspaces: WorkspacesDoor['workspaces'];
  workspacePeople: WorkspacesDoor['workspacePeople'];
  members: WorkspacesDoor['members'];
  moveToTrash: WorkspacesDoor['moveToTrash'];
  open: Open;
}

/** createProjects manages the projects of a keyword-test service, which are workspaces of that service. */
export function createProjects({ platform, workspaces, workspacePeople, members, moveToTrash, open }: Needs) {
  const { sql } = platform.database;

  const show = async (projects: readonly Project[]): Promise<RepositoryProject[]> => {
    const counts = await modulesStore.countInProjects(
      sql,
      projects.map(({ projectId }) => projectId),
    );
    return projects.map(({ suiteCount: _suites, ...project }) => {
      const count = counts.get(project.projectId);
      return {
        ...project,
        uuid: project.projectId,
        moduleCount: count?.modules ?? 0,
        scriptCount: count?.scripts ?? 0,
      };
    });
  };
  const showOne = async (project: Project): Promise<RepositoryProject> =>
    (await show([project]))[0] as RepositoryProject;

  const list = async (
    caller: Actor,
    { teamId, searchTerm }: { teamId?: string | undefined; searchTerm?: string | undefined },
    page: { page: number; size: number },
  ): Promise<Page<RepositoryProject>> => {
    const filter = { service: open.service, ...(teamId && { teamId }), ...(searchTerm && { searchTerm }) };
    const { content, ...rest } = await workspaces.list(caller, filter, page);
    return { ...rest, content: await show(content) };
  };

  return {
    list,
    async listAll(caller: Actor, teamId: string | undefined): Promise<RepositoryProject[]> {
      const { content } = await list(caller, { teamId }, { page: 0, size: maxListed });
      return content.toSorted((a, b) => a.projectName.localeCompare(b.projectName));
    },
    async view(caller: Actor, projectId: string): Promise<RepositoryProject> {
      await open.project(caller, projectId, 'view');
      await recentsStore.note(sql, caller, { kind: 'project', itemId: projectId, projectId });
      return showOne(await workspaces.view(caller, projectId));
    },
    async create(caller: Actor, { projectName, ...input }: NewProject): Promise<RepositoryProject> {
      const made = await workspaces
        .create(caller, { projectName, ...given(input) }, { service: open.service })
        .catch(nameTaken);
      return showOne(made);
    },
    async update(caller: Actor, { projectUUID: projectId, ...change }: ProjectChange): Promise<RepositoryProject> {
      await open.project(caller, projectId, 'own');
      return showOne(await workspaces.update(caller, { projectId, ...given(change) }).catch(nameTaken));
    },
    /** Deletes a project with all its content, permanently or restorably; a given name must match. */
    async delete(
      caller: Actor,
      projectId: string,
      { projectName, restorable }: { projectName?: string | undefined; restorable?: boolean | undefined },
    ): Promise<void> {
      const { project } = await open.project(caller, projectId, 'own');
      if (projectName !== undefined && projectName !== project.name)
        throw new AppError(repositoryErrors.projectNameMismatch);
      if (restorable) await moveToTrash(caller, projectId);
      else await workspaces.delete(caller, projectId, { also: (db) => clearProject(db, projectId) });
    },
    async listMembers(caller: Actor, projectId: string) {
      const { project } = await open.project(caller, projectId, 'view');
      const [people, named] = await Promise.all([
        workspacePeople.list({ organizationId: project.organizationId, projectId }, { most: maxMembers }),
        members.list(projectId),
      ]);
      const roles = new Map<string, WorkspaceRole>(named.map(({ userId, role }) => [userId, role]));
      return people.map((person) => ({ ...person, role: roles.get(person.userId) ?? null }));
    },
    async listRecent(caller: Actor, teamId: string | undefined) {
      const [visible, recent] = await Promise.all([
        workspaces.listVisible(caller, teamId, open.service),
        recentsStore.list(sql, caller, { kind: 'project', most: 100 }),
      ]);
      const ids = new Set(visible.map(({ projectId }) => projectId));
      const chosen = recent.filter(({ itemId }) => ids.has(itemId)).slice(0, mostRecent);
      const projects = await show(await Promise.all(chosen.map(({ itemId }) => workspaces.view(caller, itemId))));
      return projects.map((project, index) => ({ ...project, workedAt: chosen[index]?.at.toISOString() ?? '' }));
    },
  };
}
/** Projects manages the projects of a keyword-test service. */
export type Projects = ReturnType<typeof createProjects>;

/** clearProject deletes everything stored for a project. */
export async function clearProject(sql: Sql, projectId: string): Promise<void> {
  await suitesStore.deleteProject(sql, projectId);
  await sprintsStore.deleteProject(sql, projectId);
  await modulesStore.deleteProject(sql, projectId);
  await functionsStore.deleteProject(sql, projectId);
  await dataTablesStore.deleteProject(sql, projectId);
  await projectFilesStore.deleteProject(sql, projectId);
  await baselinesStore.deleteProject(sql, projectId);
  await elementPrintsStore.deleteProject(sql, projectId);
  await healedStepsStore.deleteProject(sql, projectId);
  await runConfigurationsStore.deleteProject(sql, projectId);
  await knownTargetsStore.deleteProject(sql, projectId);
  await managementToolsStore.deleteProject(sql, projectId);
  await recentsStore.deleteProject(sql, projectId);
}

/** The fields that have a value. */
const given = <T extends object>(input: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

const nameTaken = (error: unknown): never => {
  throw isNameTaken(error) ? new AppError(repositoryErrors.projectNameTaken) : error;
};
