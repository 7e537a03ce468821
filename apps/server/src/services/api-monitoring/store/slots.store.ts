import { and, eq, inArray, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { SlotRow } from './monitors.store.ts';
import { checker, monitorSlot } from './tables.ts';

/** A new slot: a monitor in one of its regions. */
export interface NewSlot {
  monitorId: string;
  region: string;
  isConfirming: boolean;
  nextDueAt: Date | null;
}

/** The slots of monitors. */
export const slotsStore = {
  async insert(db: Sql, rows: NewSlot[]): Promise<void> {
    const most = 2000;
    for (let at = 0; at < rows.length; at += most) await db.insert(monitorSlot).values(rows.slice(at, at + most));
  },
  async listOf(db: Sql, monitorIds: readonly string[]): Promise<SlotRow[]> {
    if (monitorIds.length === 0) return [];
    return db
      .select()
      .from(monitorSlot)
      .where(inArray(monitorSlot.monitorId, [...monitorIds]))
      .orderBy(monitorSlot.monitorId, monitorSlot.region);
  },
  async delete(db: Sql, monitorId: string, regions: readonly string[]): Promise<void> {
    if (regions.length === 0) return;
    await db
      .delete(monitorSlot)
      .where(and(eq(monitorSlot.monitorId, monitorId), inArray(monitorSlot.region, [...regions])));
  },
  /** Updates slots of a monitor; with `forgetsChecks`, the outcomes of running checks are refused. */
  async update(
    db: Sql,
    monitorId: string,
    values: Partial<Omit<SlotRow, 'monitorId' | 'region' | 'claim'>>,
    { regions, forgetsChecks = false }: { regions?: readonly string[]; forgetsChecks?: boolean } = {},
  ): Promise<void> {
    await db
      .update(monitorSlot)
      .set({
        ...values,
        ...(forgetsChecks && {
          claim: sql`${monitorSlot.claim} + 1`,
          claimedBy: null,
          claimedUntil: null,
          runId: null,
        }),
      })
      .where(
        and(eq(monitorSlot.monitorId, monitorId), regions ? inArray(monitorSlot.region, [...regions]) : undefined),
      );
  },

  /** Regions with living processes that make checks. */
  async liveRegions(db: Sql): Promise<{ region: string; runners: number }[]> {
    const { rows } = await db.execute<{ region: string; runners: number }>(
      sql`select region, count(*)::int as runners from ${checker} where ${sql.raw(isDeclared('id'))} group by region order by region`,
    );
    return rows;
  },
};
