import type { MonitorStatus } from '@touchstone/contracts/api-monitoring';
import { and, count, eq, ilike, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { collection, incident, monitor, project } from './tables.ts';

export type CollectionRow = typeof collection.$inferSelect;
/** The number of monitors in each status. */
export type CountsByStatus = Partial<Record<MonitorStatus, number>>;

/** Projects of monitoring and the collections in them. */
export const projectsStore = {
  async insert(db: Sql, values: { id: string; organizationId: string }): Promise<void> {
    await db.insert(project).values(values);
  },
  async exists(db: Sql, organizationId: string, id: string): Promise<boolean> {
    const [row] = await db
      .select({ id: project.id })
      .from(project)
      .where(and(eq(project.id, id), eq(project.organizationId, organizationId)));
    return row !== undefined;
  },
  /** Prevents the deletion of a project until the transaction ends; false if it has been deleted. */
  async hold(db: Sql, id: string): Promise<boolean> {
    const rows = await db.select({ id: project.id }).from(project).where(eq(project.id, id)).for('key share');
    return rows.length > 0;
  },
  /** Like `hold`, and serializes additions that are limited per project. */
  async holdForNew(db: Sql, id: string): Promise<boolean> {
    const rows = await db.select({ id: project.id }).from(project).where(eq(project.id, id)).for('no key update');
    return rows.length > 0;
  },
  /** Serializes moving a project to the trash and restoring it. */
  async lock(db: Sql, id: string): Promise<{ isAway: boolean } | undefined> {
    const [row] = await db
      .select({ isAway: project.isAway })
      .from(project)
      .where(eq(project.id, id))
      .for('no key update');
    return row;
  },
  async setAway(db: Sql, id: string, isAway: boolean): Promise<void> {
    await db.update(project).set({ isAway }).where(eq(project.id, id));
  },
  /** Allocates the number of a new incident. */
  async takeIncidentNumber(db: Sql, id: string): Promise<number> {
    const [row] = await db
      .update(project)
      .set({ lastIncident: sql`${project.lastIncident} + 1` })
      .where(eq(project.id, id))
      .returning({ number: project.lastIncident });
    return row?.number ?? 0;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(project).where(eq(project.id, id));
  },

  /** Counts the monitors of projects or collections by status. */
  async countMonitors(
    db: Sql,
    by: 'projectId' | 'collectionId',
    ids: readonly string[],
  ): Promise<Map<string, CountsByStatus>> {
    const found = new Map<string, CountsByStatus>();
    if (ids.length === 0) return found;
    const key = monitor[by];
    const rows = await db
      .select({ id: key, status: monitor.status, value: count() })
      .from(monitor)
      .where(inArray(key, [...ids]))
      .groupBy(key, monitor.status);
    for (const { id, status, value } of rows) found.set(id, { ...found.get(id), [status]: value });
    return found;
  },
  async countCollections(db: Sql, projectIds: readonly string[]): Promise<Map<string, number>> {
    if (projectIds.length === 0) return new Map();
    const rows = await db
      .select({ id: collection.projectId, value: count() })
      .from(collection)
      .where(inArray(collection.projectId, [...projectIds]))
      .groupBy(collection.projectId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  async countOpenIncidents(db: Sql, projectIds: readonly string[]): Promise<Map<string, number>> {
    if (projectIds.length === 0) return new Map();
    const rows = await db
      .select({ id: incident.projectId, value: count() })
      .from(incident)
      .where(and(inArray(incident.projectId, [...projectIds]), isNull(incident.closedAt)))
      .groupBy(incident.projectId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },

  async insertCollection(db: Sql, values: typeof collection.$inferInsert): Promise<CollectionRow> {
    const [row] = await db.insert(collection).values(values).returning();
    return row as CollectionRow;
  },
  async findCollection(db: Sql, organizationId: string, id: string): Promise<CollectionRow | undefined> {
    const [row] = await db
      .select()
      .from(collection)
      .where(and(eq(collection.id, id), eq(collection.organizationId, organizationId)));
    return row;
  },
  /** Prevents the deletion of a collection until the transaction ends; undefined if it has been deleted. */
  async holdCollection(db: Sql, id: string): Promise<CollectionRow | undefined> {
    const [row] = await db.select().from(collection).where(eq(collection.id, id)).for('key share');
    return row;
  },
  async listCollections(
    db: Sql,
    projectId: string,
    searchTerm: string | undefined,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: CollectionRow[]; totalElements: number }> {
    const where = and(
      eq(collection.projectId, projectId),
      searchTerm ? ilike(collection.name, containsPattern(searchTerm)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(collection)
        .where(where)
        .orderBy(sql`lower(${collection.name})`, collection.id)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(collection).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async collectionNames(db: Sql, projectId: string): Promise<{ id: string; name: string }[]> {
    return db
      .select({ id: collection.id, name: collection.name })
      .from(collection)
      .where(eq(collection.projectId, projectId))
      .orderBy(sql`lower(${collection.name})`, collection.id);
  },
  /** The project's collections with an objective, by name; optionally only one of them. */
  async objectives(
    db: Sql,
    projectId: string,
    collectionId?: string,
  ): Promise<{ id: string; name: string; sloPercent: number }[]> {
    const rows = await db
      .select({ id: collection.id, name: collection.name, sloPercent: collection.sloPercent })
      .from(collection)
      .where(
        and(
          eq(collection.projectId, projectId),
          isNotNull(collection.sloPercent),
          collectionId ? eq(collection.id, collectionId) : undefined,
        ),
      )
      .orderBy(sql`lower(${collection.name})`, collection.id);
    return rows.map((row) => ({ ...row, sloPercent: row.sloPercent ?? 0 }));
  },
  async updateCollection(
    db: Sql,
    id: string,
    values: Partial<Pick<CollectionRow, 'name' | 'description' | 'sloPercent'>>,
  ): Promise<CollectionRow | undefined> {
    const [row] = await db
      .update(collection)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(collection.id, id))
      .returning();
    return row;
  },
  async deleteCollections(db: Sql, projectId: string, ids: readonly string[]): Promise<void> {
    await db.delete(collection).where(and(eq(collection.projectId, projectId), inArray(collection.id, [...ids])));
  },
};
