import { and, count, eq, ilike, inArray, isNull, like, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { folder, recent, star } from './tables.ts';

export type FolderRow = typeof folder.$inferSelect;
type NewFolder = Omit<typeof folder.$inferInsert, 'createdAt' | 'updatedAt' | 'lastNumber'>;

/** The workspace of folders. */
export interface FolderScope {
  organizationId: string;
  projectId: string;
}

/** Projects and their folders. */
export const foldersStore = {
  async insert(db: Sql, values: NewFolder): Promise<void> {
    await db.insert(folder).values(values);
  },

  /** Inserts a project; false if its key is taken. */
  async insertProject(db: Sql, values: NewFolder): Promise<boolean> {
    const target = [folder.organizationId, folder.deepLinkId];
    const rows = await db.insert(folder).values(values).onConflictDoNothing({ target }).returning({ id: folder.id });
    return rows.length > 0;
  },

  async find(
    db: Sql,
    organizationId: string,
    by: { id: string } | { deepLinkId: string },
  ): Promise<FolderRow | undefined> {
    const named = 'id' in by ? eq(folder.id, by.id) : eq(folder.deepLinkId, by.deepLinkId);
    const [row] = await db
      .select()
      .from(folder)
      .where(and(eq(folder.organizationId, organizationId), named));
    return row;
  },

  async findMany(db: Sql, organizationId: string, ids: readonly string[]): Promise<FolderRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(folder)
      .where(and(eq(folder.organizationId, organizationId), inArray(folder.id, [...ids])));
  },

  async insertMany(db: Sql, rows: NewFolder[]): Promise<void> {
    const most = 1000;
    for (let at = 0; at < rows.length; at += most) await db.insert(folder).values(rows.slice(at, at + most));
  },

  /** Folders directly in another one, by name. */
  async listIn(
    db: Sql,
    parentId: string,
    searchTerm: string | undefined,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ content: FolderRow[]; totalElements: number }> {
    const where = and(
      eq(folder.parentId, parentId),
      searchTerm ? ilike(folder.name, containsPattern(searchTerm)) : undefined,
    );
    const [content, [total]] = await Promise.all([
      db.select().from(folder).where(where).orderBy(sql`lower(${folder.name})`).limit(limit).offset(offset),
      db.select({ value: count() }).from(folder).where(where),
    ]);
    return { content, totalElements: total?.value ?? 0 };
  },

  async namesIn(db: Sql, parentId: string): Promise<string[]> {
    const rows = await db.select({ name: folder.name }).from(folder).where(eq(folder.parentId, parentId));
    return rows.map(({ name }) => name);
  },

  /** How many folders are directly in each of these. */
  async countIn(db: Sql, ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ parentId: folder.parentId, value: count() })
      .from(folder)
      .where(inArray(folder.parentId, [...ids]))
      .groupBy(folder.parentId);
    return new Map(rows.map((row) => [row.parentId as string, row.value]));
  },

  /** A folder and its ancestors, starting with the project. */
  async wayTo(db: Sql, id: string): Promise<Pick<FolderRow, 'id' | 'deepLinkId' | 'name'>[]> {
    const { rows } = await db.execute<{ id: string; deepLinkId: string; name: string }>(sql`
      with recursive way as (
        select id, parent_id, deep_link_id, name, 0 as height from orchestration.folder where id = ${id}::uuid
        union all
        select f.id, f.parent_id, f.deep_link_id, f.name, way.height + 1
        from way join orchestration.folder f on f.id = way.parent_id)
      select id, deep_link_id as "deepLinkId", name from way order by height desc`);
    return rows;
  },

  /** Folders and all their descendants, ancestors before descendants. */
  async subtreeOf(db: Sql, ids: readonly string[]): Promise<FolderRow[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      with recursive tree as (
        select id, 0 as depth from orchestration.folder where id = any(${sql.param([...ids])}::uuid[])
        union all
        select f.id, tree.depth + 1 from tree join orchestration.folder f on f.parent_id = tree.id)
      select id from tree group by id order by max(depth)`);
    const found = await db
      .select()
      .from(folder)
      .where(sql`${folder.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.flatMap(({ id }) => byId.get(id) ?? []);
  },

  async update(
    db: Sql,
    id: string,
    changes: Partial<Pick<FolderRow, 'name' | 'description' | 'color' | 'icon' | 'parentId'>>,
  ): Promise<void> {
    await db
      .update(folder)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(eq(folder.id, id));
  },

  /**
   * Allocates numbers for new folders of a project, and locks its tree for this transaction. Undefined: no such
   * project.
   */
  async takeNumbers(
    db: Sql,
    { organizationId, projectId }: FolderScope,
    many: number,
  ): Promise<{ key: string; first: number } | undefined> {
    const [row] = await db
      .update(folder)
      .set({ lastNumber: sql`${folder.lastNumber} + ${many}` })
      .where(and(eq(folder.id, projectId), eq(folder.organizationId, organizationId), isNull(folder.parentId)))
      .returning({ key: folder.deepLinkId, last: folder.lastNumber });
    return row && { key: row.key, first: row.last - many + 1 };
  },

  async keysLike(db: Sql, organizationId: string, beginning: string): Promise<Set<string>> {
    const rows = await db
      .select({ key: folder.deepLinkId })
      .from(folder)
      .where(
        and(
          eq(folder.organizationId, organizationId),
          isNull(folder.parentId),
          like(folder.deepLinkId, `${beginning}%`),
        ),
      );
    return new Set(rows.map(({ key }) => key));
  },

  async delete(db: Sql, ids: readonly string[]): Promise<void> {
    await db.delete(folder).where(inArray(folder.id, [...ids]));
  },

  async deleteProject(db: Sql, { organizationId, projectId }: FolderScope): Promise<void> {
    for (const table of [folder, star, recent])
      await db.delete(table).where(and(eq(table.organizationId, organizationId), eq(table.projectId, projectId)));
  },
};
