import { and, eq, gt, lt } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { oauthToken } from './tables.ts';

export interface TokenKey {
  projectId: string;
  scopeId: string;
  fingerprint: string;
}

const byKey = (key: TokenKey) =>
  and(
    eq(oauthToken.projectId, key.projectId),
    eq(oauthToken.scopeId, key.scopeId),
    eq(oauthToken.fingerprint, key.fingerprint),
  );

export const oauthTokensStore = {
  /** The sealed token, if it is still usable. */
  async find(db: Sql, key: TokenKey, now: Date): Promise<string | undefined> {
    const [row] = await db
      .select({ token: oauthToken.token })
      .from(oauthToken)
      .where(and(byKey(key), gt(oauthToken.expiresAt, now)));
    return row?.token;
  },
  async put(db: Sql, key: TokenKey, values: { token: string; expiresAt: Date }): Promise<void> {
    await db
      .insert(oauthToken)
      .values({ ...key, ...values })
      .onConflictDoUpdate({
        target: [oauthToken.projectId, oauthToken.scopeId, oauthToken.fingerprint],
        set: values,
      });
  },
  async delete(db: Sql, key: TokenKey): Promise<void> {
    await db.delete(oauthToken).where(byKey(key));
  },
  /** Deletes every token of a workspace, or those of one environment. */
  async deleteScope(db: Sql, projectId: string, scopeId?: string): Promise<void> {
    await db
      .delete(oauthToken)
      .where(and(eq(oauthToken.projectId, projectId), scopeId ? eq(oauthToken.scopeId, scopeId) : undefined));
  },
  async deleteExpired(db: Sql, now: Date): Promise<void> {
    await db.delete(oauthToken).where(lt(oauthToken.expiresAt, now));
  },
};
