import { and, eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { aiToken } from './tables.ts';

export type AiTokenRow = typeof aiToken.$inferSelect;

/** SQL of AI tokens: one per user. */
export const aiTokenStore = {
  async find(db: Sql, userId: string): Promise<AiTokenRow | undefined> {
    const [row] = await db.select().from(aiToken).where(eq(aiToken.userId, userId));
    return row;
  },
  async replace(db: Sql, row: AiTokenRow): Promise<void> {
    const { userId: _key, ...values } = row;
    await db.insert(aiToken).values(row).onConflictDoUpdate({ target: aiToken.userId, set: values });
  },
  async setEnabled(db: Sql, userId: string, id: string, enabled: boolean): Promise<AiTokenRow | undefined> {
    const [row] = await db
      .update(aiToken)
      .set({ enabled })
      .where(and(eq(aiToken.userId, userId), eq(aiToken.id, id)))
      .returning();
    return row;
  },
};
