import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { importSource, sourceWatch } from './tables.ts';

export type ImportSourceRow = typeof importSource.$inferSelect;

/** The columns of a source that lists show. */
export const sourceSummary = {
  id: importSource.id,
  suiteId: importSource.suiteId,
  format: importSource.format,
  title: importSource.title,
  name: importSource.name,
  isAddress: importSource.isAddress,
  requestCount: importSource.requestCount,
  updatedAt: importSource.updatedAt,
};

export const importSourcesStore = {
  async listOfSuite(db: Sql, suiteId: string) {
    return db
      .select({ source: sourceSummary, watch: sourceWatch })
      .from(importSource)
      .leftJoin(sourceWatch, eq(sourceWatch.sourceId, importSource.id))
      .where(eq(importSource.suiteId, suiteId))
      .orderBy(asc(importSource.createdAt), asc(importSource.id));
  },
  /** The full sources of a suite, with their sealed content. */
  async readOfSuite(db: Sql, suiteId: string): Promise<ImportSourceRow[]> {
    return db.select().from(importSource).where(eq(importSource.suiteId, suiteId)).orderBy(asc(importSource.id));
  },
  async find(db: Sql, organizationId: string, sourceId: string): Promise<ImportSourceRow | undefined> {
    const [row] = await db
      .select()
      .from(importSource)
      .where(and(eq(importSource.id, sourceId), eq(importSource.organizationId, organizationId)));
    return row;
  },
  async insert(db: Sql, values: typeof importSource.$inferInsert) {
    await db.insert(importSource).values(values);
  },
  async update(db: Sql, sourceId: string, values: Partial<typeof importSource.$inferInsert>) {
    await db
      .update(importSource)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(importSource.id, sourceId));
  },
};
