import type { AssetKind } from '@touchstone/contracts/service-virtualization';
import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { asset, assetVersion, project } from './tables.ts';

export type AssetRow = typeof asset.$inferSelect;
export type NewAssetRow = Omit<typeof asset.$inferInsert, 'position'>;
/** Identifies the version of an asset, to decide whether a loaded mock is up to date. */
export type AssetMark = Pick<AssetRow, 'id' | 'suiteId' | 'name' | 'revision' | 'isEnabled'>;
export type VersionRow = typeof assetVersion.$inferSelect;

/** The filter of an asset list. */
export interface AssetFilter {
  searchTerm?: string | undefined;
  suiteIds?: readonly string[] | undefined;
  kind?: AssetKind | undefined;
  isEnabled?: boolean | undefined;
  tag?: string | undefined;
}

const batch = 500;
const readBatch = 250;

const { content: _content, sourceBase: _base, ...listed } = getTableColumns(asset);
/** An asset without its content. */
export type AssetListRow = Omit<AssetRow, 'content' | 'sourceBase'> & { isEdited: boolean };

const isEdited = sql<boolean>`${asset.sourceBase} is not null and ${asset.content} is distinct from ${asset.sourceBase}`;

/** Assets of mocks and their versions. */
export const assetsStore = {
  async insert(db: Sql, rows: readonly NewAssetRow[], change: string): Promise<void> {
    for (let from = 0; from < rows.length; from += batch) {
      const part = rows.slice(from, from + batch);
      await db.insert(asset).values(part);
      await db.insert(assetVersion).values(part.map((row) => versionOf(row, change, row.createdByName)));
    }
  },
  async find(db: Sql, organizationId: string, id: string): Promise<AssetRow | undefined> {
    const [row] = await db
      .select()
      .from(asset)
      .where(and(eq(asset.id, id), eq(asset.organizationId, organizationId)));
    return row;
  },
  /** Locks the asset until the transaction ends. */
  async lock(db: Sql, id: string): Promise<AssetRow | undefined> {
    const [row] = await db.select().from(asset).where(eq(asset.id, id)).for('update');
    return row;
  },
  async listByIds(db: Sql, projectId: string, ids: readonly string[]): Promise<AssetRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(asset)
      .where(and(eq(asset.projectId, projectId), inArray(asset.id, [...ids])))
      .orderBy(asc(asset.position));
  },
  /** Like `listByIds`, ordered by position and in batches: reading thousands together would block the process. */
  async *partsByIds(db: Sql, projectId: string, ids: readonly string[]): AsyncGenerator<AssetRow[]> {
    for (let from = 0; from < ids.length; from += readBatch)
      yield assetsStore.listByIds(db, projectId, ids.slice(from, from + readBatch));
  },
  async exists(db: Sql, id: string): Promise<boolean> {
    const rows = await db.select({ id: asset.id }).from(asset).where(eq(asset.id, id));
    return rows.length > 0;
  },
  /** All assets of a project, or of some of its suites, oldest first. */
  async listAll(db: Sql, projectId: string, suiteIds?: readonly string[]): Promise<AssetRow[]> {
    if (suiteIds?.length === 0) return [];
    return db
      .select()
      .from(asset)
      .where(and(eq(asset.projectId, projectId), suiteIds ? inArray(asset.suiteId, [...suiteIds]) : undefined))
      .orderBy(asc(asset.position));
  },
  /** All assets of a project without their content, oldest first. */
  async listMarks(db: Sql, projectId: string): Promise<AssetMark[]> {
    const { id, suiteId, name, revision, isEnabled } = asset;
    return db
      .select({ id, suiteId, name, revision, isEnabled })
      .from(asset)
      .where(eq(asset.projectId, projectId))
      .orderBy(asc(asset.position));
  },
  async listOfSource(db: Sql, projectId: string, sourceId: string): Promise<AssetRow[]> {
    return db
      .select()
      .from(asset)
      .where(and(eq(asset.projectId, projectId), eq(asset.sourceId, sourceId)))
      .orderBy(asc(asset.position));
  },
  async list(
    db: Sql,
    projectId: string,
    filter: AssetFilter,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: AssetListRow[]; totalElements: number }> {
    if (filter.suiteIds?.length === 0) return { rows: [], totalElements: 0 };
    const where = and(eq(asset.projectId, projectId), ...conditions(filter));
    const [rows, [total]] = await Promise.all([
      db
        .select({ ...listed, isEdited })
        .from(asset)
        .where(where)
        .orderBy(desc(asset.position))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(asset).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async tags(db: Sql, projectId: string): Promise<{ tag: string; count: number }[]> {
    const { rows } = await db.execute<{ tag: string; count: number }>(sql`
      select tag, count(*)::int as count from ${asset}, unnest(${asset.tags}) as tag
      where ${asset.projectId} = ${projectId} group by tag order by lower(tag), tag limit 500`);
    return rows.map(({ tag, count: value }) => ({ tag, count: Number(value) }));
  },
  async scenarioNames(db: Sql, projectId: string): Promise<Set<string>> {
    const rows = await db
      .selectDistinct({ name: asset.scenarioName })
      .from(asset)
      .where(and(eq(asset.projectId, projectId), isNotNull(asset.scenarioName)));
    return new Set(rows.map(({ name }) => name ?? ''));
  },
  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(asset).where(eq(asset.projectId, projectId));
    return row?.value ?? 0;
  },
  /** Counts the organization's enabled assets, excluding projects in the trash. */
  async countEnabled(db: Sql, organizationId: string): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(asset)
      .innerJoin(project, and(eq(project.id, asset.projectId), eq(project.isAway, false)))
      .where(and(eq(asset.organizationId, organizationId), eq(asset.isEnabled, true)));
    return row?.value ?? 0;
  },
  /** Disables the newest enabled assets of a project beyond `most`. */
  async switchOffBeyond(db: Sql, projectId: string, most: number): Promise<void> {
    const on = and(eq(asset.projectId, projectId), eq(asset.isEnabled, true));
    const beyond = db.select({ id: asset.id }).from(asset).where(on).orderBy(asset.createdAt, asset.id).offset(most);
    await db.update(asset).set({ isEnabled: false }).where(inArray(asset.id, beyond));
  },
  /** Stores the next version of an asset. */
  async save(
    db: Sql,
    before: AssetRow,
    values: Partial<NewAssetRow>,
    { change, byName }: { change: string; byName: string },
  ): Promise<AssetRow> {
    const revision = before.revision + 1;
    const [row] = await db
      .update(asset)
      .set({ ...values, revision, updatedAt: sql`now()`, updatedByName: byName })
      .where(eq(asset.id, before.id))
      .returning();
    await db.insert(assetVersion).values(versionOf(row as AssetRow, change, byName));
    return row as AssetRow;
  },
  async setSourceBase(db: Sql, id: string, sourceBase: AssetRow['sourceBase']): Promise<void> {
    await db.update(asset).set({ sourceBase }).where(eq(asset.id, id));
  },
  async setEnabled(db: Sql, projectId: string, ids: readonly string[], isEnabled: boolean): Promise<string[]> {
    const rows = await db
      .update(asset)
      .set({ isEnabled })
      .where(and(eq(asset.projectId, projectId), inArray(asset.id, [...ids]), eq(asset.isEnabled, !isEnabled)))
      .returning({ id: asset.id });
    return rows.map(({ id }) => id);
  },
  async move(db: Sql, projectId: string, ids: readonly string[], suiteId: string): Promise<void> {
    await db
      .update(asset)
      .set({ suiteId })
      .where(and(eq(asset.projectId, projectId), inArray(asset.id, [...ids])));
  },
  async delete(db: Sql, projectId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await db.delete(asset).where(and(eq(asset.projectId, projectId), inArray(asset.id, [...ids])));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(asset).where(eq(asset.projectId, projectId));
  },
  /** Assets with similar addresses, which may shadow each other. */
  async alike(db: Sql, projectId: string, { path }: { path: string }): Promise<AssetRow[]> {
    return db
      .select()
      .from(asset)
      .where(
        and(
          eq(asset.projectId, projectId),
          eq(asset.isEnabled, true),
          eq(asset.form, 'stub'),
          inArray(asset.path, [path, '*']),
        ),
      )
      .orderBy(desc(asset.position))
      .limit(200);
  },

  async listVersions(db: Sql, assetId: string, { page, size }: { page: number; size: number }) {
    const where = eq(assetVersion.assetId, assetId);
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(assetVersion)
        .where(where)
        .orderBy(desc(assetVersion.revision))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(assetVersion).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async findVersion(db: Sql, assetId: string, revision: number): Promise<VersionRow | undefined> {
    const [row] = await db
      .select()
      .from(assetVersion)
      .where(and(eq(assetVersion.assetId, assetId), eq(assetVersion.revision, revision)));
    return row;
  },
};

function conditions({ searchTerm, suiteIds, kind, isEnabled, tag }: AssetFilter): (SQL | undefined)[] {
  const pattern = searchTerm ? containsPattern(searchTerm) : undefined;
  return [
    pattern
      ? or(
          ilike(asset.name, pattern),
          ilike(asset.path, pattern),
          sql`array_to_string(${asset.tags}, ' ') ilike ${pattern}`,
        )
      : undefined,
    suiteIds ? inArray(asset.suiteId, [...suiteIds]) : undefined,
    kind ? eq(asset.kind, kind) : undefined,
    isEnabled === undefined ? undefined : eq(asset.isEnabled, isEnabled),
    tag ? sql`${tag} = any(${asset.tags})` : undefined,
  ];
}

const versionOf = (row: NewAssetRow, change: string, byName: string): typeof assetVersion.$inferInsert => ({
  assetId: row.id,
  revision: row.revision,
  name: row.name,
  kind: row.kind,
  tags: row.tags,
  content: row.content,
  change,
  createdByName: byName,
});
