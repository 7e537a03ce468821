import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PageRequest } from './modules.store.ts';
import { baseline, baselineVersion, script } from './tables.ts';

export type BaselineRow = typeof baseline.$inferSelect;
export type BaselineVersionRow = typeof baselineVersion.$inferSelect;

/** The fields that identify a baseline. */
export type BaselinePlace = Pick<BaselineRow, 'organizationId' | 'projectId' | 'scriptId' | 'name' | 'target'>;

/** A baseline with its current version, and what lists show of its script. */
export interface ListedBaseline extends BaselineRow {
  scriptName: string | null;
  versionCount: number;
  current: BaselineVersionRow;
}

const listed = {
  ...getTableColumns(baseline),
  scriptName: script.name,
  versionCount: sql<number>`(select count(*)::int from ${baselineVersion} of where of.baseline_id = ${baseline.id})`,
  current: getTableColumns(baselineVersion),
};

/** Every baseline with its script, which may have been deleted, and its current version. */
const listedBaselines = (db: Sql) =>
  db
    .select(listed)
    .from(baseline)
    .innerJoin(
      baselineVersion,
      and(eq(baselineVersion.baselineId, baseline.id), eq(baselineVersion.version, baseline.currentVersion)),
    )
    .leftJoin(script, eq(script.id, baseline.scriptId))
    .$dynamic();

interface ListFilter {
  projectId: string;
  searchTerm?: string | undefined;
  isReviewed?: boolean | undefined;
}

const matching = ({ projectId, searchTerm, isReviewed }: ListFilter) =>
  and(
    eq(baseline.projectId, projectId),
    isReviewed === undefined ? undefined : eq(baselineVersion.isReviewed, isReviewed),
    searchTerm
      ? or(ilike(baseline.name, containsPattern(searchTerm)), ilike(script.name, containsPattern(searchTerm)))
      : undefined,
  );

const isAt = ({ organizationId, scriptId, name, target }: BaselinePlace) =>
  and(
    eq(baseline.organizationId, organizationId),
    eq(baseline.scriptId, scriptId),
    eq(baseline.name, name),
    eq(baseline.target, target),
  );

/** Baselines of pictures; their contents are files of the platform. */
export const baselinesStore = {
  async list(
    db: Sql,
    filter: ListFilter,
    { page, size }: PageRequest,
  ): Promise<{ rows: ListedBaseline[]; totalElements: number }> {
    const rows = await listedBaselines(db)
      .where(matching(filter))
      .orderBy(
        sql`lower(${script.name}) nulls last`,
        asc(baseline.scriptId),
        sql`lower(${baseline.name})`,
        asc(baseline.target),
      )
      .limit(size)
      .offset(page * size);
    const [total] = await db
      .select({ value: count() })
      .from(baseline)
      .innerJoin(
        baselineVersion,
        and(eq(baselineVersion.baselineId, baseline.id), eq(baselineVersion.version, baseline.currentVersion)),
      )
      .leftJoin(script, eq(script.id, baseline.scriptId))
      .where(matching(filter));
    return { rows, totalElements: total?.value ?? 0 };
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ListedBaseline | undefined> {
    const [row] = await listedBaselines(db).where(
      and(eq(baseline.id, id), eq(baseline.organizationId, organizationId)),
    );
    return row;
  },
  async findAt(db: Sql, place: BaselinePlace): Promise<ListedBaseline | undefined> {
    const [row] = await listedBaselines(db).where(isAt(place));
    return row;
  },
  async countProject(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(baseline).where(eq(baseline.projectId, projectId));
    return row?.value ?? 0;
  },
  /** Inserts a baseline whose first version follows; false if the place already has one. */
  async insert(db: Sql, values: BaselinePlace & { id: string }): Promise<boolean> {
    const rows = await db
      .insert(baseline)
      .values({ ...values, currentVersion: 1 })
      .onConflictDoNothing()
      .returning({ id: baseline.id });
    return rows.length > 0;
  },
  /** Locks a baseline until the transaction ends; returns its current and its newest version. */
  async lock(db: Sql, id: string): Promise<{ currentVersion: number; newest: number } | undefined> {
    const [row] = await db
      .select({ currentVersion: baseline.currentVersion })
      .from(baseline)
      .where(eq(baseline.id, id))
      .for('update');
    if (!row) return undefined;
    const [last] = await db
      .select({ newest: sql<number>`max(${baselineVersion.version})::int` })
      .from(baselineVersion)
      .where(eq(baselineVersion.baselineId, id));
    return { ...row, newest: last?.newest ?? 0 };
  },
  async insertVersion(db: Sql, values: typeof baselineVersion.$inferInsert): Promise<void> {
    await db.insert(baselineVersion).values(values);
  },
  async setCurrent(db: Sql, id: string, version: number): Promise<void> {
    await db.update(baseline).set({ currentVersion: version }).where(eq(baseline.id, id));
  },
  async setReviewed(db: Sql, id: string, version: number): Promise<void> {
    await db
      .update(baselineVersion)
      .set({ isReviewed: true })
      .where(and(eq(baselineVersion.baselineId, id), eq(baselineVersion.version, version)));
  },
  /** Newest first. */
  async versions(db: Sql, id: string): Promise<BaselineVersionRow[]> {
    return db
      .select()
      .from(baselineVersion)
      .where(eq(baselineVersion.baselineId, id))
      .orderBy(desc(baselineVersion.version));
  },
  async findVersion(db: Sql, id: string, version: number): Promise<BaselineVersionRow | undefined> {
    const [row] = await db
      .select()
      .from(baselineVersion)
      .where(and(eq(baselineVersion.baselineId, id), eq(baselineVersion.version, version)));
    return row;
  },
  /** Deletes versions older than the given one, except the current one; returns their contents. */
  async deleteOlder(db: Sql, id: string, than: number, current: number): Promise<string[]> {
    const rows = await db
      .delete(baselineVersion)
      .where(
        and(
          eq(baselineVersion.baselineId, id),
          lt(baselineVersion.version, than),
          ne(baselineVersion.version, current),
        ),
      )
      .returning({ contentId: baselineVersion.contentId });
    return rows.map(({ contentId }) => contentId);
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(baseline).where(eq(baseline.id, id));
  },
  /** Deletes the baselines of scripts; returns the contents of their versions. */
  async deleteOfScripts(db: Sql, scriptIds: readonly string[]): Promise<string[]> {
    if (scriptIds.length === 0) return [];
    const isOfThem = inArray(baseline.scriptId, [...scriptIds]);
    const rows = await db
      .delete(baselineVersion)
      .where(inArray(baselineVersion.baselineId, db.select({ id: baseline.id }).from(baseline).where(isOfThem)))
      .returning({ contentId: baselineVersion.contentId });
    await db.delete(baseline).where(isOfThem);
    return rows.map(({ contentId }) => contentId);
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(baseline).where(eq(baseline.projectId, projectId));
  },
};
