import { and, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { send } from './tables.ts';
import type { Owner } from './tabs.store.ts';

export type SendRow = typeof send.$inferSelect;
type Listed = Omit<SendRow, 'content'>;

const ofOwner = ({ organizationId, userId }: Owner): SQL | undefined =>
  and(eq(send.organizationId, organizationId), eq(send.userId, userId));
const latestFirst = [desc(send.sentAt), desc(send.id)];
const listedColumns = {
  id: send.id,
  organizationId: send.organizationId,
  userId: send.userId,
  name: send.name,
  method: send.method,
  url: send.url,
  status: send.status,
  statusCode: send.statusCode,
  durationMs: send.durationMs,
  sentAt: send.sentAt,
};

/** What users have sent. */
export const sendsStore = {
  /** Stores a send and deletes those of the same user beyond the newest `kept`. */
  async insert(db: Sql, values: Omit<typeof send.$inferInsert, 'sentAt'>, kept: number): Promise<void> {
    await db.insert(send).values(values);
    const beyond = db
      .select({ id: send.id })
      .from(send)
      .where(ofOwner(values))
      .orderBy(...latestFirst)
      .offset(kept);
    await db.delete(send).where(inArray(send.id, beyond));
  },

  async list(
    db: Sql,
    owner: Owner,
    { searchTerm, page, size }: { searchTerm?: string | undefined; page: number; size: number },
  ): Promise<{ rows: Listed[]; total: number }> {
    const pattern = searchTerm ? containsPattern(searchTerm) : undefined;
    const where = and(
      ofOwner(owner),
      pattern ? or(ilike(send.name, pattern), ilike(sql`${send.method} || ' ' || ${send.url}`, pattern)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select(listedColumns)
        .from(send)
        .where(where)
        .orderBy(...latestFirst)
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(send).where(where),
    ]);
    return { rows, total: total?.value ?? 0 };
  },

  async findMany(db: Sql, owner: Owner, ids: readonly string[]): Promise<SendRow[]> {
    return db
      .select()
      .from(send)
      .where(and(ofOwner(owner), inArray(send.id, [...ids])))
      .orderBy(send.sentAt, send.id);
  },

  /** Deletes the given sends, or all of them. */
  async delete(db: Sql, owner: Owner, ids: readonly string[] | 'all'): Promise<void> {
    await db.delete(send).where(and(ofOwner(owner), ids === 'all' ? undefined : inArray(send.id, [...ids])));
  },
};
