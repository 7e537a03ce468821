import { eq, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/database/pool.ts';
import { usedChallenge } from './tables.ts';

/** UsedChallengeStore stores solved bot challenges until they expire. */
export interface UsedChallengeStore {
  isUsed(challenge: string): Promise<boolean>;
  /** Returns false if the challenge has been used before. */
  use(challenge: string, expiresAt: Date): Promise<boolean>;
  purge(now: Date): Promise<void>;
}

export function createUsedChallengeStore(database: Database): UsedChallengeStore {
  return {
    async isUsed(challenge) {
      const rows = await database.sql.select().from(usedChallenge).where(eq(usedChallenge.challenge, challenge));
      return rows.length > 0;
    },
    async use(challenge, expiresAt) {
      const rows = await database.sql
        .insert(usedChallenge)
        .values({ challenge, expiresAt })
        .onConflictDoNothing()
        .returning({ challenge: usedChallenge.challenge });
      return rows.length > 0;
    },
    async purge(now) {
      await database.sql.delete(usedChallenge).where(lt(usedChallenge.expiresAt, now));
    },
  };
}
