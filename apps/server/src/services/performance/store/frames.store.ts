import type { PerformancePoint } from '@touchstone/contracts/api-testing';
import type { LoadFrame } from '@touchstone/engine-load/core';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import { frame, point } from './tables.ts';

/** Frames of shards as they arrive, and points of the entire run for charts. */
export const framesStore = {
  /** Stores frames of a shard and notifies; stored frames aren't replaced, frames of an ended run are dropped. */
  async insertFrames(db: Sql, runId: string, shardId: string, frames: readonly LoadFrame[]): Promise<void> {
    if (frames.length === 0) return;
    await db.execute(sql`
      insert into performance.frame (run_id, second, shard_id, frame)
      select run_id, (f.value->>'second')::int, ${shardId}::uuid, f.value
      from performance.run, jsonb_array_elements(${JSON.stringify(frames)}::jsonb) f where run_id = ${runId}::uuid and phase <> 'ended'
      on conflict do nothing`);
    await db.execute(sql`select pg_notify('performance_frame', ${runId})`);
  },
  listFrames: (
    db: Sql,
    runId: string,
    fromSecond: number,
  ): Promise<{ shardId: string; second: number; frame: LoadFrame }[]> =>
    db
      .select({ shardId: frame.shardId, second: frame.second, frame: frame.frame })
      .from(frame)
      .where(and(eq(frame.runId, runId), gte(frame.second, fromSecond)))
      .orderBy(asc(frame.second))
      .limit(1000),
  async deleteFrames(db: Sql, runId: string): Promise<void> {
    await db.delete(frame).where(eq(frame.runId, runId));
  },
  /** Stores points and notifies. */
  async insertPoints(
    db: Sql,
    runId: string,
    points: readonly { resolution: number; point: PerformancePoint }[],
  ): Promise<void> {
    if (points.length === 0) return;
    await db
      .insert(point)
      .values(points.map(({ resolution, point: value }) => ({ runId, resolution, second: value.second, point: value })))
      .onConflictDoNothing();
    await db.execute(sql`select pg_notify('performance_point', ${runId})`);
  },
  async listPoints(
    db: Sql,
    runId: string,
    range: { resolution: number; fromSecond: number; limit: number },
  ): Promise<PerformancePoint[]> {
    const rows = await db
      .select({ point: point.point })
      .from(point)
      .where(and(eq(point.runId, runId), eq(point.resolution, range.resolution), gte(point.second, range.fromSecond)))
      .orderBy(asc(point.second))
      .limit(range.limit);
    return rows.map((row) => row.point);
  },
  /** Newest second with a point; -1 before the first. */
  async lastSecond(db: Sql, runId: string): Promise<number> {
    const [row] = await db
      .select({ second: sql<number | null>`max(${point.second})` })
      .from(point)
      .where(and(eq(point.runId, runId), eq(point.resolution, 1)));
    return row?.second ?? -1;
  },
  async wake(db: Sql, runId: string): Promise<void> {
    await db.execute(sql`select pg_notify('performance_point', ${runId})`);
  },
};
