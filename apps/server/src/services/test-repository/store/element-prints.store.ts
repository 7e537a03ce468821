import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { elementPrint, script, testFunction } from './tables.ts';

export type ElementPrintRow = typeof elementPrint.$inferSelect;

/** Rows written per statement. */
const batchSize = 200;

/** What runs last saw of steps' elements. */
export const elementPrintsStore = {
  /** Prints of scripts and functions, newest first, up to this many bytes in total. */
  async list(
    db: Sql,
    organizationId: string,
    ownerIds: readonly string[],
    maxBytes: number,
  ): Promise<Pick<ElementPrintRow, 'ownerId' | 'stepId' | 'ways' | 'print'>[]> {
    if (ownerIds.length === 0) return [];
    const summed = db
      .select({
        ownerId: elementPrint.ownerId,
        stepId: elementPrint.stepId,
        bytes:
          sql<number>`sum(${elementPrint.sizeBytes}) over (order by ${elementPrint.seenAt} desc, ${elementPrint.ownerId}, ${elementPrint.stepId})`.as(
            'bytes',
          ),
      })
      .from(elementPrint)
      .where(and(eq(elementPrint.organizationId, organizationId), inArray(elementPrint.ownerId, [...ownerIds])))
      .as('summed');
    return db
      .select({
        ownerId: elementPrint.ownerId,
        stepId: elementPrint.stepId,
        ways: elementPrint.ways,
        print: elementPrint.print,
      })
      .from(elementPrint)
      .innerJoin(summed, and(eq(summed.ownerId, elementPrint.ownerId), eq(summed.stepId, elementPrint.stepId)))
      .where(sql`${summed.bytes} <= ${maxBytes}`);
  },
  /** Locks scripts and functions against deletion until the transaction ends; returns the ids that exist. */
  async holdOwners(db: Sql, ids: readonly string[]): Promise<Set<string>> {
    const scripts = await db
      .select({ id: script.id })
      .from(script)
      .where(inArray(script.id, [...ids]))
      .orderBy(script.id)
      .for('key share');
    const functions = await db
      .select({ id: testFunction.id })
      .from(testFunction)
      .where(inArray(testFunction.id, [...ids]))
      .orderBy(testFunction.id)
      .for('key share');
    return new Set([...scripts, ...functions].map(({ id }) => id));
  },
  /** The latest observation wins. */
  async put(db: Sql, rows: readonly ElementPrintRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += batchSize)
      await db
        .insert(elementPrint)
        .values(rows.slice(at, at + batchSize))
        .onConflictDoUpdate({
          target: [elementPrint.ownerId, elementPrint.stepId],
          set: {
            ways: sql`excluded.ways`,
            print: sql`excluded.print`,
            sizeBytes: sql`excluded.size_bytes`,
            seenAt: sql`excluded.seen_at`,
          },
          setWhere: sql`${elementPrint.seenAt} < excluded.seen_at`,
        });
  },
  /** Deletes the prints of scripts and functions. */
  async deleteOf(db: Sql, ownerIds: readonly string[]): Promise<void> {
    if (ownerIds.length > 0) await db.delete(elementPrint).where(inArray(elementPrint.ownerId, [...ownerIds]));
  },
  /** Deletes prints of scripts and functions that no run has seen since. */
  async deleteUnseen(db: Sql, ownerIds: readonly string[], since: Date): Promise<void> {
    await db
      .delete(elementPrint)
      .where(and(inArray(elementPrint.ownerId, [...ownerIds]), lt(elementPrint.seenAt, since)));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(elementPrint).where(eq(elementPrint.projectId, projectId));
  },
};
