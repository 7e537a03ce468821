import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const runs = pgSchema('runs');
const at = (name: string) => timestamp(name, { withTimezone: true });
const status = (name: string) =>
  text(name, { enum: ['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'skipped'] });

/** A run. The lease columns identify the executing runner; `attempt` is the fencing token of its lease. */
export const run = runs.table(
  'run',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    /** Counted per project; null for a part of another run. */
    number: integer(),
    originLabel: text('origin_label'),
    originCommit: text('origin_commit'),
    status: status('status').notNull().default('queued'),
    message: text(),
    /** What the engine needs beyond the steps; immutable. */
    plan: jsonb().notNull(),
    /** What lists show of the plan, such as the environment's name. */
    label: jsonb().notNull(),
    total: integer().notNull(),
    running: integer().notNull().default(0),
    passed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    error: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    cancelled: integer().notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    retryOf: uuid('retry_of'),
    /** The parent run, and its step that this run belongs to; a part ends and is deleted with its parent. */
    parentRunId: uuid('parent_run_id').references((): AnyPgColumn => run.id, { onDelete: 'cascade' }),
    parentStepId: uuid('parent_step_id'),
    /** How many retries led to this run; 0 if it isn't one. */
    retryNumber: integer('retry_number').notNull().default(0),
    lastSeq: integer('last_seq').notNull().default(0),
    attempt: integer().notNull().default(0),
    /** Consecutive attempts that recorded nothing. */
    stalledAttempts: integer('stalled_attempts').notNull().default(0),
    /** Only runners with this label take the run; null: any runner. */
    runnerLabel: text('runner_label'),
    leaseOwner: text('lease_owner'),
    leaseUntil: at('lease_until'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The engine's state at the last recorded batch, sealed. */
    checkpoint: text(),
  },
  (t) => [
    uniqueIndex('run_project_number').on(t.organizationId, t.projectId, t.number).where(sql`number is not null`),
    index('run_project_created').on(t.organizationId, t.projectId, t.createdAt),
    // Dashboards read only this index; the rows, with their plans, are many times larger.
    index('run_organization_created').on(
      ...[t.organizationId, t.createdAt, t.projectId, t.kind, t.status, t.startedAt, t.finishedAt],
    ),
    index('run_open').on(t.status, t.leaseUntil, t.createdAt).where(sql`status in ('queued', 'running')`),
    index('run_finished').on(t.finishedAt),
    index('run_parent').on(t.parentRunId, t.createdAt).where(sql`parent_run_id is not null`),
  ],
);

/** A process that executes runs, for as long as it lives; declared by its name. */
export const runner = runs.table('runner', {
  name: text().primaryKey(),
  labels: text().array().notNull(),
  /** Facts that services provide about its machine, such as its browsers, by name. */
  facts: jsonb().notNull(),
});

/** The last number assigned to a run of a project. */
export const runNumber = runs.table(
  'run_number',
  {
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.projectId] })],
);

/**
 * A step in a run's tree. `plan`, `summary`, `outcome` and `detail` belong to the kind of run: no statement looks into
 * them. Containers (suites, iterations) have negative indexes; they are not executed and not counted.
 */
export const step = runs.table(
  'step',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
    /** Position in the order of execution. A planned step has its index; a further execution is between two of them. */
    position: doublePrecision().notNull(),
    /** Index of the planned step that this is a further execution of. */
    repeatOf: integer('repeat_of'),
    stepId: uuid('step_id').notNull(),
    /** The container's step id. */
    parentId: uuid('parent_id'),
    kind: text().notNull().default('step'),
    title: text().notNull(),
    searchText: text('search_text').notNull().default(''),
    groupId: text('group_id'),
    /** The tested source, such as a script; identifies the step's history. */
    sourceId: text('source_id'),
    /** The source's revision when it was planned: equal if it is unchanged. */
    sourceRevision: text('source_revision'),
    retryable: boolean().notNull().default(true),
    plan: jsonb().notNull(),
    status: status('status').notNull().default('queued'),
    attempt: integer().notNull().default(0),
    /** First failure or error, or why it didn't run, in one sentence. */
    message: text(),
    durationMs: integer('duration_ms'),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    /** What lists show of the plan. */
    summary: jsonb().notNull(),
    /** What lists show of the result. */
    outcome: jsonb(),
    /** All other result data. */
    detail: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.index] }),
    uniqueIndex('step_id').on(t.stepId),
    index('step_position').on(t.runId, t.position),
    index('step_status').on(t.runId, t.status, t.index),
    index('step_parent').on(t.runId, t.parentId, t.position).where(sql`parent_id is not null`),
    index('step_source').on(t.sourceId, t.finishedAt),
  ],
);

/** The event stream of a run, numbered from 1 without gaps. */
export const event = runs.table(
  'event',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    type: text().notNull(),
    data: jsonb().notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.runId, t.seq] })],
);

/**
 * The bytes of attachments, each content of an organization once. `isGone`: unreferenced, and its file is being
 * deleted.
 */
export const content = runs.table(
  'content',
  {
    fileId: uuid('file_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    /** SHA-256, hexadecimal. */
    hash: text().notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    isGone: boolean('is_gone').notNull().default(false),
  },
  (t) => [uniqueIndex('content_hash').on(t.organizationId, t.hash).where(sql`not is_gone`)],
);

/** A file of a run: a picture, a video, a trace. Unique by step and name. */
export const attachment = runs.table(
  'attachment',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    /** Null if it belongs to the run as a whole. */
    stepId: uuid('step_id'),
    name: text().notNull(),
    mediaType: text('media_type').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => content.fileId),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('attachment_name').on(t.runId, sql`coalesce(step_id, run_id)`, t.name),
    index('attachment_file').on(t.fileId),
  ],
);
