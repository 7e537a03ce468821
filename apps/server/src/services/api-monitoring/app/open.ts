import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { apiMonitoringErrors } from '../errors.ts';
import { monitorsStore } from '../store/monitors.store.ts';
import { projectsStore } from '../store/projects.store.ts';

/** The service name of monitoring workspaces. */
export const workspaceService = 'api-monitoring';

type Need = 'view' | 'edit' | 'own';

/** createOpen opens projects, collections and monitors for callers, according to their role in the workspace. */
export function createOpen({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  const project = async (caller: Actor, projectId: string, need: Need) => {
    const opened = await workspaces.open(caller, projectId, need);
    if (opened.project.service !== workspaceService) throw new AppError(apiMonitoringErrors.projectNotFound);
    return opened;
  };
  return {
    project,
    async collection(caller: Actor, collectionId: string, need: Need) {
      const row = await projectsStore.findCollection(sql, caller.organizationId, collectionId);
      if (!row) throw new AppError(apiMonitoringErrors.collectionNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    async monitor(caller: Actor, monitorId: string, need: Need) {
      const row = await monitorsStore.find(sql, caller.organizationId, monitorId);
      if (!row) throw new AppError(apiMonitoringErrors.monitorNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
  };
}
/** Opens projects, collections and monitors. */
export type Open = ReturnType<typeof createOpen>;
