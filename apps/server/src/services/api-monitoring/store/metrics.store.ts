import { and, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { collection, metricsToken, monitor, monitorSlot, summary } from './tables.ts';

export type TokenRow = typeof metricsToken.$inferSelect;

/** The data that Prometheus reads. */
export const metricsStore = {
  async find(db: Sql, projectId: string): Promise<TokenRow | undefined> {
    const [row] = await db.select().from(metricsToken).where(eq(metricsToken.projectId, projectId));
    return row;
  },
  async replace(db: Sql, values: typeof metricsToken.$inferInsert): Promise<void> {
    const { projectId: _project, ...set } = values;
    await db
      .insert(metricsToken)
      .values(values)
      .onConflictDoUpdate({ target: metricsToken.projectId, set: { ...set, lastUsedAt: null } });
  },
  async delete(db: Sql, projectId: string): Promise<void> {
    await db.delete(metricsToken).where(eq(metricsToken.projectId, projectId));
  },
  async used(db: Sql, projectId: string, at: Date): Promise<void> {
    await db.update(metricsToken).set({ lastUsedAt: at }).where(eq(metricsToken.projectId, projectId));
  },
  /** The state of each monitor of a project in each of its regions. */
  async read(db: Sql, projectId: string) {
    const { good, bad, count, sumUs } = summary;
    return db
      .select({
        id: monitor.id,
        name: monitor.name,
        kind: monitor.kind,
        status: monitor.status,
        collection: collection.name,
        region: monitorSlot.region,
        verdict: monitorSlot.verdict,
        lastAt: monitorSlot.lastAt,
        lastDurationMs: monitorSlot.lastDurationMs,
        good,
        bad,
        count,
        sumUs,
        p95Ms: summary.p95Ms,
      })
      .from(monitor)
      .innerJoin(collection, eq(collection.id, monitor.collectionId))
      .leftJoin(monitorSlot, and(eq(monitorSlot.monitorId, monitor.id), eq(monitorSlot.isConfirming, false)))
      .leftJoin(summary, eq(summary.monitorId, monitor.id))
      .where(eq(monitor.projectId, projectId))
      .orderBy(sql`lower(${monitor.name})`, monitor.id, monitorSlot.region);
  },
};
/** A monitor in a region. */
export type MetricRow = Awaited<ReturnType<typeof metricsStore.read>>[number];
