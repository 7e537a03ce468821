import type { DriftVerdict } from '@touchstone/contracts/service-virtualization';
import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { asset, driftCheck, driftFinding } from './tables.ts';

export type DriftCheckRow = typeof driftCheck.$inferSelect;
export type DriftFindingRow = typeof driftFinding.$inferSelect;

/** presenceOf returns the name under which a process declares that it is working on a check. */
export const presenceOf = (checkId: string): string => `drift check ${checkId}`;
const isWorkedOn = sql.raw(isDeclared(`('drift check ' || id)`));

/** Comparisons of assets with real services. */
export const driftStore = {
  async insert(
    db: Sql,
    check: typeof driftCheck.$inferInsert,
    findings: (typeof driftFinding.$inferInsert)[],
  ): Promise<DriftCheckRow> {
    const [row] = await db.insert(driftCheck).values(check).returning();
    for (let from = 0; from < findings.length; from += 500)
      await db.insert(driftFinding).values(findings.slice(from, from + 500));
    return row as DriftCheckRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<DriftCheckRow | undefined> {
    const [row] = await db
      .select()
      .from(driftCheck)
      .where(and(eq(driftCheck.id, id), eq(driftCheck.organizationId, organizationId)));
    return row;
  },
  /** Running checks that no process is working on. */
  async abandoned(db: Sql): Promise<string[]> {
    const rows = await db
      .select({ id: driftCheck.id })
      .from(driftCheck)
      .where(and(eq(driftCheck.status, 'running'), sql`not ${isWorkedOn}`));
    return rows.map(({ id }) => id);
  },
  /** A check that is still running. */
  async running(db: Sql, id: string): Promise<DriftCheckRow | undefined> {
    const [row] = await db
      .select()
      .from(driftCheck)
      .where(and(eq(driftCheck.id, id), eq(driftCheck.status, 'running')));
    return row;
  },
  async list(db: Sql, projectId: string, { page, size }: { page: number; size: number }) {
    const where = eq(driftCheck.projectId, projectId);
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(driftCheck)
        .where(where)
        .orderBy(desc(driftCheck.startedAt), desc(driftCheck.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(driftCheck).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Ends a running check and deletes its headers; undefined if it had already ended. */
  async end(
    db: Sql,
    id: string,
    values: { status: 'finished' | 'cancelled' | 'failed'; message?: string; finishedAt: Date },
  ): Promise<DriftCheckRow | undefined> {
    const [row] = await db
      .update(driftCheck)
      .set({ ...values, headers: null })
      .where(and(eq(driftCheck.id, id), eq(driftCheck.status, 'running')))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(driftCheck).where(eq(driftCheck.id, id));
  },
  /** Deletes all but the newest `limit` checks of a project. */
  async trim(db: Sql, projectId: string, limit: number): Promise<void> {
    const rows = await db
      .select({ id: driftCheck.id })
      .from(driftCheck)
      .where(and(eq(driftCheck.projectId, projectId), ne(driftCheck.status, 'running')))
      .orderBy(desc(driftCheck.startedAt), desc(driftCheck.id))
      .offset(limit);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.delete(driftCheck).where(inArray(driftCheck.id, ids));
  },
  async counts(db: Sql, checkIds: readonly string[]): Promise<{ id: string; verdict: DriftVerdict; value: number }[]> {
    if (checkIds.length === 0) return [];
    return db
      .select({ id: driftFinding.checkId, verdict: driftFinding.verdict, value: count() })
      .from(driftFinding)
      .where(inArray(driftFinding.checkId, [...checkIds]))
      .groupBy(driftFinding.checkId, driftFinding.verdict);
  },
  async findings(
    db: Sql,
    checkId: string,
    { verdict, page, size }: { verdict?: DriftVerdict | undefined; page: number; size: number },
  ) {
    const where = and(eq(driftFinding.checkId, checkId), verdict ? eq(driftFinding.verdict, verdict) : undefined);
    const [rows, [total]] = await Promise.all([
      db
        .select({ finding: driftFinding, isThere: sql<boolean>`${asset.id} is not null` })
        .from(driftFinding)
        .leftJoin(asset, eq(asset.id, driftFinding.assetId))
        .where(where)
        .orderBy(asc(driftFinding.position))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(driftFinding).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async findingsByIds(db: Sql, checkId: string, ids: readonly string[]): Promise<DriftFindingRow[]> {
    return db
      .select()
      .from(driftFinding)
      .where(and(eq(driftFinding.checkId, checkId), inArray(driftFinding.id, [...ids])))
      .orderBy(asc(driftFinding.position));
  },
  /** Findings without a result yet, in the order of the assets. */
  async waiting(db: Sql, checkId: string, limit: number): Promise<DriftFindingRow[]> {
    return db
      .select()
      .from(driftFinding)
      .where(and(eq(driftFinding.checkId, checkId), eq(driftFinding.verdict, 'waiting')))
      .orderBy(asc(driftFinding.position))
      .limit(limit);
  },
  async setFinding(db: Sql, id: string, values: Partial<DriftFindingRow>): Promise<void> {
    await db.update(driftFinding).set(values).where(eq(driftFinding.id, id));
  },
};
