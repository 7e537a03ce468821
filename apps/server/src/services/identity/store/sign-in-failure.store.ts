import { eq, inArray, lt, sql } from 'drizzle-orm';
import { type Database, type Sql, unnamed } from '../../../platform/database/pool.ts';
import { type LockRule, lockMs } from '../domain/lock-out.ts';
import { signInFailure } from './tables.ts';

/** SignInFailureStore counts failed sign-ins by key; the counts survive a restart. */
export interface SignInFailureStore {
  /**
   * Until when the first locked one of the keys is locked, undefined if none is; and which of the keys have failures.
   */
  read(keys: string[], now: Date): Promise<{ lockedUntil: Date | undefined; failed: string[] }>;
  record(key: string, rule: LockRule, now: Date): Promise<void>;
  /**
   * Counts an attempt before it is made, so that concurrent attempts can't exceed the limit; returns until when the key
   * is locked, or undefined if the attempt may be made.
   */
  attempt(key: string, rule: LockRule, now: Date): Promise<Date | undefined>;
  clear(keys: string[]): Promise<void>;
  purge(before: Date): Promise<void>;
}

async function count(tx: Sql, key: string, rule: LockRule, now: Date): Promise<void> {
  const forgetBefore = new Date(now.getTime() - rule.forgetAfterMs).toISOString();
  const [row] = await tx
    .insert(signInFailure)
    .values({ key, failures: 1, lastFailedAt: now })
    .onConflictDoUpdate({
      target: signInFailure.key,
      set: {
        failures: sql`case when ${signInFailure.lastFailedAt} < ${forgetBefore}::timestamptz then 1 else ${signInFailure.failures} + 1 end`,
        lastFailedAt: now,
      },
    })
    .returning({ failures: signInFailure.failures });
  const delayMs = lockMs(row?.failures ?? 1, rule);
  const lockedUntil = delayMs ? new Date(now.getTime() + delayMs) : null;
  await tx.update(signInFailure).set({ lockedUntil }).where(eq(signInFailure.key, key));
}

export function createSignInFailureStore(database: Database): SignInFailureStore {
  const locks = database.sql
    .select({ key: signInFailure.key, lockedUntil: signInFailure.lockedUntil })
    .from(signInFailure)
    .where(sql`${signInFailure.key} = any(${sql.placeholder('keys')}::text[])`)
    .prepare(unnamed);
  return {
    async read(keys, now) {
      const rows = await locks.execute({ keys });
      const ends = rows.flatMap((row) => (row.lockedUntil && row.lockedUntil > now ? [row.lockedUntil] : []));
      const [lockedUntil] = ends.sort((a, b) => b.getTime() - a.getTime());
      return { lockedUntil, failed: rows.map(({ key }) => key) };
    },
    record: (key, rule, now) => database.transaction((tx) => count(tx, key, rule, now)),
    attempt: (key, rule, now) =>
      database.transaction(async (tx) => {
        await tx
          .insert(signInFailure)
          .values({ key, failures: 0, lastFailedAt: now })
          .onConflictDoNothing({ target: signInFailure.key });
        const [row] = await tx.select().from(signInFailure).where(eq(signInFailure.key, key)).for('update');
        if (row?.lockedUntil && row.lockedUntil > now) return row.lockedUntil;
        await count(tx, key, rule, now);
        return undefined;
      }),
    async clear(keys) {
      await database.sql.delete(signInFailure).where(inArray(signInFailure.key, keys));
    },
    async purge(before) {
      await database.sql.delete(signInFailure).where(lt(signInFailure.lastFailedAt, before));
    },
  };
}
