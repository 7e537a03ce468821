import { and, asc, count, eq, ilike, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { asset, mockFile } from './tables.ts';

export type FileRow = typeof mockFile.$inferSelect;

/** Files that stubs serve. */
export const filesStore = {
  /** Stores a file; also returns the content id of the file of the same name that it replaces. */
  async put(db: Sql, values: typeof mockFile.$inferInsert): Promise<{ row: FileRow; replaced: string | undefined }> {
    const [before] = await db
      .select({ contentId: mockFile.contentId })
      .from(mockFile)
      .where(and(eq(mockFile.projectId, values.projectId), eq(mockFile.fileName, values.fileName)))
      .for('update');
    const [row] = await db
      .insert(mockFile)
      .values(values)
      .onConflictDoUpdate({
        target: [mockFile.projectId, mockFile.fileName],
        set: {
          contentId: values.contentId,
          contentType: values.contentType,
          sizeBytes: values.sizeBytes,
          createdAt: sql`now()`,
          createdByName: values.createdByName,
        },
      })
      .returning();
    return { row: row as FileRow, replaced: before?.contentId };
  },
  async find(db: Sql, organizationId: string, id: string): Promise<FileRow | undefined> {
    const [row] = await db
      .select()
      .from(mockFile)
      .where(and(eq(mockFile.id, id), eq(mockFile.organizationId, organizationId)));
    return row;
  },
  async listAll(db: Sql, projectId: string): Promise<FileRow[]> {
    return db.select().from(mockFile).where(eq(mockFile.projectId, projectId));
  },
  /** Total bytes of the project's files, excluding the one with this name. */
  async sizeBeside(db: Sql, projectId: string, fileName: string): Promise<number> {
    const [row] = await db
      .select({ value: sql<number>`coalesce(sum(${mockFile.sizeBytes}), 0)`.mapWith(Number) })
      .from(mockFile)
      .where(and(eq(mockFile.projectId, projectId), sql`${mockFile.fileName} <> ${fileName}`));
    return row?.value ?? 0;
  },
  async list(
    db: Sql,
    projectId: string,
    searchTerm: string | undefined,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: FileRow[]; totalElements: number }> {
    const where = and(
      eq(mockFile.projectId, projectId),
      searchTerm ? ilike(mockFile.fileName, containsPattern(searchTerm)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(mockFile)
        .where(where)
        .orderBy(asc(mockFile.fileName))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(mockFile).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** How many assets use each file. */
  async countUses(db: Sql, projectId: string): Promise<Map<string, number>> {
    const { rows } = await db.execute<{ name: string; value: number }>(sql`
      select ${asset.content} #>> '{stub,response,bodyFileName}' as name, count(*)::int as value from ${asset}
      where ${asset.projectId} = ${projectId} and ${asset.content} #>> '{stub,response,bodyFileName}' is not null group by 1`);
    return new Map(rows.map(({ name, value }) => [name, Number(value)]));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(mockFile).where(eq(mockFile.id, id));
  },
};
