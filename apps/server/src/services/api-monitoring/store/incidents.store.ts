import type { IncidentState, incidentEntryKinds } from '@touchstone/contracts/api-monitoring';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { incident, incidentEntry, monitor } from './tables.ts';

export type IncidentRow = typeof incident.$inferSelect;
export type EntryRow = typeof incidentEntry.$inferSelect;
/** A new line of a time line. */
export interface NewEntry {
  id: string;
  incidentId: string;
  kind: (typeof incidentEntryKinds)[number];
  at: Date;
  text: string;
  byName: string | null;
}

const {
  failing: _failing,
  good: _good,
  postMortem: _postMortem,
  ...summaryColumns
} = {
  id: incident.id,
  organizationId: incident.organizationId,
  projectId: incident.projectId,
  monitorId: incident.monitorId,
  number: incident.number,
  state: incident.state,
  severity: incident.severity,
  cause: incident.cause,
  regions: incident.regions,
  openedAt: incident.openedAt,
  acknowledgedAt: incident.acknowledgedAt,
  acknowledgedByName: incident.acknowledgedByName,
  closedAt: incident.closedAt,
  failing: incident.failing,
  good: incident.good,
  postMortem: incident.postMortem,
};
/** An incident in its list form. */
export type IncidentListRow = Omit<IncidentRow, 'failing' | 'good' | 'postMortem' | 'failingId'> & {
  monitorName: string;
};

/** Incidents and their time lines. */
export const incidentsStore = {
  async insert(db: Sql, values: typeof incident.$inferInsert): Promise<IncidentRow> {
    const [row] = await db.insert(incident).values(values).returning();
    return row as IncidentRow;
  },
  async addEntries(db: Sql, entries: NewEntry[]): Promise<void> {
    if (entries.length > 0) await db.insert(incidentEntry).values(entries);
  },
  async find(db: Sql, organizationId: string, id: string): Promise<IncidentRow | undefined> {
    const [row] = await db
      .select()
      .from(incident)
      .where(and(eq(incident.id, id), eq(incident.organizationId, organizationId)));
    return row;
  },
  /** The given incidents that exist. */
  async idsOf(db: Sql, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .select({ id: incident.id })
      .from(incident)
      .where(and(inArray(incident.id, [...ids]), eq(incident.organizationId, organizationId)));
    return new Set(rows.map(({ id }) => id));
  },
  /** Locks an incident until the transaction ends. */
  async lock(db: Sql, id: string): Promise<IncidentRow | undefined> {
    const [row] = await db.select().from(incident).where(eq(incident.id, id)).for('update');
    return row;
  },
  /** Open incidents of monitors, locked until the transaction ends. */
  async lockOpen(db: Sql, monitorIds: readonly string[]): Promise<IncidentRow[]> {
    if (monitorIds.length === 0) return [];
    return db
      .select()
      .from(incident)
      .where(and(inArray(incident.monitorId, [...monitorIds]), isNull(incident.closedAt)))
      .orderBy(incident.monitorId)
      .for('update');
  },
  async update(db: Sql, id: string, values: Partial<typeof incident.$inferInsert>): Promise<IncidentRow> {
    const [row] = await db.update(incident).set(values).where(eq(incident.id, id)).returning();
    return row as IncidentRow;
  },
  async entriesOf(db: Sql, incidentId: string): Promise<EntryRow[]> {
    return db
      .select()
      .from(incidentEntry)
      .where(eq(incidentEntry.incidentId, incidentId))
      .orderBy(asc(incidentEntry.id));
  },
  async list(
    db: Sql,
    filter: { projectId: string; monitorId?: string | undefined; state?: IncidentState | undefined },
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: IncidentListRow[]; totalElements: number }> {
    const where = and(
      eq(incident.projectId, filter.projectId),
      filter.monitorId ? eq(incident.monitorId, filter.monitorId) : undefined,
      filter.state ? eq(incident.state, filter.state) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select({ ...summaryColumns, monitorName: monitor.name })
        .from(incident)
        .innerJoin(monitor, eq(monitor.id, incident.monitorId))
        .where(where)
        .orderBy(sql`${incident.closedAt} is not null`, desc(incident.openedAt), desc(incident.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(incident).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** For each monitor, the number of incidents in a span, and the seconds of it that its down incidents lasted. */
  async inSpan(
    db: Sql,
    monitorIds: readonly string[],
    { from, to }: { from: Date; to: Date },
  ): Promise<Map<string, { incidents: number; downSeconds: number }>> {
    if (monitorIds.length === 0) return new Map();
    const [first, last] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`];
    const { rows } = await db.execute<{ id: string; incidents: number; downSeconds: number }>(sql`
      select monitor_id as id, count(*)::int as incidents, coalesce(sum(extract(epoch from least(coalesce(closed_at, ${last}), ${last})
        - greatest(opened_at, ${first}))) filter (where severity = 'DOWN'), 0)::int as "downSeconds"
      from ${incident} where monitor_id = any(${sql.param([...monitorIds])}::uuid[]) and opened_at < ${last}
        and (closed_at is null or closed_at > ${first}) group by monitor_id`);
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  },
  /** Incidents of monitors in a span, latest first. */
  async listInSpan(
    db: Sql,
    monitorIds: readonly string[],
    { from, to }: { from: Date; to: Date },
    most: number,
  ): Promise<{ rows: IncidentListRow[]; totalElements: number }> {
    const where = and(
      sql`${incident.monitorId} = any(${sql.param([...monitorIds])}::uuid[])`,
      lt(incident.openedAt, to),
      or(isNull(incident.closedAt), gt(incident.closedAt, from)),
    );
    const [rows, totalElements] = await Promise.all([
      db
        .select({ ...summaryColumns, monitorName: monitor.name })
        .from(incident)
        .innerJoin(monitor, eq(monitor.id, incident.monitorId))
        .where(where)
        .orderBy(desc(incident.openedAt), desc(incident.id))
        .limit(most),
      db.$count(incident, where),
    ]);
    return { rows, totalElements };
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(incident).where(eq(incident.id, id));
  },
};
