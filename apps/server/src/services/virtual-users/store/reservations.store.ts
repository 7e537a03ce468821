import { and, eq, lt, ne } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { reservation } from './tables.ts';

export type ReservationRow = typeof reservation.$inferSelect;

export const reservationsStore = {
  async find(db: Sql, runId: string): Promise<ReservationRow | undefined> {
    return (await db.select().from(reservation).where(eq(reservation.runId, runId)))[0];
  },
  /** Stores a hold, replacing one that has ended. Returns false if the run already has an active hold. */
  async hold(db: Sql, values: Omit<typeof reservation.$inferInsert, 'status' | 'endedAt'>): Promise<boolean> {
    const again = { ...values, status: 'held', endedAt: null } as const;
    const rows = await db
      .insert(reservation)
      .values(values)
      .onConflictDoUpdate({
        target: reservation.runId,
        set: again,
        setWhere: ne(reservation.status, 'held'),
      })
      .returning({ runId: reservation.runId });
    return rows.length > 0;
  },
  /**
   * Ends a hold; undefined if it had already ended. A single statement, so that only one of two concurrent callers ends
   * it.
   */
  async end(
    db: Sql,
    runId: string,
    status: 'settled' | 'released',
    endedAt: Date,
  ): Promise<ReservationRow | undefined> {
    const where = and(eq(reservation.runId, runId), eq(reservation.status, 'held'));
    return (await db.update(reservation).set({ status, endedAt }).where(where).returning())[0];
  },
  async listOverdue(db: Sql, now: Date): Promise<string[]> {
    const where = and(eq(reservation.status, 'held'), lt(reservation.until, now));
    return (await db.select({ runId: reservation.runId }).from(reservation).where(where).limit(500)).map(
      (row) => row.runId,
    );
  },
};
