import { sql } from 'drizzle-orm';
import type { Sql } from './pool.ts';

/** lockUntilCommit makes transactions with the same name wait for each other until they end. */
export async function lockUntilCommit(db: Sql, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
