import { trashDays } from '@touchstone/contracts/workspaces';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { listKept } from '../../../platform/database/reads/kept-rows.ts';
import { deletedItem } from './tables.ts';

export type DeletedRow = typeof deletedItem.$inferSelect;

/** The items of a restore call. */
export interface DeletedChoice {
  projectId: string;
  itemIds?: string[] | undefined;
  trashId?: string | undefined;
}

const perPage = 200;

/** Deleted environments and variables that can be restored. */
export const deletedStore = {
  async insert(db: Sql, rows: DeletedRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += perPage) await db.insert(deletedItem).values(rows.slice(at, at + perPage));
  },
  list: (
    db: Sql,
    { now, ...filter }: { projectId: string; searchTerm?: string | undefined; now: Date },
    page: { page: number; size: number },
  ) => listKept(db, deletedItem, columns, { ...filter, ...page, after: expiredAt(now) }),
  /** Items of a workspace that haven't expired, locked until the transaction ends; environments come first. */
  async lock(db: Sql, { projectId, itemIds, trashId }: DeletedChoice, now: Date): Promise<DeletedRow[]> {
    return db
      .select()
      .from(deletedItem)
      .where(
        and(
          eq(deletedItem.projectId, projectId),
          itemIds ? inArray(deletedItem.id, itemIds) : undefined,
          trashId ? eq(deletedItem.trashId, trashId) : undefined,
          gt(deletedItem.deletedAt, expiredAt(now)),
        ),
      )
      .orderBy(asc(deletedItem.kind), asc(deletedItem.id))
      .for('update');
  },
  async delete(db: Sql, itemIds: readonly string[]): Promise<void> {
    if (itemIds.length) await db.delete(deletedItem).where(inArray(deletedItem.id, [...itemIds]));
  },
  /**
   * Permanently deletes items of a workspace, or all expired ones; an environment's variables are deleted with it.
   * Returns the deleted items.
   */
  async deleteForGood(db: Sql, which: { projectId: string; itemIds: string[] } | { now: Date }): Promise<DeletedRow[]> {
    const chosen =
      'now' in which
        ? lte(deletedItem.deletedAt, expiredAt(which.now))
        : and(eq(deletedItem.projectId, which.projectId), inArray(deletedItem.id, which.itemIds));
    const deletedRows = await db.delete(deletedItem).where(chosen).returning();
    const environments = deletedRows.flatMap(({ kind, environmentId }) =>
      kind === 'environment' && environmentId ? [environmentId] : [],
    );
    if (environments.length) await db.delete(deletedItem).where(inArray(deletedItem.environmentId, environments));
    return deletedRows;
  },
  async deleteOfSuites(db: Sql, suiteIds: readonly string[]): Promise<void> {
    if (suiteIds.length) await db.delete(deletedItem).where(inArray(deletedItem.suiteId, [...suiteIds]));
  },
};

const columns = {
  id: deletedItem.id,
  kind: deletedItem.kind,
  name: deletedItem.name,
  environmentId: deletedItem.environmentId,
  suiteId: deletedItem.suiteId,
  environmentName: deletedItem.environmentName,
  variableCount: sql<number>`jsonb_array_length(${deletedItem.content} -> 'variables')`,
  deletedByName: deletedItem.deletedByName,
  deletedAt: deletedItem.deletedAt,
};
const expiredAt = (now: Date): Date => new Date(now.getTime() - trashDays * 86_400_000);
