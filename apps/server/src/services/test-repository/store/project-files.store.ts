import { and, eq, ilike, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { projectFile } from './tables.ts';

export type ProjectFileRow = typeof projectFile.$inferSelect;

/** Files of projects; their contents are files of the platform. */
export const projectFilesStore = {
  /** Stores a file; returns the content of the file of that name that it replaces. */
  async put(
    db: Sql,
    values: typeof projectFile.$inferInsert,
  ): Promise<{ row: ProjectFileRow; replaced: string | undefined }> {
    const before = await this.findByName(db, values);
    const { contentId, contentType, sizeBytes, createdByName } = values;
    const [row] = await db
      .insert(projectFile)
      .values(values)
      .onConflictDoUpdate({
        target: [projectFile.projectId, projectFile.fileName],
        set: { contentId, contentType, sizeBytes, createdByName, createdAt: sql`now()` },
      })
      .returning();
    return { row: row as ProjectFileRow, replaced: before?.contentId };
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ProjectFileRow | undefined> {
    const [row] = await db
      .select()
      .from(projectFile)
      .where(and(eq(projectFile.id, id), eq(projectFile.organizationId, organizationId)));
    return row;
  },
  async findByName(
    db: Sql,
    { organizationId, projectId, fileName }: { organizationId: string; projectId: string; fileName: string },
  ): Promise<ProjectFileRow | undefined> {
    const [row] = await db
      .select()
      .from(projectFile)
      .where(
        and(
          eq(projectFile.organizationId, organizationId),
          eq(projectFile.projectId, projectId),
          eq(projectFile.fileName, fileName),
        ),
      );
    return row;
  },
  async list(db: Sql, projectId: string, searchTerm?: string): Promise<ProjectFileRow[]> {
    return db
      .select()
      .from(projectFile)
      .where(
        and(
          eq(projectFile.projectId, projectId),
          searchTerm ? ilike(projectFile.fileName, containsPattern(searchTerm)) : undefined,
        ),
      )
      .orderBy(sql`lower(${projectFile.fileName})`);
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(projectFile).where(eq(projectFile.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(projectFile).where(eq(projectFile.projectId, projectId));
  },
};
