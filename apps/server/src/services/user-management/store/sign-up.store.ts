import { and, eq, inArray, isNotNull, isNull, lt, notInArray, type SQL } from 'drizzle-orm';
import type { Database, Sql } from '../../../platform/database/pool.ts';
import { organization, user } from './tables.ts';
import { emailOf } from './user-lookup.store.ts';

/** createSignUpStore activates accounts whose address was verified, and deletes sign-ups that never were. */
export function createSignUpStore(database: Database) {
  /** Only organizations that never had an active user: an invited user isn't a sign-up. */
  const discard = async (which: SQL) => {
    const open = database.sql
      .select({ id: user.organizationId })
      .from(user)
      .where(and(isNull(user.activatedAt), which));
    const everActive = database.sql
      .select({ id: user.organizationId })
      .from(user)
      .where(and(isNotNull(user.activatedAt), inArray(user.organizationId, open)));
    const result = await database.sql
      .delete(organization)
      .where(and(inArray(organization.id, open), notInArray(organization.id, everActive)));
    return result.rowCount ?? 0;
  };
  return {
    async activate(sql: Sql, userId: string, at: Date): Promise<boolean> {
      const result = await sql
        .update(user)
        .set({ activatedAt: at })
        .where(and(eq(user.id, userId), isNull(user.activatedAt)));
      return result.rowCount === 1;
    },
    discardSignUp: async (email: string): Promise<boolean> => (await discard(eq(user.email, emailOf(email)))) > 0,
    async discardSignUpsBefore(before: Date): Promise<void> {
      await discard(lt(user.createdAt, before));
    },
  };
}
