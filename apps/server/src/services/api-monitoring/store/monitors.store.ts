import type { MonitorKind, MonitorStatus } from '@touchstone/contracts/api-monitoring';
import { and, arrayContains, count, eq, getTableColumns, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { containsPattern } from '../../../platform/database/conditions.ts';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { PackedDurations } from '../domain/rollup.ts';
import { packedHistograms } from './rollups.store.ts';
import { incident, monitor, type monitorSlot, result, rollup, summary } from './tables.ts';

export type MonitorRow = typeof monitor.$inferSelect;
export type NewMonitorRow = typeof monitor.$inferInsert;
export type SlotRow = typeof monitorSlot.$inferSelect;
export type SummaryRow = typeof summary.$inferSelect;

/** A check as shown in the miniature history of lists. */
export interface RecentCheck {
  monitorId: string;
  at: Date;
  verdict: number;
  durationUs: number | null;
}

/** The filter of a monitor list. */
export interface MonitorFilter {
  projectId: string;
  collectionId?: string | undefined;
  status?: MonitorStatus | undefined;
  kind?: MonitorKind | undefined;
  tag?: string | undefined;
  monitorIds?: readonly string[] | undefined;
  searchTerm?: string | undefined;
}

type Place = Pick<MonitorFilter, 'projectId' | 'collectionId'>;
const inPlace = ({ projectId, collectionId }: Place) =>
  and(eq(monitor.projectId, projectId), collectionId ? eq(monitor.collectionId, collectionId) : undefined);

const { definition: _definition, heartbeatHash: _hash, ...listed } = getTableColumns(monitor);
/** A monitor in its list form, without its definition. */
export type ListedMonitor = Omit<MonitorRow, 'definition' | 'heartbeatHash'>;

const urgency = sql`case ${monitor.status} when 'DOWN' then 0 when 'DEGRADED' then 1 when 'UNKNOWN' then 2
  when 'MAINTENANCE' then 3 when 'UP' then 4 else 5 end`;

/** Monitors and their state. */
export const monitorsStore = {
  async insert(db: Sql, rows: NewMonitorRow[]): Promise<void> {
    const most = 500;
    for (let at = 0; at < rows.length; at += most) await db.insert(monitor).values(rows.slice(at, at + most));
  },
  async find(db: Sql, organizationId: string, id: string): Promise<MonitorRow | undefined> {
    const [row] = await db
      .select()
      .from(monitor)
      .where(and(eq(monitor.id, id), eq(monitor.organizationId, organizationId)));
    return row;
  },
  /** Locks monitors until the transaction ends, always in the same order. */
  async lock(db: Sql, ids: readonly string[]): Promise<MonitorRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(monitor)
      .where(inArray(monitor.id, [...ids]))
      .orderBy(monitor.id)
      .for('update');
  },
  /** Marks the started monitors of a project, which start again when it is restored. */
  async markStarted(db: Sql, projectId: string): Promise<void> {
    await db
      .update(monitor)
      .set({ startsAgain: true })
      .where(and(eq(monitor.projectId, projectId), monitor.isStarted));
  },
  /** Locks the marked monitors of a project, oldest first. */
  async lockMarked(db: Sql, projectId: string): Promise<MonitorRow[]> {
    return db
      .select()
      .from(monitor)
      .where(and(eq(monitor.projectId, projectId), monitor.startsAgain))
      .orderBy(monitor.createdAt, monitor.id)
      .for('update');
  },
  async forgetMarks(db: Sql, projectId: string): Promise<void> {
    await db
      .update(monitor)
      .set({ startsAgain: false })
      .where(and(eq(monitor.projectId, projectId), monitor.startsAgain));
  },
  async findMany(db: Sql, ids: readonly string[]): Promise<MonitorRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(monitor)
      .where(inArray(monitor.id, [...ids]));
  },
  /** Locks the heartbeats of an organization that wait for a call. */
  async lockHeartbeats(db: Sql, organizationId: string): Promise<MonitorRow[]> {
    return db
      .select()
      .from(monitor)
      .where(
        and(
          eq(monitor.organizationId, organizationId),
          eq(monitor.kind, 'heartbeat'),
          monitor.isStarted,
          sql`exists (select 1 from api_monitoring.monitor_slot s where s.monitor_id = ${monitor.id} and s.next_due_at is not null)`,
        ),
      )
      .for('update');
  },
  async findByHeartbeat(db: Sql, hash: string): Promise<MonitorRow | undefined> {
    const [row] = await db.select().from(monitor).where(eq(monitor.heartbeatHash, hash));
    return row;
  },
  async list(
    db: Sql,
    filter: MonitorFilter,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: ListedMonitor[]; totalElements: number }> {
    const { projectId, collectionId, status, kind, tag, monitorIds, searchTerm } = filter;
    const pattern = searchTerm && containsPattern(searchTerm);
    const where = and(
      inPlace({ projectId, collectionId }),
      status ? eq(monitor.status, status) : undefined,
      kind ? eq(monitor.kind, kind) : undefined,
      tag ? arrayContains(monitor.tags, [tag]) : undefined,
      monitorIds ? inArray(monitor.id, [...monitorIds]) : undefined,
      pattern ? or(ilike(monitor.name, pattern), ilike(monitor.target, pattern)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select(listed)
        .from(monitor)
        .where(where)
        .orderBy(urgency, sql`lower(${monitor.name})`, monitor.id)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(monitor).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** All monitors of a project or of one of its collections, by name. */
  async listAll(db: Sql, place: Place, kinds?: readonly MonitorKind[]): Promise<ListedMonitor[]> {
    return db
      .select(listed)
      .from(monitor)
      .where(and(inPlace(place), kinds ? inArray(monitor.kind, [...kinds]) : undefined))
      .orderBy(sql`lower(${monitor.name})`, monitor.id);
  },
  async countStatuses(db: Sql, place: Place): Promise<Partial<Record<MonitorStatus, number>>> {
    const rows = await db
      .select({ status: monitor.status, value: count() })
      .from(monitor)
      .where(inPlace(place))
      .groupBy(monitor.status);
    return Object.fromEntries(rows.map(({ status, value }) => [status, value]));
  },
  async countOpenIncidents(db: Sql, place: Place): Promise<number> {
    const [row] = await db
      .select({ value: count() })
      .from(incident)
      .innerJoin(monitor, eq(monitor.id, incident.monitorId))
      .where(and(inPlace(place), isNull(incident.closedAt)));
    return row?.value ?? 0;
  },
  /** The last 24 hours of all monitors of a project or collection. */
  async sumOfSummaries(db: Sql, place: Place): Promise<PackedDurations & { good: number; bad: number }> {
    const sum = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)::float8`;
    const [row] = await db
      .select({
        good: sum(summary.good),
        bad: sum(summary.bad),
        count: sum(summary.count),
        sumUs: sum(summary.sumUs),
        minUs: sql<number>`coalesce(min(${summary.minUs}) filter (where count > 0), 0)::float8`,
        maxUs: sql<number>`coalesce(max(${summary.maxUs}), 0)::float8`,
        packed: sql<Uint8Array | null>`${packedHistograms}`,
      })
      .from(summary)
      .innerJoin(monitor, eq(monitor.id, summary.monitorId))
      .where(inPlace(place));
    return row as NonNullable<typeof row>;
  },
  async namesIn(db: Sql, collectionId: string): Promise<string[]> {
    const rows = await db.select({ name: monitor.name }).from(monitor).where(eq(monitor.collectionId, collectionId));
    return rows.map(({ name }) => name);
  },
  async update(db: Sql, id: string, values: Partial<NewMonitorRow>): Promise<void> {
    await db
      .update(monitor)
      .set({ ...values, updatedAt: sql`now()`, revision: sql`${monitor.revision} + 1` })
      .where(eq(monitor.id, id));
  },
  async setStatus(
    db: Sql,
    id: string,
    values: Partial<Pick<MonitorRow, 'status' | 'statusText' | 'statusSince'>>,
  ): Promise<void> {
    await db.update(monitor).set(values).where(eq(monitor.id, id));
  },
  /** Deletes monitors with their results, incidents and slots. */
  async delete(db: Sql, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const table of [rollup, incident]) await db.delete(table).where(inArray(table.monitorId, [...ids]));
    await db.delete(summary).where(inArray(summary.monitorId, [...ids]));
    await db.delete(monitor).where(inArray(monitor.id, [...ids]));
    await db.delete(result).where(inArray(result.monitorId, [...ids]));
  },
  /** Monitors of collections or of a project, to be deleted. */
  async idsOf(db: Sql, by: { projectId: string } | { collectionIds: readonly string[] }): Promise<string[]> {
    const where =
      'projectId' in by ? eq(monitor.projectId, by.projectId) : inArray(monitor.collectionId, [...by.collectionIds]);
    return (await db.select({ id: monitor.id }).from(monitor).where(where)).map(({ id }) => id);
  },

  /** The number of started monitors of an organization; blocks further starts there until the transaction ends. */
  async countStarted(db: Sql, organizationId: string): Promise<number> {
    await lockUntilCommit(db, `monitored APIs of ${organizationId}`);
    const [row] = await db
      .select({ value: count() })
      .from(monitor)
      .where(and(eq(monitor.organizationId, organizationId), monitor.isStarted));
    return row?.value ?? 0;
  },

  /** The latest checks of each monitor, at most `most`, latest first. */
  async recent(db: Sql, ids: readonly string[], most: number): Promise<RecentCheck[]> {
    if (ids.length === 0) return [];
    const { rows } = await db.execute<{
      monitorId: string;
      at: string;
      verdict: number;
      durationUs: number | null;
    }>(sql`
      select m.id as "monitorId", r.at, r.verdict, r.duration_us as "durationUs"
      from unnest(${sql.param([...ids])}::uuid[]) m(id)
      cross join lateral (select at, verdict, duration_us from ${result} where monitor_id = m.id order by at desc limit ${most}) r`);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  },
  async summaries(db: Sql, ids: readonly string[]): Promise<Map<string, SummaryRow>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select()
      .from(summary)
      .where(inArray(summary.monitorId, [...ids]));
    return new Map(rows.map((row) => [row.monitorId, row]));
  },
  async openIncidents(db: Sql, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: incident.id, monitorId: incident.monitorId })
      .from(incident)
      .where(and(inArray(incident.monitorId, [...ids]), isNull(incident.closedAt)));
    return new Map(rows.map(({ id, monitorId }) => [monitorId, id]));
  },
};
