import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import { assetsStore } from '../store/assets.store.ts';
import { type MockRow, mocksStore } from '../store/mocks.store.ts';
import { suitesStore } from '../store/suites.store.ts';

/** The service name of service virtualization workspaces. */
export const workspaceService = 'service-virtualization';

type Need = 'view' | 'edit' | 'own';

/** createOpen opens projects, suites and assets for callers, according to their role in the workspace. */
export function createOpen({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  const project = async (caller: Actor, projectId: string, need: Need) => {
    const opened = await workspaces.open(caller, projectId, need);
    if (opened.project.service !== workspaceService) throw new AppError(virtualizationErrors.projectNotFound);
    return opened;
  };
  return {
    project,
    async mock(caller: Actor, projectId: string, need: Need): Promise<MockRow> {
      await project(caller, projectId, need);
      const row = await mocksStore.find(sql, caller.organizationId, projectId);
      if (!row) throw new AppError(virtualizationErrors.projectNotFound);
      return row;
    },
    async suite(caller: Actor, suiteId: string, need: Need) {
      const row = await suitesStore.find(sql, caller.organizationId, suiteId);
      if (!row) throw new AppError(virtualizationErrors.suiteNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
    /** A suite of a project that is already open. */
    async suiteOf(caller: Actor, projectId: string, suiteId: string) {
      const row = await suitesStore.find(sql, caller.organizationId, suiteId);
      if (row?.projectId !== projectId) throw new AppError(virtualizationErrors.suiteNotFound);
      return row;
    },
    async asset(caller: Actor, assetId: string, need: Need) {
      const row = await assetsStore.find(sql, caller.organizationId, assetId);
      if (!row) throw new AppError(virtualizationErrors.assetNotFound);
      await project(caller, row.projectId, need);
      return row;
    },
  };
}
/** Opens projects, suites and assets. */
export type Open = ReturnType<typeof createOpen>;
