import { and, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { type Database, unnamed } from '../../../platform/database/pool.ts';
import { gather } from '../../../platform/database/reads/gather.ts';
import { sessionSeconds } from '../domain/clients.ts';
import { oidcPayload, sessionInfo } from './tables.ts';

export type SessionInfo = typeof sessionInfo.$inferSelect;

/** SessionStore finds and ends sessions: a session of the product is a grant of the issuer. */
export interface SessionStore {
  /** Records where a session got tokens; the first time is its start. */
  note(session: Omit<SessionInfo, 'startedAt' | 'lastSeenAt'>, now: Date): Promise<void>;
  /** Active sessions, newest first. */
  listAlive(userId: string): Promise<SessionInfo[]>;
  isAlive(grantId: string): Promise<boolean>;
  /** Of the grants, the active ones. */
  listAliveOf(grantIds: string[]): Promise<string[]>;
  /** Ends the grant, its browser session and all of that session's grants; returns the ended grants. */
  end(grantId: string, accountId: string): Promise<string[]>;
  endAllOf(accountId: string): Promise<void>;
  purge(before: Date): Promise<void>;
  /** The database's time. */
  readClock(): Promise<Date>;
}

export function createSessionStore(database: Database): SessionStore {
  const alive = database.sql
    .select({ id: oidcPayload.id })
    .from(oidcPayload)
    .where(
      and(
        eq(oidcPayload.type, 'Grant'),
        sql`${oidcPayload.id} = any(${sql.placeholder('grantIds')}::text[])`,
        gt(oidcPayload.expiresAt, sql`now()`),
      ),
    )
    .prepare(unnamed);
  const listAliveOf: SessionStore['listAliveOf'] = async (grantIds) =>
    (await alive.execute({ grantIds })).map(({ id }) => id);
  const isAlive = gather(async (grantIds: readonly string[]) => {
    const aliveIds = new Set(await listAliveOf([...grantIds]));
    return grantIds.map((id) => aliveIds.has(id));
  });
  const seen = database.sql
    .insert(sessionInfo)
    .values({
      grantId: sql.placeholder('grantId'),
      userId: sql.placeholder('userId'),
      clientId: sql.placeholder('clientId'),
      address: sql.placeholder('address'),
      userAgent: sql.placeholder('userAgent'),
      startedAt: sql.placeholder('now'),
      lastSeenAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: sessionInfo.grantId,
      set: {
        address: sql`excluded.address`,
        userAgent: sql`excluded.user_agent`,
        lastSeenAt: sql`excluded.last_seen_at`,
      },
    })
    .prepare(unnamed);
  return {
    async note(session, now) {
      await seen.execute({ ...session, now });
    },
    async listAlive(userId) {
      const rows = await database.sql
        .select({ info: sessionInfo })
        .from(sessionInfo)
        .innerJoin(oidcPayload, and(eq(oidcPayload.type, 'Grant'), eq(oidcPayload.id, sessionInfo.grantId)))
        .where(and(eq(sessionInfo.userId, userId), gt(oidcPayload.expiresAt, sql`now()`)))
        .orderBy(desc(sessionInfo.startedAt));
      return rows.map(({ info }) => info);
    },
    isAlive,
    listAliveOf,
    async end(grantId, accountId) {
      const sessions = await database.sql
        .select({ id: oidcPayload.id, payload: oidcPayload.payload })
        .from(oidcPayload)
        .where(and(eq(oidcPayload.type, 'Session'), eq(oidcPayload.accountId, accountId)));
      const grantsOf = (session: (typeof sessions)[number]) =>
        Object.values(session.payload.authorizations ?? {}).flatMap((entry) => (entry.grantId ? [entry.grantId] : []));
      const own = sessions.filter((session) => grantsOf(session).includes(grantId));
      const grants = [...new Set([grantId, ...own.flatMap(grantsOf)])];
      const endedRows = [
        inArray(oidcPayload.grantId, grants),
        and(eq(oidcPayload.type, 'Grant'), inArray(oidcPayload.id, grants)),
      ];
      if (own.length) {
        const ids = own.map((session) => session.id);
        endedRows.push(and(eq(oidcPayload.type, 'Session'), inArray(oidcPayload.id, ids)));
      }
      await database.sql.delete(oidcPayload).where(or(...endedRows));
      return grants;
    },
    async endAllOf(accountId) {
      await database.sql.delete(oidcPayload).where(eq(oidcPayload.accountId, accountId));
    },
    async readClock() {
      const { rows } = await database.pool.query<{ now: Date }>('select now() as now');
      return rows[0]?.now ?? new Date(Number.NaN);
    },
    async purge(before) {
      await database.sql.delete(oidcPayload).where(lt(oidcPayload.expiresAt, before));
      const longAgo = new Date(before.getTime() - sessionSeconds * 1000);
      await database.sql.delete(sessionInfo).where(lt(sessionInfo.startedAt, longAgo));
    },
  };
}
