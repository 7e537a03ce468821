import type { PerformanceConfiguration, PerformancePoint, PerformanceTotals } from '@touchstone/contracts/api-testing';
import type { LoadFrame, LoadSummary, PlannedScenario } from '@touchstone/engine-load/core';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ShardFacts } from '../domain/shard.ts';

export const performance = pgSchema('performance');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** What the runs core doesn't store of a performance run. */
export const performanceRun = performance.table(
  'run',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    configuration: jsonb().$type<PerformanceConfiguration>().notNull(),
    /** The load curve, for drawing. */
    curve: jsonb().$type<PlannedScenario>().notNull(),
    /** Plan and certificates, sealed. */
    plan: text().notNull(),
    virtualUsers: integer('virtual_users').notNull(),
    plannedDurationMs: integer('planned_duration_ms').notNull(),
    /** Shards the run is divided into, if that many runners are free. */
    shards: integer().notNull(),
    phase: text({ enum: ['waiting', 'preparing', 'running', 'ended'] })
      .notNull()
      .default('waiting'),
    /** The same instant for all shards. */
    startAt: at('start_at'),
    /** Tells shards to end immediately. */
    stopped: boolean().notNull().default(false),
    /** Heartbeat of the leading runner; shards end without it. */
    leaderSeenAt: at('leader_seen_at'),
    totals: jsonb().$type<PerformanceTotals>(),
    /** With histograms, for later comparisons; null until the end. */
    summary: jsonb().$type<LoadSummary>(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('performance_run_open').on(t.createdAt).where(sql`phase <> 'ended'`)],
);

const run = () =>
  uuid('run_id')
    .notNull()
    .references(() => performanceRun.runId, { onDelete: 'cascade' });

/** The part of a run that one runner executes. */
export const shard = performance.table(
  'shard',
  {
    runId: run(),
    shardId: uuid('shard_id').notNull(),
    name: text().notNull(),
    state: text({ enum: ['joined', 'ready', 'running', 'ended', 'lost', 'left'] }).notNull(),
    /** The slice of the plan; null before it is distributed. */
    sliceIndex: integer('slice_index'),
    sliceCount: integer('slice_count'),
    joinedAt: at('joined_at').notNull().default(sql`now()`),
    seenAt: at('seen_at').notNull().default(sql`now()`),
    lostAtSecond: integer('lost_at_second'),
    /** What the shard reports at its end. */
    facts: jsonb().$type<ShardFacts>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.shardId] })],
);

/** One second of one shard; kept until the run has ended. */
export const frame = performance.table(
  'frame',
  {
    runId: run(),
    second: integer().notNull(),
    shardId: uuid('shard_id').notNull(),
    frame: jsonb().$type<LoadFrame>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.second, t.shardId] })],
);

/** One or several seconds of the entire run: what charts draw. */
export const point = performance.table(
  'point',
  {
    runId: run(),
    resolution: integer().notNull(),
    second: integer().notNull(),
    point: jsonb().$type<PerformancePoint>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.resolution, t.second] })],
);
