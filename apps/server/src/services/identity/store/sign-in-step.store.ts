import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/pool.ts';
import { signInStep } from './tables.ts';

export type SignInStep = typeof signInStep.$inferSelect;

/** SignInStepStore stores open sign-ins whose password was correct and whose code is outstanding. */
export interface SignInStepStore {
  open(interaction: string, userId: string, expiresAt: Date): Promise<void>;
  find(interaction: string, now: Date): Promise<SignInStep | undefined>;
  /** Replaces the mailed code; false if the sign-in has got `most` codes already. */
  setMailCode(interaction: string, code: { hash: string; expiresAt: Date; most: number }): Promise<boolean>;
  /** Consumes the mailed code; false if there is none or it differs. */
  useMailCode(interaction: string, hash: string, now: Date): Promise<boolean>;
  close(interaction: string): Promise<void>;
  purge(now: Date): Promise<void>;
}

export function createSignInStepStore(database: Database): SignInStepStore {
  const at = (interaction: string) => eq(signInStep.interaction, interaction);
  return {
    async open(interaction, userId, expiresAt) {
      const fresh = { userId, expiresAt, mailCodeHash: null, mailCodeExpiresAt: null };
      await database.sql
        .insert(signInStep)
        .values({ interaction, ...fresh })
        .onConflictDoUpdate({ target: signInStep.interaction, set: fresh });
    },
    async find(interaction, now) {
      const [row] = await database.sql
        .select()
        .from(signInStep)
        .where(and(at(interaction), gt(signInStep.expiresAt, now)));
      return row;
    },
    async setMailCode(interaction, { hash, expiresAt, most }) {
      const result = await database.sql
        .update(signInStep)
        .set({ mailCodeHash: hash, mailCodeExpiresAt: expiresAt, mails: sql`${signInStep.mails} + 1` })
        .where(and(at(interaction), lt(signInStep.mails, most)));
      return result.rowCount === 1;
    },
    async useMailCode(interaction, hash, now) {
      const result = await database.sql
        .update(signInStep)
        .set({ mailCodeHash: null })
        .where(and(at(interaction), eq(signInStep.mailCodeHash, hash), gt(signInStep.mailCodeExpiresAt, now)));
      return result.rowCount === 1;
    },
    async close(interaction) {
      await database.sql.delete(signInStep).where(at(interaction));
    },
    async purge(now) {
      await database.sql.delete(signInStep).where(lt(signInStep.expiresAt, now));
    },
  };
}
