import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/pool.ts';
import { upstreamFlow, upstreamLink, upstreamTicket } from './tables.ts';

type Flow = Omit<typeof upstreamFlow.$inferSelect, 'stateHash' | 'expiresAt'>;
type Ticket = Omit<typeof upstreamTicket.$inferSelect, 'tokenHash' | 'expiresAt'>;

/**
 * UpstreamStore stores the state of upstream providers: open sign-ins there, links to users, people without an account.
 */
export interface UpstreamStore {
  addFlow(flow: typeof upstreamFlow.$inferInsert): Promise<void>;
  /** Returns an open flow once. */
  takeFlow(stateHash: string, now: Date): Promise<Flow | undefined>;
  findUserId(alias: string, subject: string): Promise<string | undefined>;
  /** Creates a link, and records that the user's last sign-in used it. */
  link(entry: { alias: string; subject: string; userId: string; now: Date }): Promise<void>;
  /** Alias of the provider of the user's last sign-in; undefined after a sign-in with a password. */
  findCurrent(userId: string): Promise<string | undefined>;
  clearCurrent(userId: string): Promise<void>;
  addTicket(ticket: typeof upstreamTicket.$inferInsert): Promise<void>;
  takeTicket(wanted: { tokenHash: string; email: string; now: Date }): Promise<Ticket | undefined>;
  purge(now: Date): Promise<void>;
}

export function createUpstreamStore(database: Database): UpstreamStore {
  const ofUser = (userId: string) => and(eq(upstreamLink.userId, userId), eq(upstreamLink.current, true));
  return {
    async addFlow(flow) {
      await database.sql.insert(upstreamFlow).values(flow);
    },
    async takeFlow(stateHash, now) {
      const [flow] = await database.sql
        .delete(upstreamFlow)
        .where(and(eq(upstreamFlow.stateHash, stateHash), gt(upstreamFlow.expiresAt, now)))
        .returning();
      return flow;
    },
    async findUserId(alias, subject) {
      const [row] = await database.sql
        .select({ userId: upstreamLink.userId })
        .from(upstreamLink)
        .where(and(eq(upstreamLink.alias, alias), eq(upstreamLink.subject, subject)));
      return row?.userId;
    },
    async link({ alias, subject, userId, now }) {
      await database.sql.update(upstreamLink).set({ current: false }).where(ofUser(userId));
      await database.sql
        .insert(upstreamLink)
        .values({ alias, subject, userId, linkedAt: now, current: true })
        .onConflictDoUpdate({
          target: [upstreamLink.alias, upstreamLink.subject],
          set: { userId: sql`excluded.user_id`, current: true },
        });
    },
    async findCurrent(userId) {
      const [row] = await database.sql.select({ alias: upstreamLink.alias }).from(upstreamLink).where(ofUser(userId));
      return row?.alias;
    },
    async clearCurrent(userId) {
      await database.sql.update(upstreamLink).set({ current: false }).where(ofUser(userId));
    },
    async addTicket(ticket) {
      await database.sql.insert(upstreamTicket).values(ticket);
    },
    async takeTicket({ tokenHash, email, now }) {
      const [ticket] = await database.sql
        .delete(upstreamTicket)
        .where(
          and(
            eq(upstreamTicket.tokenHash, tokenHash),
            eq(upstreamTicket.email, email),
            gt(upstreamTicket.expiresAt, now),
          ),
        )
        .returning();
      return ticket;
    },
    async purge(now) {
      await database.sql.delete(upstreamFlow).where(lt(upstreamFlow.expiresAt, now));
      await database.sql.delete(upstreamTicket).where(lt(upstreamTicket.expiresAt, now));
    },
  };
}
