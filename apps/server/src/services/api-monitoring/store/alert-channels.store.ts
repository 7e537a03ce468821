import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { alertChannel } from './alert-tables.ts';

export type ChannelRow = typeof alertChannel.$inferSelect;

/** Alert channels. */
export const channelsStore = {
  async insert(db: Sql, values: typeof alertChannel.$inferInsert): Promise<ChannelRow> {
    const [row] = await db.insert(alertChannel).values(values).returning();
    return row as ChannelRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<ChannelRow | undefined> {
    const [row] = await db
      .select()
      .from(alertChannel)
      .where(and(eq(alertChannel.id, id), eq(alertChannel.organizationId, organizationId)));
    return row;
  },
  async findMany(db: Sql, ids: readonly string[]): Promise<ChannelRow[]> {
    if (ids.length === 0) return [];
    return db
      .select()
      .from(alertChannel)
      .where(inArray(alertChannel.id, [...ids]));
  },
  /** All channels of a project; at most a hundred, see `tooManyChannels`. */
  async listAll(db: Sql, projectId: string): Promise<ChannelRow[]> {
    return db.select().from(alertChannel).where(eq(alertChannel.projectId, projectId)).orderBy(byName, alertChannel.id);
  },
  async list(
    db: Sql,
    projectId: string,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: ChannelRow[]; totalElements: number }> {
    const where = eq(alertChannel.projectId, projectId);
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(alertChannel)
        .where(where)
        .orderBy(byName, alertChannel.id)
        .limit(size)
        .offset(page * size),
      db.$count(alertChannel, where),
    ]);
    return { rows, totalElements };
  },
  async countOf(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(alertChannel).where(eq(alertChannel.projectId, projectId));
    return row?.value ?? 0;
  },
  async update(
    db: Sql,
    id: string,
    values: Partial<typeof alertChannel.$inferInsert>,
  ): Promise<ChannelRow | undefined> {
    const [row] = await db
      .update(alertChannel)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(alertChannel.id, id))
      .returning();
    return row;
  },
  /** Stores the outcome of the last message. */
  async told(db: Sql, id: string, last: { at: Date; isDelivered: boolean; message: string | null }): Promise<void> {
    await db
      .update(alertChannel)
      .set({ lastAt: last.at, lastDelivered: last.isDelivered, lastMessage: last.message })
      .where(eq(alertChannel.id, id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(alertChannel).where(eq(alertChannel.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(alertChannel).where(eq(alertChannel.projectId, projectId));
  },
};
const byName = sql`lower(${alertChannel.name})`;
