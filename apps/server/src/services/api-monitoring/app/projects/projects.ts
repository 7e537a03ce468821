import type { Page } from '@touchstone/contracts';
import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import type { Project } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { type Actor, isNameTaken, type Workspaces, type WorkspacesDoor } from '../../../workspaces/index.ts';
import { statusCounts } from '../../domain/status-counts.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { policiesStore } from '../../store/alert-policies.store.ts';
import { burnAlertsStore } from '../../store/burn-alerts.store.ts';
import { mailedReportsStore } from '../../store/mailed-reports.store.ts';
import { metricsStore } from '../../store/metrics.store.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { pagesStore } from '../../store/pages.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import { type Open, workspaceService } from '../open.ts';
import type { FollowWorkspace } from './follow-workspace.ts';

interface NewProject {
  projectName: string;
  projectDescription?: string | undefined;
  workspaceType?: 'PRIVATE' | 'SHARED' | undefined;
  teamId?: string | undefined;
}
interface ProjectChange extends Partial<Omit<NewProject, 'teamId'>> {
  projectId: string;
  workspacePlan?: 'FREE' | 'PRO' | undefined;
}
/** The initial collection of a new project. */
const firstCollection = 'Default';

/** createProjects manages monitoring projects, which are workspaces. */
export function createProjects({
  platform,
  workspaces,
  moveToTrash,
  followWorkspace,
  open,
}: {
  platform: Platform;
  workspaces: Workspaces;
  moveToTrash: WorkspacesDoor['moveToTrash'];
  followWorkspace: FollowWorkspace;
  open: Open;
}) {
  const { database } = platform;

  const show = async (projects: readonly Project[]): Promise<MonitoringProject[]> => {
    const ids = projects.map(({ projectId }) => projectId);
    const [monitors, collections, incidents] = await Promise.all([
      projectsStore.countMonitors(database.sql, 'projectId', ids),
      projectsStore.countCollections(database.sql, ids),
      projectsStore.countOpenIncidents(database.sql, ids),
    ]);
    return projects.map(({ suiteCount: _suites, scriptCount: _scripts, ...project }) => ({
      ...project,
      collectionCount: collections.get(project.projectId) ?? 0,
      monitors: statusCounts(monitors.get(project.projectId)),
      openIncidents: incidents.get(project.projectId) ?? 0,
    }));
  };
  const showOne = async (project: Project): Promise<MonitoringProject> =>
    (await show([project]))[0] as MonitoringProject;

  const store = async (sql: Sql, organizationId: string, projectId: string): Promise<void> => {
    await projectsStore.insert(sql, { id: projectId, organizationId });
    await projectsStore.insertCollection(sql, {
      id: newId(),
      organizationId,
      projectId,
      name: firstCollection,
      description: '',
    });
  };

  return {
    async list(
      caller: Actor,
      { teamId, searchTerm }: { teamId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ): Promise<Page<MonitoringProject>> {
      const filter = { service: workspaceService, teamId, ...(searchTerm && { searchTerm }) };
      const { content, ...rest } = await workspaces.list(caller, filter, page);
      return { ...rest, content: await show(content) };
    },
    async view(caller: Actor, projectId: string): Promise<MonitoringProject> {
      await open.project(caller, projectId, 'view');
      return showOne(await workspaces.view(caller, projectId));
    },
    async create(caller: Actor, { projectName, ...input }: NewProject): Promise<MonitoringProject> {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const also = (sql: Sql, projectId: string) => store(sql, caller.organizationId, projectId);
      const made = await workspaces
        .create(caller, { projectName, ...given }, { service: workspaceService, also })
        .catch(nameTaken);
      return showOne(made);
    },
    async update(caller: Actor, { projectId, ...change }: ProjectChange): Promise<MonitoringProject> {
      await open.project(caller, projectId, 'own');
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      return showOne(await workspaces.update(caller, { projectId, ...given }).catch(nameTaken));
    },
    /** Deletes a project with everything in it, permanently or restorably; the name must match. */
    async delete(
      caller: Actor,
      projectId: string,
      { projectName, restorable }: { projectName: string; restorable?: boolean | undefined },
    ): Promise<void> {
      await open.project(caller, projectId, 'own');
      if (restorable) {
        await moveToTrash(caller, projectId, projectName);
        // Checks have stopped by the time the caller gets the response.
        await followWorkspace({ organizationId: caller.organizationId, projectId });
        return;
      }
      await workspaces.delete(caller, projectId, {
        projectName,
        also: (sql) => clearProject(sql, projectId),
      });
    },
  };
}
/** Projects manages monitoring projects. */
export type Projects = ReturnType<typeof createProjects>;

/** clearProject deletes all monitoring data of a project. */
export async function clearProject(sql: Sql, projectId: string): Promise<void> {
  await monitorsStore.delete(sql, await monitorsStore.idsOf(sql, { projectId }));
  await metricsStore.delete(sql, projectId);
  await pagesStore.deleteProject(sql, projectId);
  await mailedReportsStore.deleteProject(sql, projectId);
  await burnAlertsStore.deleteProject(sql, projectId);
  await policiesStore.deleteProject(sql, projectId);
  await channelsStore.deleteProject(sql, projectId);
  await projectsStore.delete(sql, projectId);
}

const nameTaken = (error: unknown): never => {
  throw isNameTaken(error) ? new AppError(apiMonitoringErrors.projectNameTaken) : error;
};
