import { randomBytes } from 'node:crypto';
import type { Page } from '@touchstone/contracts';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import type { Project } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type Actor,
  isNameTaken,
  type SuiteVariables,
  type Workspaces,
  type WorkspacesDoor,
} from '../../../workspaces/index.ts';
import { newPathKey } from '../../domain/path-key.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { environmentLinksStore } from '../../store/environment-links.store.ts';
import { faultsStore } from '../../store/faults.store.ts';
import { journalStore } from '../../store/journal.store.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import { stateStore } from '../../store/state.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import { type Open, workspaceService } from '../open.ts';
import type { Addresses } from './addresses.ts';
import type { FollowWorkspace } from './follow-workspace.ts';
import type { OwnPorts } from './own-ports.ts';

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
/** The initial suite of a new project. */
const firstSuite = 'Default';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  moveToTrash: WorkspacesDoor['moveToTrash'];
  followWorkspace: FollowWorkspace;
  suiteVariables: SuiteVariables;
  open: Open;
  host: MockHost;
  addresses: Addresses;
  ownPorts: OwnPorts;
}

/** createProjects manages service virtualization projects, which are workspaces with one mock each. */
export function createProjects(needs: Needs) {
  const { platform, workspaces, suiteVariables, open, host, addresses, ownPorts } = needs;
  const { database } = platform;

  const show = async (projects: readonly Project[]): Promise<VirtualizationProject[]> => {
    const ids = projects.map(({ projectId }) => projectId);
    const [rows, suites, assets, active] = await Promise.all([
      mocksStore.list(database.sql, ids),
      mocksStore.countSuites(database.sql, ids),
      mocksStore.countAssets(database.sql, ids),
      mocksStore.countActive(database.sql, ids),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return projects.map(({ scriptCount: _scripts, ...project }) => {
      const { projectId } = project;
      const row = byId.get(projectId);
      return {
        ...project,
        suiteCount: suites.get(projectId) ?? 0,
        assetCount: assets.get(projectId) ?? 0,
        enabledCount: active.get(projectId) ?? 0,
        isEnabled: row?.isEnabled ?? false,
        address: row ? addresses.main(row) : '',
      };
    });
  };
  const showOne = async (project: Project): Promise<VirtualizationProject> =>
    (await show([project]))[0] as VirtualizationProject;

  const store = async (sql: Sql, project: { organizationId: string; id: string; name: string }): Promise<void> => {
    const { organizationId, id, name } = project;
    await mocksStore.insert(sql, { id, organizationId, pathKey: newPathKey(name, randomBytes(8)) });
    const suite = { id: newId(), organizationId, projectId: id, name: firstSuite, description: '' };
    await suitesStore.insert(sql, suite);
  };

  return {
    async list(
      caller: Actor,
      { teamId, searchTerm }: { teamId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ): Promise<Page<VirtualizationProject>> {
      const filter = { service: workspaceService, teamId, ...(searchTerm && { searchTerm }) };
      const { content, ...rest } = await workspaces.list(caller, filter, page);
      return { ...rest, content: await show(content) };
    },
    async view(caller: Actor, projectId: string): Promise<VirtualizationProject> {
      await open.project(caller, projectId, 'view');
      return showOne(await workspaces.view(caller, projectId));
    },
    async create(caller: Actor, { projectName, ...input }: NewProject): Promise<VirtualizationProject> {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const { organizationId } = caller;
      const also = (sql: Sql, id: string) => store(sql, { organizationId, id, name: projectName });
      const made = await workspaces
        .create(caller, { projectName, ...given }, { service: workspaceService, also })
        .catch(nameTaken);
      await ownPorts.offer(made.projectId);
      await host.appeared(made.projectId);
      return showOne(made);
    },
    async update(caller: Actor, { projectId, ...change }: ProjectChange): Promise<VirtualizationProject> {
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
        await needs.moveToTrash(caller, projectId, projectName);
        // The mock has stopped answering by the time the caller gets the response.
        await needs.followWorkspace({ organizationId: caller.organizationId, projectId });
        return;
      }
      await workspaces.delete(caller, projectId, {
        projectName,
        also: async (sql) => {
          await clearProject(sql, projectId);
          await suiteVariables.delete(sql, [projectId]);
        },
      });
      await host.dropped(projectId);
    },
  };
}
/** Projects manages service virtualization projects. */
export type Projects = ReturnType<typeof createProjects>;

/** clearProject deletes all service virtualization data of a project; file contents are deleted with the workspace. */
export async function clearProject(sql: Sql, projectId: string): Promise<void> {
  await journalStore.clear(sql, projectId);
  await stateStore.deleteProject(sql, projectId);
  await faultsStore.deleteOf(sql, projectId);
  await environmentLinksStore.deleteProject(sql, projectId);
  await assetsStore.deleteProject(sql, projectId);
  await mocksStore.delete(sql, projectId);
}

const nameTaken = (error: unknown): never => {
  throw isNameTaken(error) ? new AppError(virtualizationErrors.projectNameTaken) : error;
};
