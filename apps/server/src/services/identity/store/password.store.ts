import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import { type Database, unnamed } from '../../../platform/database/pool.ts';
import { password, passwordReset } from './tables.ts';

export type LinkPurpose = (typeof passwordReset.$inferSelect)['purpose'];

/** PasswordStore stores password hashes and the digests of open reset links. */
export interface PasswordStore {
  find(userId: string): Promise<string | undefined>;
  set(userId: string, hash: string, now: Date): Promise<void>;
  /** Stores a link unless the user has got `most` since then; returns whether it is stored. */
  addReset(input: typeof passwordReset.$inferInsert, limit: { since: Date; most: number }): Promise<boolean>;
  findReset(tokenHash: string, purpose: LinkPurpose, now: Date): Promise<string | undefined>;
  /**
   * Sets the password by a reset link and voids every link of the user; returns the user id, or undefined if the link
   * has been used.
   */
  useReset(tokenHash: string, purpose: LinkPurpose, hash: string, now: Date): Promise<string | undefined>;
  purge(now: Date): Promise<void>;
}

export function createPasswordStore(database: Database): PasswordStore {
  const openReset = (tokenHash: string, purpose: LinkPurpose, now: Date) =>
    and(eq(passwordReset.tokenHash, tokenHash), eq(passwordReset.purpose, purpose), gt(passwordReset.expiresAt, now));
  const hashOf = database.sql
    .select({ hash: password.hash })
    .from(password)
    .where(eq(password.userId, sql.placeholder('userId')))
    .prepare(unnamed);
  return {
    async find(userId) {
      const [row] = await hashOf.execute({ userId });
      return row?.hash;
    },
    async set(userId, hash, now) {
      await database.sql
        .insert(password)
        .values({ userId, hash, updatedAt: now })
        .onConflictDoUpdate({ target: password.userId, set: { hash, updatedAt: now } });
    },
    addReset: (input, { since, most }) =>
      database.transaction(async (tx) => {
        const { userId } = input;
        await lockUntilCommit(tx, `mailed links of ${userId}`);
        const recent = and(eq(passwordReset.userId, userId), gt(passwordReset.createdAt, since));
        if ((await tx.$count(passwordReset, recent)) >= most) return false;
        await tx.insert(passwordReset).values(input);
        return true;
      }),
    async findReset(tokenHash, purpose, now) {
      const [row] = await database.sql
        .select({ userId: passwordReset.userId })
        .from(passwordReset)
        .where(openReset(tokenHash, purpose, now));
      return row?.userId;
    },
    useReset: (tokenHash, purpose, hash, now) =>
      database.transaction(async (tx) => {
        const [used] = await tx
          .delete(passwordReset)
          .where(openReset(tokenHash, purpose, now))
          .returning({ userId: passwordReset.userId });
        if (!used) return undefined;
        await tx.delete(passwordReset).where(eq(passwordReset.userId, used.userId));
        await tx
          .insert(password)
          .values({ userId: used.userId, hash, updatedAt: now })
          .onConflictDoUpdate({ target: password.userId, set: { hash, updatedAt: now } });
        return used.userId;
      }),
    async purge(now) {
      await database.sql.delete(passwordReset).where(lt(passwordReset.expiresAt, now));
    },
  };
}
