import { trashDays } from '@touchstone/contracts/workspaces';
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { listKept, storedOf } from '../../../platform/database/reads/kept-rows.ts';
import type { ScriptRow } from './scripts.store.ts';
import { deletedItem, deletedScript, type Stored } from './tables.ts';

export type DeletedRow = typeof deletedItem.$inferSelect;

const perPage = 200;

/** rowOf restores a stored row: instants become dates, and columns added since get their defaults. */
export const rowOf = <Row extends { createdAt: Date; updatedAt: Date }>(stored: Stored<Row>): Row => {
  const row = stored as unknown as Row & { createdAt: string; updatedAt: string };
  return { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) };
};

/** Deleted items that can be restored. */
export const trashStore = {
  async insert(db: Sql, rows: (typeof deletedItem.$inferInsert)[]): Promise<void> {
    for (let at = 0; at < rows.length; at += perPage) await db.insert(deletedItem).values(rows.slice(at, at + perPage));
  },
  async insertScripts(db: Sql, scripts: readonly { itemId: string; row: ScriptRow }[]): Promise<void> {
    for (let at = 0; at < scripts.length; at += perPage)
      await db
        .insert(deletedScript)
        .values(
          scripts
            .slice(at, at + perPage)
            .map(({ itemId, row }) => ({ itemId, scriptId: row.id, position: row.position, row: storedOf(row) })),
        );
  },
  list: (
    db: Sql,
    { now, ...filter }: { projectId: string; searchTerm?: string | undefined; now: Date },
    page: { page: number; size: number },
  ) => listKept(db, deletedItem, columns, { ...filter, ...page, after: expiredBefore(now) }),
  /** Locks items that haven't expired until the transaction ends: suites, then folders, then scripts by position. */
  async lock(
    db: Sql,
    {
      projectId,
      itemIds,
      trashId,
      now,
    }: { projectId: string; itemIds?: string[] | undefined; trashId?: string | undefined; now: Date },
  ): Promise<DeletedRow[]> {
    const rows = await db
      .select()
      .from(deletedItem)
      .where(
        and(
          eq(deletedItem.projectId, projectId),
          itemIds ? inArray(deletedItem.id, itemIds) : undefined,
          trashId ? eq(deletedItem.trashId, trashId) : undefined,
          gt(deletedItem.deletedAt, expiredBefore(now)),
        ),
      )
      .orderBy(asc(deletedItem.id))
      .for('update');
    const rank = { suite: 0, folder: 1, script: 2 };
    return rows.sort((one, other) => rank[one.kind] - rank[other.kind]);
  },
  /** The scripts of items ordered by position, read in pages. */
  async *readScripts(db: Sql, itemIds: readonly string[]): AsyncGenerator<{ itemId: string; row: ScriptRow }> {
    for (let page = 0; ; page += 1) {
      const rows = await db
        .select({ itemId: deletedScript.itemId, row: deletedScript.row })
        .from(deletedScript)
        .where(inArray(deletedScript.itemId, [...itemIds]))
        .orderBy(asc(deletedScript.position), asc(deletedScript.scriptId), asc(deletedScript.itemId))
        .limit(perPage)
        .offset(page * perPage);
      for (const { itemId, row } of rows) yield { itemId, row: rowOf<ScriptRow>(row) };
      if (rows.length < perPage) return;
    }
  },
  /** Permanently deletes items of a workspace; returns how many. */
  async delete(db: Sql, projectId: string, itemIds: readonly string[]): Promise<number> {
    if (!itemIds.length) return 0;
    const deleted = await db
      .delete(deletedItem)
      .where(and(eq(deletedItem.projectId, projectId), inArray(deletedItem.id, [...itemIds])));
    return deleted.rowCount ?? 0;
  },
  async deleteOfProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(deletedItem).where(eq(deletedItem.projectId, projectId));
  },
  async deleteExpired(db: Sql, now: Date): Promise<void> {
    await db.delete(deletedItem).where(lte(deletedItem.deletedAt, expiredBefore(now)));
  },
  /** Of these scripts, the ones that can be restored. */
  async holds(db: Sql, scriptIds: readonly string[]): Promise<string[]> {
    if (!scriptIds.length) return [];
    const rows = await db
      .selectDistinct({ id: deletedScript.scriptId })
      .from(deletedScript)
      .where(inArray(deletedScript.scriptId, [...scriptIds]));
    return rows.map(({ id }) => id);
  },
};

const columns = {
  id: deletedItem.id,
  kind: deletedItem.kind,
  name: deletedItem.name,
  suiteName: deletedItem.suiteName,
  scriptCount: deletedItem.scriptCount,
  deletedByName: deletedItem.deletedByName,
  deletedAt: deletedItem.deletedAt,
};
const expiredBefore = (now: Date): Date => new Date(now.getTime() - trashDays * 86_400_000);
