import type { NotifyPolicy, Schedule } from '@touchstone/contracts/scheduler';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgSchema, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ExecutionStatus, StartedRun } from '../domain/execution.ts';
import type { StoredVariable } from '../domain/job-variables.ts';

export const schema = pgSchema('scheduler');
const instant = (name: string) => timestamp(name, { withTimezone: true });
const now = (name: string) => instant(name).notNull().default(sql`now()`);

/** A job: what it starts, when, and whom it notifies. */
export const job = schema.table(
  'job',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    title: text().notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: uuid('target_id').notNull(),
    environmentId: uuid('environment_id'),
    configurationId: uuid('configuration_id'),
    options: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Values of secrets are sealed. */
    variables: jsonb().$type<StoredVariable[]>().notNull().default([]),
    scheduleType: text('schedule_type').$type<Schedule['scheduleType']>().notNull(),
    schedule: jsonb().$type<Schedule>().notNull(),
    isPaused: boolean('is_paused').notNull(),
    /** Why it no longer starts anything, or was paused by the product. */
    problem: text(),
    missedPolicy: text('missed_policy', { enum: ['RUN_ONCE', 'SKIP'] }).notNull(),
    retryAttempts: integer('retry_attempts').notNull(),
    retryDelaySeconds: integer('retry_delay_seconds').notNull(),
    notifyWhen: text('notify_when').$type<NotifyPolicy['when']>().notNull(),
    notifyEmails: text('notify_emails').array().notNull(),
    /** Sealed, because such addresses often contain a token. */
    notifyWebhook: text('notify_webhook'),
    /** Null: never due again. */
    nextDueAt: instant('next_due_at'),
    /** Consecutive refusals. */
    refusals: integer().notNull().default(0),
    lastExecutionId: uuid('last_execution_id'),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    index('job_project').on(t.organizationId, t.projectId, t.nextDueAt),
    index('job_due').on(t.nextDueAt).where(sql`${t.nextDueAt} is not null and not ${t.isPaused}`),
    index('job_target').on(t.targetId),
  ],
);

/** An execution: one due time of a job. */
export const execution = schema.table(
  'execution',
  {
    id: uuid().primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    title: text().notNull(),
    dueAt: instant('due_at').notNull(),
    missed: integer().notNull(),
    status: text().$type<ExecutionStatus>().notNull(),
    message: text(),
    /** Why its result could not be reported. */
    tellProblem: text('tell_problem'),
    /** When the webhook accepted its result. */
    toldAt: instant('told_at'),
    attempt: integer().notNull(),
    /** The run of the current attempt; set before that run exists. */
    runId: uuid('run_id').notNull(),
    /** The runs it has started. */
    runs: jsonb().$type<StartedRun[]>().notNull().default([]),
    /** When the current attempt is due to start; null: it has started. */
    startAt: instant('start_at'),
    /** How often the start of the current attempt failed because of the product itself. */
    failedStarts: integer('failed_starts').notNull().default(0),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('execution_due').on(t.jobId, t.dueAt),
    uniqueIndex('execution_run').on(t.runId),
    index('execution_project').on(t.organizationId, t.projectId, t.dueAt),
    index('execution_start').on(t.startAt).where(sql`${t.startAt} is not null`),
    index('execution_running').on(t.startedAt).where(sql`${t.status} = 'RUNNING'`),
  ],
);
