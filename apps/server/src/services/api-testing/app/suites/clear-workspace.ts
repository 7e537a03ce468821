import type { Platform } from '../../../../platform/platform.ts';
import type { WorkspaceDeleted } from '../../../workspaces/index.ts';
import { importsStore } from '../../store/imports.store.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import { runResultsStore } from '../../store/run-results.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { trashStore } from '../../store/trash.store.ts';

/** createClearWorkspace deletes what a deleted workspace leaves in this service; idempotent. */
export const createClearWorkspace =
  ({ database }: Platform) =>
  ({ projectId }: WorkspaceDeleted): Promise<void> =>
    database.transaction(async (sql) => {
      await suitesStore.deleteOfProject(sql, projectId);
      await prerequisitesStore.deleteOfProject(sql, projectId);
      await importsStore.deleteOfProject(sql, projectId);
      await runResultsStore.deleteOfProject(sql, projectId);
      await trashStore.deleteOfProject(sql, projectId);
    });
