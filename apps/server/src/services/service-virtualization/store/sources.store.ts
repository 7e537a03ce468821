import { and, desc, eq, isNotNull, lt } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { importSource, pendingImport } from './tables.ts';

export type SourceRow = typeof importSource.$inferSelect;

/** Imported documents, and those waiting to be imported. */
export const sourcesStore = {
  async put(db: Sql, values: typeof importSource.$inferInsert): Promise<void> {
    const { id: _id, organizationId: _organization, projectId: _project, ...changed } = values;
    await db
      .insert(importSource)
      .values(values)
      .onConflictDoUpdate({ target: importSource.id, set: { ...changed, importedAt: new Date() } });
  },
  async find(db: Sql, projectId: string, id: string): Promise<SourceRow | undefined> {
    const [row] = await db
      .select()
      .from(importSource)
      .where(and(eq(importSource.id, id), eq(importSource.projectId, projectId)));
    return row;
  },
  /** The newest document with a format and title. */
  async findAlike(db: Sql, projectId: string, format: string, title: string): Promise<SourceRow | undefined> {
    const [row] = await db
      .select()
      .from(importSource)
      .where(and(eq(importSource.projectId, projectId), eq(importSource.format, format), eq(importSource.title, title)))
      .orderBy(desc(importSource.importedAt))
      .limit(1);
    return row;
  },
  async list(db: Sql, projectId: string): Promise<SourceRow[]> {
    return db
      .select()
      .from(importSource)
      .where(eq(importSource.projectId, projectId))
      .orderBy(desc(importSource.importedAt))
      .limit(500);
  },
  /** The documents that requests are validated against, without their text; `importedAt` changes with it. */
  async listDocuments(db: Sql, projectId: string): Promise<Pick<SourceRow, 'id' | 'importedAt'>[]> {
    return db
      .select({ id: importSource.id, importedAt: importSource.importedAt })
      .from(importSource)
      .where(and(eq(importSource.projectId, projectId), isNotNull(importSource.document)));
  },

  async insertPending(db: Sql, values: typeof pendingImport.$inferInsert): Promise<void> {
    await db.insert(pendingImport).values(values);
  },
  async findPending(db: Sql, projectId: string, id: string): Promise<string | undefined> {
    const [row] = await db
      .select({ content: pendingImport.content })
      .from(pendingImport)
      .where(and(eq(pendingImport.id, id), eq(pendingImport.projectId, projectId)));
    return row?.content;
  },
  async deletePending(db: Sql, where: { id: string } | { before: Date }): Promise<void> {
    await db
      .delete(pendingImport)
      .where('id' in where ? eq(pendingImport.id, where.id) : lt(pendingImport.createdAt, where.before));
  },
};
