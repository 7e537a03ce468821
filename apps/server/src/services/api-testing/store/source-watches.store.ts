import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { sourceSummary } from './import-sources.store.ts';
import { importSource, type KeptWatch, sourceWatch, suite } from './tables.ts';

export type SourceWatchRow = typeof sourceWatch.$inferSelect;
type Values = Partial<typeof sourceWatch.$inferInsert>;

/** Which linked documents of a workspace to return. */
export interface LinkedFilter {
  organizationId: string;
  projectId: string;
  searchTerm?: string | undefined;
  state?: 'watched' | 'changed' | 'failing' | undefined;
  sourceId?: string | undefined;
}

const conditions: Record<NonNullable<LinkedFilter['state']>, SQL> = {
  watched: isNotNull(sourceWatch.sourceId),
  changed: isNotNull(sourceWatch.changes),
  failing: isNotNull(sourceWatch.problem),
};

/** Sources whose address is checked regularly. */
export const sourceWatchesStore = {
  async find(db: Sql, sourceId: string): Promise<SourceWatchRow | undefined> {
    const [row] = await db.select().from(sourceWatch).where(eq(sourceWatch.sourceId, sourceId));
    return row;
  },

  /** Starts watching a source, or changes its interval. */
  async save(db: Sql, values: typeof sourceWatch.$inferInsert): Promise<void> {
    const { everyMinutes, nextCheckAt } = values;
    await db
      .insert(sourceWatch)
      .values(values)
      .onConflictDoUpdate({ target: sourceWatch.sourceId, set: { everyMinutes, nextCheckAt } });
  },

  /** What to keep of the watches of a suite that is being deleted. */
  async keptOfSuite(db: Sql, suiteId: string): Promise<KeptWatch[]> {
    const { sourceId, everyMinutes, createdBy, followers, documentHash, changes, told } = sourceWatch;
    return db
      .select({ sourceId, everyMinutes, createdBy, followers, documentHash, changes, told })
      .from(sourceWatch)
      .innerJoin(importSource, eq(importSource.id, sourceId))
      .where(eq(importSource.suiteId, suiteId));
  },

  async delete(db: Sql, sourceId: string): Promise<void> {
    await db.delete(sourceWatch).where(eq(sourceWatch.sourceId, sourceId));
  },

  async count(db: Sql, projectId: string): Promise<number> {
    const [row] = await db.select({ value: count() }).from(sourceWatch).where(eq(sourceWatch.projectId, projectId));
    return row?.value ?? 0;
  },

  /** Adds a follower, or removes one. */
  async follow(db: Sql, sourceId: string, userId: string, isFollowed: boolean): Promise<void> {
    const others = sql`array_remove(${sourceWatch.followers}, ${userId}::uuid)`;
    await db
      .update(sourceWatch)
      .set({ followers: isFollowed ? sql`array_append(${others}, ${userId}::uuid)` : others })
      .where(eq(sourceWatch.sourceId, sourceId));
  },

  /** After an update of the suite: discards what the last check found, and what a check in progress finds. */
  async restart(db: Sql, sourceId: string, nextCheckAt: Date): Promise<void> {
    await db
      .update(sourceWatch)
      .set({ ...unknown, changes: null, claim: null, claimedUntil: null, nextCheckAt })
      .where(eq(sourceWatch.sourceId, sourceId));
  },

  /** Claims due watches, or the given one, until `until`; skips those already claimed. */
  async claim(
    db: Sql,
    { now, until, claim, limit, sourceId }: { now: Date; until: Date; claim: string; limit: number; sourceId?: string },
  ): Promise<SourceWatchRow[]> {
    const due = db
      .select({ id: sourceWatch.sourceId })
      .from(sourceWatch)
      .where(
        and(
          sourceId ? eq(sourceWatch.sourceId, sourceId) : lte(sourceWatch.nextCheckAt, now),
          or(isNull(sourceWatch.claimedUntil), lte(sourceWatch.claimedUntil, now)),
        ),
      )
      .orderBy(asc(sourceWatch.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    return db
      .update(sourceWatch)
      .set({ claim, claimedUntil: until })
      .where(inArray(sourceWatch.sourceId, due))
      .returning();
  },

  /** Stores the outcome of a check and releases its claim; returns false if the claim was lost. */
  async finish(db: Sql, { sourceId, claim }: { sourceId: string; claim: string }, values: Values): Promise<boolean> {
    const rows = await db
      .update(sourceWatch)
      .set({ ...values, claim: null, claimedUntil: null })
      .where(and(eq(sourceWatch.sourceId, sourceId), eq(sourceWatch.claim, claim)))
      .returning({ id: sourceWatch.sourceId });
    return rows.length > 0;
  },

  async list(db: Sql, filter: LinkedFilter, { page, size }: { page: number; size: number }) {
    const pattern = filter.searchTerm ? containsPattern(filter.searchTerm) : undefined;
    const where = and(
      eq(suite.organizationId, filter.organizationId),
      eq(suite.projectId, filter.projectId),
      eq(importSource.isAddress, true),
      filter.state && conditions[filter.state],
      filter.sourceId ? eq(importSource.id, filter.sourceId) : undefined,
      pattern
        ? or(ilike(importSource.title, pattern), ilike(importSource.name, pattern), ilike(suite.name, pattern))
        : undefined,
    );
    const from = () =>
      db
        .select({ source: sourceSummary, suiteName: suite.name, watch: sourceWatch })
        .from(importSource)
        .innerJoin(suite, eq(suite.id, importSource.suiteId))
        .leftJoin(sourceWatch, eq(sourceWatch.sourceId, importSource.id))
        .where(where);
    const [rows, [total]] = await Promise.all([
      from()
        .orderBy(
          desc(sql`${sourceWatch.changes} is not null`),
          desc(sql`${sourceWatch.problem} is not null`),
          asc(sql`lower(${suite.name})`),
          asc(importSource.id),
        )
        .limit(size)
        .offset(page * size),
      db
        .select({ value: count() })
        .from(importSource)
        .innerJoin(suite, eq(suite.id, importSource.suiteId))
        .leftJoin(sourceWatch, eq(sourceWatch.sourceId, importSource.id))
        .where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
};

/** Nothing is known of the document at the address. */
const unknown = { etag: null, lastModified: null, bodyHash: null, documentHash: null } satisfies Values;
