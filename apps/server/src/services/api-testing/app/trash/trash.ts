import type { DeletedItem } from '@touchstone/contracts/api-testing';
import { trashDays } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import type { Actor, SuiteVariables, Workspaces } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { trashStore } from '../../store/trash.store.ts';
import { createRestoreDeleted } from './restore-deleted.ts';

/**
 * createTrash lists what was deleted within 30 days, restores it, and deletes it permanently. Anyone who may delete may
 * restore.
 */
export function createTrash(needs: {
  platform: Platform;
  workspaces: Workspaces;
  suiteVariables: SuiteVariables;
  testsRestored: SchedulerDoor['testsRestored'];
}) {
  const { platform, workspaces } = needs;
  const { sql } = platform.database;
  return {
    async list(
      actor: Actor,
      { projectId, searchTerm }: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, projectId, 'view');
      const filter = { projectId, searchTerm, now: platform.clock.now() };
      const { rows, totalElements } = await trashStore.list(sql, filter, page);
      const content = rows.map(
        ({ id, deletedAt, ...row }): DeletedItem => ({
          itemId: id,
          ...row,
          deletedAt: deletedAt.toISOString(),
          expiresAt: new Date(deletedAt.getTime() + trashDays * 86_400_000).toISOString(),
        }),
      );
      return { content, totalElements, ...page };
    },
    restore: createRestoreDeleted(needs),
    async deleteForGood(
      actor: Actor,
      { projectId, itemIds }: { projectId: string; itemIds: string[] },
    ): Promise<number> {
      await workspaces.open(actor, projectId, 'edit');
      const count = await trashStore.delete(sql, projectId, itemIds);
      if (count === 0) throw new AppError(apiTestingErrors.nothingDeleted);
      await platform.audit(actor, { action: 'trash.deleted', target: projectId, detail: { count } });
      return count;
    },
    /** Permanently deletes items older than 30 days. */
    purge: (): Promise<void> => trashStore.deleteExpired(sql, platform.clock.now()),
  };
}
/** Trash is the trash of API testing. */
export type Trash = ReturnType<typeof createTrash>;
