import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { difference, result } from './tables.ts';

export type ResultRow = typeof result.$inferSelect;
export type DifferenceRow = typeof difference.$inferSelect;
type NewDifference = Omit<DifferenceRow, 'runId'>;

const batchSize = 500;

/** Results of runs. */
export const resultsStore = {
  /** Stores the result of a run, replacing that of an earlier attempt; in one transaction. */
  async keep(db: Sql, row: typeof result.$inferInsert, differences: readonly NewDifference[]): Promise<void> {
    await db.delete(result).where(eq(result.runId, row.runId));
    await db.insert(result).values(row);
    for (let at = 0; at < differences.length; at += batchSize)
      await db
        .insert(difference)
        .values(differences.slice(at, at + batchSize).map((one) => ({ ...one, runId: row.runId })));
  },

  async find(db: Sql, runId: string): Promise<ResultRow | undefined> {
    const [row] = await db.select().from(result).where(eq(result.runId, runId));
    return row;
  },

  async summaries(db: Sql, runIds: readonly string[]): Promise<Map<string, string>> {
    if (runIds.length === 0) return new Map();
    const rows = await db
      .select({ runId: result.runId, found: result.found })
      .from(result)
      .where(inArray(result.runId, [...runIds]));
    return new Map(rows.map(({ runId, found }) => [runId, found.summary]));
  },

  async listDifferences(
    db: Sql,
    { runId, kind }: { runId: string; kind?: DifferenceRow['kind'] | undefined },
    { page, size }: { page: number; size: number },
  ): Promise<{ content: DifferenceRow[]; totalElements: number }> {
    const where = and(eq(difference.runId, runId), kind ? eq(difference.kind, kind) : undefined);
    const [content, [total]] = await Promise.all([
      db
        .select()
        .from(difference)
        .where(where)
        .orderBy(asc(difference.position))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(difference).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  async delete(db: Sql, runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await db.delete(result).where(inArray(result.runId, [...runIds]));
  },

  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(result).where(eq(result.projectId, projectId));
  },
};
