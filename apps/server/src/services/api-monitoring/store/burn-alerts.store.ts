import type { BurnAlert } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { WindowChecks } from '../domain/alerts/burn-rate.ts';
import { burnAlert, collection, monitor, result, rollup } from './tables.ts';

export type BurnAlertRow = typeof burnAlert.$inferSelect;

/** An objective and its monitors. */
export interface ObjectiveRow {
  subject: BurnAlert['subject'];
  subjectId: string;
  organizationId: string;
  projectId: string;
  collectionId: string;
  name: string;
  tags: string[];
  sloPercent: number;
  monitorIds: string[];
}
/** Hours that are incomplete or only partly in a window are counted from results, others from their roll-ups. */
type From = 'results' | 'hours';

/** Burn-rate alerts and the checks they are judged by, counted according to `defaultAccounting`. */
export const burnAlertsStore = {
  /** Objectives with at least one started monitor. */
  async objectives(db: Sql): Promise<ObjectiveRow[]> {
    const place = {
      organizationId: monitor.organizationId,
      projectId: monitor.projectId,
      collectionId: monitor.collectionId,
    };
    const own = await db
      .select({ ...place, id: monitor.id, name: monitor.name, tags: monitor.tags, sloPercent: monitor.sloPercent })
      .from(monitor)
      .where(and(monitor.isStarted, isNotNull(monitor.sloPercent)));
    const grouped = await db
      .select({
        organizationId: collection.organizationId,
        projectId: collection.projectId,
        collectionId: collection.id,
        name: collection.name,
        sloPercent: collection.sloPercent,
        monitorIds: sql<string[]>`array_agg(${monitor.id})`,
      })
      .from(collection)
      .innerJoin(monitor, and(eq(monitor.collectionId, collection.id), monitor.isStarted))
      .where(isNotNull(collection.sloPercent))
      .groupBy(collection.id);
    return [
      ...own.map(({ id, sloPercent, ...row }) => ({
        ...row,
        subject: 'monitor' as const,
        subjectId: id,
        sloPercent: sloPercent ?? 0,
        monitorIds: [id],
      })),
      ...grouped.map(({ sloPercent, ...row }) => ({
        ...row,
        subject: 'collection' as const,
        subjectId: row.collectionId,
        tags: [],
        sloPercent: sloPercent ?? 0,
      })),
    ];
  },
  /** Monitors with a failed check since then, according to their hours. */
  async failingSince(db: Sql, since: Date): Promise<Set<string>> {
    const rows = await db
      .selectDistinct({ id: rollup.monitorId })
      .from(rollup)
      .where(and(eq(rollup.level, 0), gte(rollup.at, since), sql`${rollup.down} > 0`));
    return new Set(rows.map(({ id }) => id));
  },
  /** Counts the checks of monitors in a span. */
  async count(
    db: Sql,
    monitorIds: readonly string[],
    { from, to, source }: { from: Date; to: Date; source: From },
  ): Promise<Map<string, WindowChecks>> {
    if (monitorIds.length === 0 || from >= to) return new Map();
    const rows =
      source === 'hours' ? await countHours(db, monitorIds, from, to) : await countResults(db, monitorIds, from, to);
    return new Map(rows.map(({ id, good, bad }) => [id, { good, bad }]));
  },

  async listOpen(db: Sql): Promise<BurnAlertRow[]> {
    return db.select().from(burnAlert).where(isNull(burnAlert.closedAt));
  },
  /** Undefined if one is already open. */
  async open(db: Sql, values: Omit<typeof burnAlert.$inferInsert, 'id'>): Promise<BurnAlertRow | undefined> {
    const [row] = await db
      .insert(burnAlert)
      .values({ id: newId(), ...values })
      .onConflictDoNothing()
      .returning();
    return row;
  },
  /** Undefined if it is already closed. */
  async close(db: Sql, id: string, closedAt: Date): Promise<BurnAlertRow | undefined> {
    const [row] = await db
      .update(burnAlert)
      .set({ closedAt })
      .where(and(eq(burnAlert.id, id), isNull(burnAlert.closedAt)))
      .returning();
    return row;
  },
  async list(
    db: Sql,
    projectId: string,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: BurnAlertRow[]; totalElements: number }> {
    const where = eq(burnAlert.projectId, projectId);
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(burnAlert)
        .where(where)
        .orderBy(sql`${burnAlert.closedAt} is not null`, desc(burnAlert.openedAt), desc(burnAlert.id))
        .limit(size)
        .offset(page * size),
      db.$count(burnAlert, where),
    ]);
    return { rows, totalElements };
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(burnAlert).where(eq(burnAlert.projectId, projectId));
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(burnAlert).where(lt(burnAlert.closedAt, before));
  },
};

const countHours = (db: Sql, ids: readonly string[], from: Date, to: Date) =>
  db
    .select({
      id: rollup.monitorId,
      good: sql<number>`sum(${rollup.up} + ${rollup.degraded})::int`,
      bad: sql<number>`sum(${rollup.down})::int`,
    })
    .from(rollup)
    .where(
      and(
        sql`${rollup.monitorId} = any(${sql.param([...ids])}::uuid[])`,
        eq(rollup.level, 0),
        gte(rollup.at, from),
        lt(rollup.at, to),
      ),
    )
    .groupBy(rollup.monitorId);

const countResults = (db: Sql, ids: readonly string[], from: Date, to: Date) =>
  db
    .select({
      id: result.monitorId,
      good: sql<number>`count(*) filter (where ${result.verdict} <= 1)::int`,
      bad: sql<number>`count(*) filter (where ${result.verdict} = 2)::int`,
    })
    .from(result)
    .where(
      and(
        sql`${result.monitorId} = any(${sql.param([...ids])}::uuid[])`,
        gte(result.at, from),
        lt(result.at, to),
        sql`not ${result.isInMaintenance} and not ${result.isRetried}`,
      ),
    )
    .groupBy(result.monitorId);
