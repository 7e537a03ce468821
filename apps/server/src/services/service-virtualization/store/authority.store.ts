import { eq } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { authority } from './tables.ts';

export type AuthorityRow = typeof authority.$inferSelect;

/** The certificate authority of all mocks: a single row; the first insert wins. */
export const authorityStore = {
  async find(db: Sql): Promise<AuthorityRow | undefined> {
    const [row] = await db.select().from(authority).where(eq(authority.id, 1));
    return row;
  },
  async put(db: Sql, values: Omit<AuthorityRow, 'id'>): Promise<void> {
    await db
      .insert(authority)
      .values({ id: 1, ...values })
      .onConflictDoNothing();
  },
};
