import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { widgetLayout } from './tables.ts';

export type LayoutRow = typeof widgetLayout.$inferSelect;

/** SQL of arranged widgets. */
export const widgetsStore = {
  list: (db: Sql, userId: string): Promise<LayoutRow[]> =>
    db
      .select()
      .from(widgetLayout)
      .where(eq(widgetLayout.userId, userId))
      .orderBy(asc(widgetLayout.service), asc(widgetLayout.team)),
  async find(db: Sql, userId: string, service: string, team: string): Promise<LayoutRow | undefined> {
    const [row] = await db
      .select()
      .from(widgetLayout)
      .where(and(eq(widgetLayout.userId, userId), eq(widgetLayout.service, service), eq(widgetLayout.team, team)));
    return row;
  },
  async save(db: Sql, values: Omit<LayoutRow, 'updatedAt'>, now: Date): Promise<void> {
    const { widgets } = values;
    await db
      .insert(widgetLayout)
      .values({ ...values, updatedAt: now })
      .onConflictDoUpdate({
        target: [widgetLayout.userId, widgetLayout.service, widgetLayout.team],
        set: { widgets, updatedAt: now },
      });
  },
};
