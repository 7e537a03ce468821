import { and, desc, eq, gte, inArray, lt, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/pool.ts';
import { oidcPayload, upstreamEnding, upstreamLink, upstreamSession } from './tables.ts';

/** A provider's identifier of a session, a person or a token. */
export interface UpstreamName {
  alias: string;
  kind: 'sid' | 'sub' | 'jti';
  value: string;
}

/**
 * UpstreamSessionStore stores which of our sessions started from which session of a provider, and what has ended there.
 */
export interface UpstreamSessionStore {
  add(session: Omit<typeof upstreamSession.$inferInsert, 'grantId'>): Promise<void>;
  /** Records which grant an interaction became; a no-op if it didn't come from a provider. */
  bind(interaction: string, grantId: string): Promise<void>;
  /** A grant's newest sign-in at a provider. */
  findByGrant(grantId: string): Promise<typeof upstreamSession.$inferSelect | undefined>;
  /** Grants that started from the session or person; removes them, and ends their open sign-ins. */
  takeOf(name: UpstreamName): Promise<{ grantId: string; userId: string }[]>;
  /** Rejects everything issued under the name so far. */
  end(name: UpstreamName, now: Date): Promise<void>;
  /** Whether the session or the token was ended, or everything of the person at or after `issuedAt`. */
  isEnded(
    alias: string,
    token: { sid: string | undefined; sub: string; jti: string | undefined; issuedAt: Date },
  ): Promise<boolean>;
  /** Whether what is named, or everything of the user at the provider, has been ended since. */
  isEndedSince(name: UpstreamName, userId: string, since: Date): Promise<boolean>;
  purge(before: Date): Promise<void>;
}

export function createUpstreamSessionStore(database: Database, lifeMs: number): UpstreamSessionStore {
  return {
    async add(session) {
      const { interaction, ...fresh } = session;
      await database.sql
        .insert(upstreamSession)
        .values(session)
        .onConflictDoUpdate({ target: upstreamSession.interaction, set: fresh });
    },
    async bind(interaction, grantId) {
      await database.sql.update(upstreamSession).set({ grantId }).where(eq(upstreamSession.interaction, interaction));
    },
    async findByGrant(grantId) {
      const [row] = await database.sql
        .select()
        .from(upstreamSession)
        .where(eq(upstreamSession.grantId, grantId))
        .orderBy(desc(upstreamSession.createdAt))
        .limit(1);
      return row;
    },
    async takeOf({ alias, kind, value }) {
      const column = kind === 'sid' ? upstreamSession.sid : upstreamSession.subject;
      const taken = await database.sql
        .delete(upstreamSession)
        .where(and(eq(upstreamSession.alias, alias), eq(column, value)))
        .returning();
      const open = taken.flatMap(({ grantId, interaction }) => (grantId ? [] : [interaction]));
      if (open.length)
        await database.sql
          .delete(oidcPayload)
          .where(and(eq(oidcPayload.type, 'Interaction'), inArray(oidcPayload.id, open)));
      return taken.flatMap(({ grantId, userId }) => (grantId ? [{ grantId, userId }] : []));
    },
    async end(name, now) {
      await database.sql
        .insert(upstreamEnding)
        .values({ ...name, endedAt: now })
        .onConflictDoUpdate({
          target: [upstreamEnding.alias, upstreamEnding.kind, upstreamEnding.value],
          set: { endedAt: now },
        });
    },
    async isEnded(alias, { sid, sub, jti, issuedAt }) {
      const is = (kind: UpstreamName['kind'], value: string) =>
        and(eq(upstreamEnding.kind, kind), eq(upstreamEnding.value, value));
      const rows = await database.sql
        .select({ kind: upstreamEnding.kind })
        .from(upstreamEnding)
        .where(
          and(
            eq(upstreamEnding.alias, alias),
            or(
              and(is('sub', sub), gte(upstreamEnding.endedAt, issuedAt)),
              sid === undefined ? undefined : is('sid', sid),
              jti === undefined ? undefined : is('jti', jti),
            ),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },
    async isEndedSince({ alias, kind, value }, userId, since) {
      const subjects = database.sql
        .select({ subject: upstreamLink.subject })
        .from(upstreamLink)
        .where(and(eq(upstreamLink.alias, alias), eq(upstreamLink.userId, userId)));
      const rows = await database.sql
        .select({ kind: upstreamEnding.kind })
        .from(upstreamEnding)
        .where(
          and(
            eq(upstreamEnding.alias, alias),
            gte(upstreamEnding.endedAt, since),
            or(
              and(eq(upstreamEnding.kind, kind), eq(upstreamEnding.value, value)),
              and(eq(upstreamEnding.kind, 'sub'), inArray(upstreamEnding.value, subjects)),
            ),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },
    async purge(now) {
      const before = new Date(now.getTime() - lifeMs);
      await database.sql.delete(upstreamSession).where(lt(upstreamSession.createdAt, before));
      await database.sql.delete(upstreamEnding).where(lt(upstreamEnding.endedAt, before));
    },
  };
}
