import type { PerformanceTotals } from '@touchstone/contracts/api-testing';
import type { LoadSummary } from '@touchstone/engine-load/core';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { lostAfterMs, type Shard, type ShardFacts, type ShardState } from '../domain/shard.ts';
import { performanceRun, shard } from './tables.ts';

export type PerformanceRow = Omit<typeof performanceRun.$inferSelect, 'plan' | 'summary'>;

const columns = {
  runId: performanceRun.runId,
  organizationId: performanceRun.organizationId,
  projectId: performanceRun.projectId,
  configuration: performanceRun.configuration,
  curve: performanceRun.curve,
  virtualUsers: performanceRun.virtualUsers,
  plannedDurationMs: performanceRun.plannedDurationMs,
  shards: performanceRun.shards,
  phase: performanceRun.phase,
  startAt: performanceRun.startAt,
  stopped: performanceRun.stopped,
  leaderSeenAt: performanceRun.leaderSeenAt,
  totals: performanceRun.totals,
  createdAt: performanceRun.createdAt,
};

/** What a shard receives with each heartbeat. */
export interface ShardOrders {
  stopped: boolean;
  /** The start by the database's clock, in milliseconds since 1970. */
  startAtMs: number | null;
  nowMs: number;
  leaderSilentMs: number;
  slice: { index: number; count: number } | undefined;
  state: ShardState;
}

/** Rows of performance runs and their shards. */
export const performanceStore = {
  /**
   * Stores what a run must do. If the run was planned before, that plan is kept; it starts anew if it was given up
   * before it started.
   */
  async insert(db: Sql, values: typeof performanceRun.$inferInsert): Promise<void> {
    const { runId: _runId, organizationId: _organizationId, projectId: _projectId, ...planned } = values;
    const again = { ...planned, phase: 'waiting', stopped: false } as const;
    const wasGivenUp = sql`${performanceRun.phase} = 'ended' and ${performanceRun.totals} is null`;
    await db
      .insert(performanceRun)
      .values(values)
      .onConflictDoUpdate({ target: performanceRun.runId, set: again, setWhere: wasGivenUp });
  },
  async delete(db: Sql, runIds: string[]): Promise<void> {
    if (runIds.length) await db.delete(performanceRun).where(inArray(performanceRun.runId, runIds));
  },
  async find(db: Sql, runId: string): Promise<PerformanceRow | undefined> {
    const [row] = await db.select(columns).from(performanceRun).where(eq(performanceRun.runId, runId));
    return row;
  },
  async findMany(db: Sql, runIds: string[]): Promise<PerformanceRow[]> {
    return runIds.length ? db.select(columns).from(performanceRun).where(inArray(performanceRun.runId, runIds)) : [];
  },
  async findPlan(db: Sql, runId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ plan: performanceRun.plan })
      .from(performanceRun)
      .where(eq(performanceRun.runId, runId));
    return row?.plan;
  },
  async findSummary(db: Sql, runId: string): Promise<LoadSummary | null> {
    const [row] = await db
      .select({ summary: performanceRun.summary })
      .from(performanceRun)
      .where(eq(performanceRun.runId, runId));
    return row?.summary ?? null;
  },
  /** Runs that have not ended, oldest first. */
  listOpen: (db: Sql): Promise<PerformanceRow[]> =>
    db
      .select(columns)
      .from(performanceRun)
      .where(ne(performanceRun.phase, 'ended'))
      .orderBy(asc(performanceRun.createdAt))
      .limit(500),
  /** Shards of other runners in runs that ended within the last hour, by organization. */
  async listOldShards(db: Sql): Promise<{ organizationId: string; shardIds: string[] }[]> {
    const rows = await db
      .select({ organizationId: performanceRun.organizationId, shardId: shard.shardId })
      .from(shard)
      .innerJoin(performanceRun, eq(performanceRun.runId, shard.runId))
      .where(
        and(
          eq(performanceRun.phase, 'ended'),
          ne(shard.shardId, shard.runId),
          gt(shard.seenAt, sql`now() - interval '1 hour'`),
        ),
      );
    return [...Map.groupBy(rows, (row) => row.organizationId)].map(([organizationId, own]) => ({
      organizationId,
      shardIds: own.map((row) => row.shardId),
    }));
  },
  /** Ids after `after`, for paging through all of them. */
  async listIds(db: Sql, after: string, limit: number): Promise<{ runId: string; organizationId: string }[]> {
    return db
      .select({ runId: performanceRun.runId, organizationId: performanceRun.organizationId })
      .from(performanceRun)
      .where(gt(performanceRun.runId, after))
      .orderBy(asc(performanceRun.runId))
      .limit(limit);
  },
  async setPhase(db: Sql, runId: string, phase: PerformanceRow['phase']): Promise<void> {
    await db.update(performanceRun).set({ phase, leaderSeenAt: sql`now()` }).where(eq(performanceRun.runId, runId));
  },
  /** Sets the same start for all shards. */
  async setStart(db: Sql, runId: string, inMs: number): Promise<Date> {
    const [row] = await db
      .update(performanceRun)
      .set({ phase: 'running', startAt: sql`now() + make_interval(secs => ${inMs / 1000})`, leaderSeenAt: sql`now()` })
      .where(eq(performanceRun.runId, runId))
      .returning({ startAt: performanceRun.startAt });
    return row!.startAt!;
  },
  async stop(db: Sql, runId: string): Promise<void> {
    await db.update(performanceRun).set({ stopped: true }).where(eq(performanceRun.runId, runId));
  },
  async beat(db: Sql, runId: string, totals: PerformanceTotals | undefined): Promise<void> {
    await db
      .update(performanceRun)
      .set({ leaderSeenAt: sql`now()`, ...(totals && { totals }) })
      .where(eq(performanceRun.runId, runId));
  },
  async end(
    db: Sql,
    runId: string,
    result: { totals: PerformanceTotals | null; summary: LoadSummary | null },
  ): Promise<void> {
    await db
      .update(performanceRun)
      .set({ phase: 'ended', stopped: true, ...result })
      .where(eq(performanceRun.runId, runId));
  },

  /** Adds a runner. False if the run has continued without it. */
  async join(db: Sql, runId: string, { shardId, name }: { shardId: string; name: string }): Promise<boolean> {
    const result = await db.execute(sql`
      insert into performance.shard (run_id, shard_id, name, state)
      select run_id, ${shardId}::uuid, ${name}, 'joined' from performance.run where run_id = ${runId}::uuid and phase = 'waiting' and not stopped
      on conflict (run_id, shard_id) do update set state = 'joined', seen_at = now()`);
    return (result.rowCount ?? 0) > 0;
  },
  async listShards(db: Sql, runId: string): Promise<Shard[]> {
    const rows = await db
      .select({ row: shard, silentMs: sql<number>`extract(epoch from now() - ${shard.seenAt})::float * 1000` })
      .from(shard)
      .where(eq(shard.runId, runId))
      .orderBy(asc(shard.joinedAt), asc(shard.shardId));
    return rows.map(({ row, silentMs }) => ({
      shardId: row.shardId,
      name: row.name,
      state: row.state,
      slice: row.sliceIndex === null ? undefined : { index: row.sliceIndex, count: row.sliceCount ?? 1 },
      silentMs,
      lostAtSecond: row.lostAtSecond,
      facts: row.facts,
    }));
  },
  /** Distributes the plan over the shards that joined; no more can join, and silent ones have left. */
  async dealOut(db: Sql, runId: string): Promise<void> {
    await db.execute(sql`
      update performance.run set phase = 'preparing', leader_seen_at = now() where run_id = ${runId}::uuid`);
    await db.execute(sql`
      update performance.shard set state = 'left' where run_id = ${runId}::uuid
        and (state <> 'joined' or seen_at < now() - make_interval(secs => ${lostAfterMs / 1000}))`);
    await db.execute(sql`
      update performance.shard s set slice_index = n.index, slice_count = n.count
      from (select shard_id, row_number() over (order by joined_at, shard_id) - 1 as index, count(*) over () as count
            from performance.shard where run_id = ${runId}::uuid and state = 'joined') n
      where s.run_id = ${runId}::uuid and s.shard_id = n.shard_id`);
  },
  async setShard(
    db: Sql,
    runId: string,
    shardId: string,
    values: { state: ShardState; facts?: ShardFacts; lostAtSecond?: number },
  ): Promise<void> {
    await db
      .update(shard)
      .set({ ...values, ...(values.state !== 'lost' && { seenAt: sql`now()` }) })
      .where(and(eq(shard.runId, runId), eq(shard.shardId, shardId), ne(shard.state, 'lost')));
  },
  /** Heartbeat of a shard; undefined if the run was deleted. */
  async heartbeat(db: Sql, runId: string, shardId: string): Promise<ShardOrders | undefined> {
    const result = await db.execute<{
      stopped: boolean;
      start_at: number | null;
      now_ms: number;
      leader_silent: number;
      slice_index: number | null;
      slice_count: number | null;
      state: ShardState;
    }>(sql`
      update performance.shard s set seen_at = clock_timestamp() from performance.run r
      where s.run_id = ${runId}::uuid and s.shard_id = ${shardId}::uuid and r.run_id = s.run_id
      returning r.stopped, extract(epoch from r.start_at)::float * 1000 as start_at, extract(epoch from clock_timestamp())::float * 1000 as now_ms,
        coalesce(extract(epoch from clock_timestamp() - r.leader_seen_at)::float * 1000, 0) as leader_silent, s.slice_index, s.slice_count, s.state`);
    const row = result.rows[0];
    if (row === undefined) return undefined;
    return {
      stopped: row.stopped,
      startAtMs: row.start_at,
      nowMs: row.now_ms,
      leaderSilentMs: row.leader_silent,
      slice: row.slice_index === null ? undefined : { index: row.slice_index, count: row.slice_count ?? 1 },
      state: row.state,
    };
  },
};
