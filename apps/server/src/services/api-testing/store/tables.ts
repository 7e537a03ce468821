import type {
  ImportPreview,
  PrerequisiteAction,
  ScriptDocumentation,
  ScriptExample,
  SuiteFolder,
  WatchInterval,
} from '@touchstone/contracts/api-testing';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { sql } from 'drizzle-orm';
import {
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
import type { KeptVariable } from '../../workspaces/index.ts';
import type { SourceChanges } from '../domain/imports/source-watch.ts';
import type { ScriptDocument, SuiteDocumentation } from '../domain/suites/script-parts.ts';

type ImportFormat = ImportPreview['format'];

export const schema = pgSchema('api_testing');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);

export const suite = schema.table(
  'suite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    isChaining: boolean('is_chaining').notNull().default(false),
    scriptCount: integer('script_count').notNull().default(0),
    lastRunId: uuid('last_run_id'),
    /** Data file of the newest data-driven run, for running it again. */
    dataFile: jsonb('data_file').$type<DataFileChoice>(),
    /** In tree order. */
    folders: jsonb().$type<SuiteFolder[]>().notNull().default([]),
    /** The documentation in the document that the suite was created from. */
    documentation: jsonb().$type<SuiteDocumentation>().notNull().default({}),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('suite_name').on(t.projectId, t.isChaining, sql`lower(${t.name})`),
    index('suite_project').on(t.projectId, t.isChaining, t.createdAt),
  ],
);

export const script = schema.table(
  'script',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    suiteId: uuid('suite_id')
      .notNull()
      .references(() => suite.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    method: text().notNull(),
    url: text().notNull(),
    scriptType: text('script_type'),
    assertionCount: integer('assertion_count').notNull(),
    document: jsonb().$type<ScriptDocument>().notNull(),
    /** Path of the folder; empty at the top. */
    folder: text().notNull().default(''),
    documentation: jsonb().$type<ScriptDocumentation>(),
    examples: jsonb().$type<ScriptExample[]>().notNull().default([]),
    /** Sealed JSON; null: none. */
    authentication: text(),
    /** Ids of all parts (headers, assertions …), for finding a part by its id. */
    partIds: uuid('part_ids').array().notNull(),
    createdAt: at('created_at'),
    /** Who last saved it; null if it has only been created or imported. */
    updatedByName: text('updated_by_name'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    index('script_suite').on(t.suiteId, t.position),
    index('script_project').on(t.projectId, t.position),
    index('script_parts').using('gin', t.partIds),
  ],
);

/** A parsed document that is waiting for a selection; stored for a day. */
export const pendingImport = schema.table(
  'pending_import',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    createdBy: uuid('created_by').notNull(),
    /** Sealed: documents may contain credentials. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_import_created').on(t.createdAt)],
);

/**
 * A document that requests of a suite were imported from, with its content at that time: the base of the next merge.
 */
export const importSource = schema.table(
  'import_source',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    suiteId: uuid('suite_id')
      .notNull()
      .references(() => suite.id, { onDelete: 'cascade' }),
    format: text().$type<ImportFormat>().notNull(),
    /** Title of the document. */
    title: text().notNull(),
    /** Name of the file; of an address only its host and path, without secret parts. */
    name: text().notNull(),
    isAddress: boolean('is_address').notNull(),
    /** Only requests of this folder belong to the suite; null: all. */
    folder: text(),
    requestCount: integer('request_count').notNull(),
    /** Sealed, compressed JSON: address, base URL and the requests as they were imported. */
    content: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [index('import_source_suite').on(t.suiteId, t.createdAt)],
);

/** A source whose address is checked regularly. A row is claimed during a check, so that only one process checks it. */
export const sourceWatch = schema.table(
  'source_watch',
  {
    sourceId: uuid('source_id')
      .primaryKey()
      .references(() => importSource.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    everyMinutes: integer('every_minutes').$type<WatchInterval>().notNull(),
    createdBy: uuid('created_by').notNull(),
    /** Who is notified. */
    followers: uuid().array().notNull(),
    /** Of the last document read, for conditional requests. Null: a full read is needed. */
    etag: text(),
    lastModified: text('last_modified'),
    /** Hash of its bytes. Null if it references other documents, which may change independently. */
    bodyHash: text('body_hash'),
    /** Hash of its requests: other differences aren't changes. */
    documentHash: text('document_hash'),
    changes: jsonb().$type<SourceChanges>(),
    /** Numbers the notifications, so that each is stored once. */
    told: integer().notNull().default(0),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }),
    problem: text(),
    /** Consecutive failed checks. */
    failures: integer().notNull().default(0),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull(),
    claim: uuid(),
    /** When a claim left by a dead process expires. */
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    createdAt: at('created_at'),
  },
  (t) => [index('source_watch_due').on(t.nextCheckAt), index('source_watch_project').on(t.projectId)],
);

/** A step that sets variables before a run. */
export const prerequisite = schema.table(
  'prerequisite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    action: jsonb().$type<PrerequisiteAction>().notNull(),
    /** The database that `action` queries, which can't be deleted while in use. */
    databaseConfigurationId: uuid('database_configuration_id'),
    enabled: boolean().notNull(),
    /** null: the values are for the run only. */
    targetEnvironmentId: uuid('target_environment_id'),
    isSecret: boolean('is_secret').notNull(),
    timeoutMs: integer('timeout_ms').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('prerequisite_name').on(t.projectId, sql`lower(${t.name})`),
    index('prerequisite_order').on(t.projectId, t.position),
    index('prerequisite_database').on(t.databaseConfigurationId),
  ],
);

/** A deleted script, suite or folder that can be restored. */
export const deletedItem = schema.table(
  'deleted_item',
  {
    id: uuid().primaryKey(),
    /** Identifies what one click deleted. */
    trashId: uuid('trash_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    kind: text({ enum: ['script', 'suite', 'folder'] }).notNull(),
    name: text().notNull(),
    suiteId: uuid('suite_id').notNull(),
    suiteName: text('suite_name').notNull(),
    scriptCount: integer('script_count').notNull(),
    content: jsonb().$type<DeletedContent>().notNull(),
    deletedBy: uuid('deleted_by').notNull(),
    deletedByName: text('deleted_by_name').notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('deleted_item_project').on(t.projectId, t.deletedAt.desc(), t.id.desc()),
    index('deleted_item_trash').on(t.trashId),
    index('deleted_item_age').on(t.deletedAt),
  ],
);

/** A script of a deleted item as stored: its secrets can only be opened under its own id. */
export const deletedScript = schema.table(
  'deleted_script',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => deletedItem.id, { onDelete: 'cascade' }),
    scriptId: uuid('script_id').notNull(),
    position: integer().notNull(),
    row: jsonb().$type<Stored<typeof script.$inferSelect>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.itemId, t.position, t.scriptId] }), index('deleted_script_script').on(t.scriptId)],
);

/** A row as JSON. */
export type Stored<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

/** What is stored of a deleted item besides its scripts. */
export interface DeletedContent {
  suite?: Stored<typeof suite.$inferSelect>;
  variables?: KeptVariable[];
  sources?: Stored<typeof importSource.$inferSelect>[];
  /** How the addresses of its sources were watched. */
  watches?: KeptWatch[];
  /** The deleted folders, in their order. */
  folders?: SuiteFolder[];
}
/** What survives of a watch when its suite is deleted: findings are kept, so that nothing is reported twice. */
export type KeptWatch = Pick<
  typeof sourceWatch.$inferSelect,
  'sourceId' | 'everyMinutes' | 'createdBy' | 'followers' | 'documentHash' | 'changes' | 'told'
>;

/**
 * The outcome of a finished functional run and of each suite and script in it, one row each. Insights are computed from
 * these rows, so they read neither plans nor steps.
 */
export const runResult = schema.table(
  'run_result',
  {
    runId: uuid('run_id').notNull(),
    level: text({ enum: ['run', 'suite', 'script'] }).notNull(),
    /** Id of the run, suite or script. */
    subjectId: text('subject_id').notNull(),
    /** The suite the script ran in; for a suite its own id, for a run empty. */
    suiteId: text('suite_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    runName: text('run_name').notNull(),
    suiteName: text('suite_name').notNull(),
    /** Empty: the run had no environment. */
    environmentName: text('environment_name').notNull(),
    status: text({ enum: ['passed', 'failed', 'error', 'cancelled', 'skipped'] }).notNull(),
    /** Steps. */
    total: integer().notNull(),
    passed: integer().notNull(),
    failed: integer().notNull(),
    error: integer().notNull(),
    /** From start to end; for a script, the mean of its executions. */
    durationMs: doublePrecision('duration_ms').notNull(),
    startedBy: text('started_by').notNull(),
    /** A script's revision; for a suite, that of all its scripts. Null if unknown. */
    revision: text(),
    /** The endpoint a script calls, such as `GET /orders/{id}`; null for suites and runs. */
    endpoint: text(),
    finishedAt: timestamp('finished_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.level, t.subjectId, t.suiteId] }),
    index('run_result_subject').on(t.projectId, t.level, t.subjectId, t.finishedAt),
    index('run_result_period').on(t.projectId, t.level, t.finishedAt),
  ],
);

/** A failed step of a finished functional run, with the signature it shares with failures of the same cause. */
export const stepFailure = schema.table(
  'step_failure',
  {
    stepId: uuid('step_id').primaryKey(),
    runId: uuid('run_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** Null: a prerequisite without a script. */
    scriptId: text('script_id'),
    scriptName: text('script_name').notNull(),
    suiteId: text('suite_id').notNull(),
    suiteName: text('suite_name').notNull(),
    runName: text('run_name').notNull(),
    /** Empty: the run had no environment. */
    environmentName: text('environment_name').notNull(),
    /** Revision of the script; null if unknown. */
    revision: text(),
    signature: text().notNull(),
    kind: text().notNull(),
    statusClass: text('status_class').notNull(),
    template: text().notNull(),
    /** The start of the message. */
    message: text().notNull(),
    /** When the run ended, so that all queries of a period cover the same runs. */
    finishedAt: timestamp('finished_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('step_failure_period').on(t.projectId, t.finishedAt),
    index('step_failure_signature').on(t.projectId, t.signature, t.finishedAt),
    index('step_failure_run').on(t.runId),
  ],
);

/** A workspace with runs that ended before results were stored; they are imported page by page. */
export const pendingResult = schema.table('pending_result', {
  projectId: uuid('project_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** The next page. */
  page: integer().notNull(),
});

/** Users who have sent a request from the editor: one of the first steps. */
export const sender = schema.table('sender', {
  userId: uuid('user_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  firstSentAt: timestamp('first_sent_at', { withTimezone: true }).notNull(),
});
