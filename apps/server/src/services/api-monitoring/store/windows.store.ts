import { and, count, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { maintenanceWindow } from './tables.ts';

export type WindowRow = typeof maintenanceWindow.$inferSelect;

/** Maintenance windows. */
export const windowsStore = {
  async insert(db: Sql, values: typeof maintenanceWindow.$inferInsert): Promise<WindowRow> {
    const [row] = await db.insert(maintenanceWindow).values(values).returning();
    return row as WindowRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<WindowRow | undefined> {
    const [row] = await db
      .select()
      .from(maintenanceWindow)
      .where(and(eq(maintenanceWindow.id, id), eq(maintenanceWindow.organizationId, organizationId)));
    return row;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<typeof maintenanceWindow.$inferInsert>,
  ): Promise<WindowRow | undefined> {
    const [row] = await db
      .update(maintenanceWindow)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(maintenanceWindow.id, id))
      .returning();
    return row;
  },
  /** Active windows first, then upcoming, then past ones. */
  async list(
    db: Sql,
    projectId: string,
    now: Date,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: WindowRow[]; totalElements: number }> {
    const where = eq(maintenanceWindow.projectId, projectId);
    const at = sql`${now.toISOString()}::timestamptz`;
    const turn = sql`case when ${maintenanceWindow.endsAt} is null or ${maintenanceWindow.endsAt} <= ${at} then 2 when ${maintenanceWindow.startsAt} <= ${at} then 0 else 1 end`;
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(maintenanceWindow)
        .where(where)
        .orderBy(turn, maintenanceWindow.startsAt, desc(maintenanceWindow.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(maintenanceWindow).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Active windows of all projects. */
  async active(db: Sql, now: Date): Promise<Pick<WindowRow, 'projectId' | 'collectionIds' | 'monitorIds'>[]> {
    const at = sql`${now.toISOString()}::timestamptz`;
    return db
      .select({
        projectId: maintenanceWindow.projectId,
        collectionIds: maintenanceWindow.collectionIds,
        monitorIds: maintenanceWindow.monitorIds,
      })
      .from(maintenanceWindow)
      .where(and(sql`${maintenanceWindow.endsAt} > ${at}`, sql`${maintenanceWindow.startsAt} <= ${at}`));
  },
  /** Windows that ended before an instant and may recur, locked for the transaction. */
  async ended(db: Sql, now: Date): Promise<WindowRow[]> {
    return db
      .select()
      .from(maintenanceWindow)
      .where(
        and(
          isNotNull(maintenanceWindow.endsAt),
          lte(maintenanceWindow.endsAt, now),
          sql`${maintenanceWindow.time}->>'type' = 'recurring'`,
        ),
      )
      .limit(200)
      .for('update', { skipLocked: true });
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(maintenanceWindow).where(eq(maintenanceWindow.id, id));
  },
};
