import { type MonitorKind, type Verdict, verdicts } from '@touchstone/contracts/api-monitoring';
import { and, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { monitor, result } from './tables.ts';

export type ResultRow = typeof result.$inferSelect;
interface Span {
  from: Date;
  to: Date;
}

/** Single checks. */
export const resultsStore = {
  async find(db: Sql, id: string): Promise<ResultRow | undefined> {
    const [row] = await db.select().from(result).where(eq(result.id, id));
    return row;
  },
  async last(db: Sql, monitorId: string): Promise<ResultRow | undefined> {
    const [row] = await db
      .select()
      .from(result)
      .where(eq(result.monitorId, monitorId))
      .orderBy(desc(result.at))
      .limit(1);
    return row;
  },
  async list(
    db: Sql,
    filter: Span & { monitorIds: readonly string[]; region?: string | undefined; verdict?: Verdict | undefined },
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: ResultRow[]; totalElements: number }> {
    if (filter.monitorIds.length === 0) return { rows: [], totalElements: 0 };
    const where = and(
      inArray(result.monitorId, [...filter.monitorIds]),
      gte(result.at, filter.from),
      lt(result.at, filter.to),
      filter.region === undefined ? undefined : eq(result.region, filter.region),
      filter.verdict ? eq(result.verdict, verdicts.indexOf(filter.verdict)) : undefined,
    );
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(result)
        .where(where)
        .orderBy(desc(result.at), desc(result.id))
        .limit(size)
        .offset(page * size),
      db.select({ value: count() }).from(result).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  /** Average duration of each phase of the checks, in milliseconds. */
  async averagePhases(db: Sql, monitorId: string, { from, to }: Span) {
    const average = (column: typeof result.dnsMs) => sql<number | null>`avg(${column})::float`;
    const [row] = await db
      .select({
        dnsMs: average(result.dnsMs),
        connectMs: average(result.connectMs as never),
        tlsMs: average(result.tlsMs as never),
        firstByteMs: average(result.firstByteMs as never),
        downloadMs: average(result.downloadMs as never),
      })
      .from(result)
      .where(and(eq(result.monitorId, monitorId), gte(result.at, from), lt(result.at, to)));
    return row;
  },
  async namesOf(db: Sql, ids: readonly string[]): Promise<Map<string, { name: string; kind: MonitorKind }>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: monitor.id, name: monitor.name, kind: monitor.kind })
      .from(monitor)
      .where(inArray(monitor.id, [...ids]));
    return new Map(rows.map(({ id, ...rest }) => [id, rest]));
  },
  /** Deletes up to `most` checks that were due before an instant; returns how many. */
  async deleteBefore(db: Sql, before: Date, most: number): Promise<number> {
    const { rowCount } = await db.execute(
      sql`delete from ${result} where id in (select id from ${result} where at < ${before.toISOString()}::timestamptz limit ${most})`,
    );
    return rowCount ?? 0;
  },
};
