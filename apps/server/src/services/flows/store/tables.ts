import type { Configuration } from '@touchstone/contracts/flows';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
import type { StoredDocument } from '../domain/flow-document.ts';

export const flows = pgSchema('flows');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A workflow with its document. */
export const flow = flows.table(
  'flow',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** Its folder, in services with folders; null: directly in the workspace. */
    folderId: uuid('folder_id'),
    name: text().notNull(),
    description: text().notNull().default(''),
    document: jsonb().$type<StoredDocument>().notNull(),
    nodeCount: integer('node_count').notNull(),
    scriptCount: integer('script_count').notNull(),
    /** Incremented by each save of the document. */
    revision: integer().notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    updatedBy: uuid('updated_by').notNull(),
    updatedByName: text('updated_by_name').notNull(),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
    lastRunId: uuid('last_run_id'),
  },
  (t) => [
    uniqueIndex('flow_name').on(
      t.organizationId,
      t.projectId,
      sql`coalesce(${t.folderId}, ${t.projectId})`,
      sql`lower(${t.name})`,
    ),
    index('flow_project').on(t.organizationId, t.projectId, t.updatedAt),
  ],
);

/** A run configuration of a workspace. */
export const configuration = flows.table(
  'configuration',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    environmentId: uuid('environment_id'),
    variables: jsonb().$type<Configuration['variables']>().notNull(),
    parallel: integer(),
    updatedBy: uuid('updated_by').notNull(),
    updatedByName: text('updated_by_name').notNull(),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('configuration_name').on(t.organizationId, t.projectId, sql`lower(${t.name})`)],
);

/**
 * The state of a run. `fence` is the runs service's attempt that wrote last: a runner that lost its lease changes
 * nothing.
 */
export const run = flows.table(
  'run',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    flowId: uuid('flow_id').notNull(),
    fence: integer().notNull(),
    /** The flow engine's state of the complete run. */
    state: jsonb().notNull(),
    /** Its outputs once it has ended: those of the nodes without successors. */
    outputs: jsonb().$type<Record<string, unknown>>(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('run_flow').on(t.organizationId, t.flowId, t.createdAt)],
);

/** A node of a run that had at least one event. */
export const node = flows.table(
  'node',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.runId, { onDelete: 'cascade' }),
    node: text().notNull(),
    /** The flow engine's state of the node. */
    state: jsonb().notNull(),
    stepId: uuid('step_id'),
    /** Values; those of secrets are sealed. */
    inputs: jsonb().notNull(),
    outputs: jsonb().notNull(),
    detail: jsonb(),
    message: text(),
    childRunId: uuid('child_run_id'),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.node] })],
);

/** An instant that a node is waiting for. */
export const timer = flows.table(
  'timer',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.runId, { onDelete: 'cascade' }),
    node: text().notNull(),
    purpose: text({ enum: ['wait', 'timeout', 'retry'] }).notNull(),
    attempt: integer().notNull(),
    dueAt: at('due_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.node, t.purpose] })],
);

/** External events that no runner has taken yet: ends of child runs, signals. A run may end before they are read. */
export const inbox = flows.table(
  'inbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: uuid('run_id').notNull(),
    event: jsonb().notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('inbox_run').on(t.runId)],
);

/** An irreversible effect, such as an e-mail: `started` without an end means that it may or may not have happened. */
export const effect = flows.table(
  'effect',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.runId, { onDelete: 'cascade' }),
    node: text().notNull(),
    attempt: integer().notNull(),
    state: text({ enum: ['started', 'done'] }).notNull(),
    at: at('at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.runId, t.node, t.attempt] })],
);

/** An address that starts a workflow. Only the hash of its token is stored. */
export const hook = flows.table(
  'hook',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flow.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    configurationId: uuid('configuration_id'),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    lastCalledAt: at('last_called_at'),
    lastRunId: uuid('last_run_id'),
    lastProblem: text('last_problem'),
  },
  (t) => [uniqueIndex('hook_token').on(t.tokenHash), index('hook_flow').on(t.flowId)],
);

/**
 * An address that a node is waiting for. Its caller knows the token, of which only the hash is stored; deleted once it
 * was called.
 */
export const webhook = flows.table(
  'webhook',
  {
    tokenHash: text('token_hash').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => run.runId, { onDelete: 'cascade' }),
    node: text().notNull(),
  },
  (t) => [uniqueIndex('webhook_node').on(t.runId, t.node)],
);
