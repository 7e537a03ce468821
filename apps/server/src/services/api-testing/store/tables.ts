import type {
  CertificateType,
  DatabaseKind,
  DataFileChoice,
  ImportPreview,
  PrerequisiteAction,
  ScriptDocumentation,
  ScriptExample,
  SuiteFolder,
  WorkspaceRole,
} from '@touchstone/contracts/api-testing';
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
import type { ScriptDocument, SuiteDocumentation } from '../domain/suites/script-parts.ts';

type ImportFormat = ImportPreview['format'];

export const schema = pgSchema('api_testing');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);

export const project = schema.table(
  'project',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    teamId: uuid('team_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Runs that ended before results were kept are brought in page by page: the next page; null: all are there. */
    pendingResultsPage: integer('pending_results_page'),
    workspaceType: text('workspace_type', { enum: ['PRIVATE', 'SHARED'] }).notNull(),
    workspacePlan: text('workspace_plan', { enum: ['FREE', 'PRO'] }).notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('project_name').on(t.teamId, sql`lower(${t.name})`),
    index('project_organization').on(t.organizationId, t.createdAt),
  ],
);

/** Who holds which role in a workspace, beside the members of its team. */
export const member = schema.table(
  'member',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().$type<WorkspaceRole>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('member_user').on(t.userId)],
);

export const suite = schema.table(
  'suite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    isChaining: boolean('is_chaining').notNull().default(false),
    scriptCount: integer('script_count').notNull().default(0),
    lastRunId: uuid('last_run_id'),
    /** Data file of the newest data-driven run, so that it can be run again. */
    dataFile: jsonb('data_file').$type<DataFileChoice>(),
    /** In the order of the tree. */
    folders: jsonb().$type<SuiteFolder[]>().notNull().default([]),
    /** What the document said that the suite was made of. */
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
    /** Ids of all parts (headers, assertions …), so that a part is found by its id. */
    partIds: uuid('part_ids').array().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    index('script_suite').on(t.suiteId, t.position),
    index('script_project').on(t.projectId, t.position),
    index('script_parts').using('gin', t.partIds),
  ],
);

export const environment = schema.table(
  'environment',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('environment_name').on(t.projectId, sql`lower(${t.name})`)],
);

/** A variable of an environment or a suite, or of the whole workspace where both are null. A secret's value is sealed. */
export const variable = schema.table(
  'variable',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').references(() => environment.id, { onDelete: 'cascade' }),
    suiteId: uuid('suite_id').references(() => suite.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    value: text().notNull(),
    isSecret: boolean('is_secret').notNull(),
    enabled: boolean().notNull().default(true),
    description: text().notNull().default(''),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('variable_name').on(
      t.projectId,
      sql`coalesce(${t.suiteId}, ${t.environmentId}, ${t.projectId})`,
      t.name,
    ),
    index('variable_environment').on(t.environmentId),
    index('variable_suite').on(t.suiteId),
  ],
);

/** A document that was read and waits for a choice; kept for a day. */
export const pendingImport = schema.table(
  'pending_import',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').notNull(),
    /** Sealed: documents may hold credentials. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_import_created').on(t.createdAt)],
);

/** A document that requests of a suite were imported from, with what it held then: the base of the next merge. */
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
    /** Name of the file; of an address only its host and path, without what may be secret. */
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

/** Files of a certificate that were read and wait to be saved; kept for a day. */
export const pendingCertificate = schema.table(
  'pending_certificate',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').notNull(),
    type: text().$type<CertificateType>().notNull(),
    /** Names of the files. */
    file: text().notNull(),
    /** Sealed: the files hold a private key. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_certificate_created').on(t.createdAt)],
);

/** A client certificate that runs present to the hosts of `domainName`. */
export const certificate = schema.table(
  'certificate',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    domainName: text('domain_name').notNull(),
    type: text().$type<CertificateType>().notNull(),
    /** Names of the files. */
    file: text().notNull(),
    /** Sealed: the files with the passphrase. */
    material: text().notNull(),
    subject: text().notNull(),
    issuer: text().notNull(),
    notBefore: timestamp('not_before', { withTimezone: true }).notNull(),
    notAfter: timestamp('not_after', { withTimezone: true }).notNull(),
    fingerprint: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('certificate_domain').on(t.projectId, t.domainName)],
);

/** A database that prerequisites ask. The password is sealed; null: none. */
export const databaseConfiguration = schema.table(
  'database_configuration',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text().$type<DatabaseKind>().notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    databaseName: text('database_name').notNull(),
    username: text().notNull(),
    password: text(),
    tls: text({ enum: ['off', 'encrypt', 'verify'] }).notNull(),
    caCertificate: text('ca_certificate').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('database_configuration_name').on(t.projectId, sql`lower(${t.name})`)],
);

/** A step that fills variables before a run. */
export const prerequisite = schema.table(
  'prerequisite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    name: text().notNull(),
    action: jsonb().$type<PrerequisiteAction>().notNull(),
    /** The database that `action` asks, kept from being deleted while it does. */
    databaseConfigurationId: uuid('database_configuration_id').references(() => databaseConfiguration.id),
    enabled: boolean().notNull(),
    /** null: the values are only for the run. */
    targetEnvironmentId: uuid('target_environment_id').references(() => environment.id, { onDelete: 'set null' }),
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

/** Token of an OAuth 2.0 grant for all runs and previews of a workspace with one environment. */
export const oauthToken = schema.table(
  'oauth_token',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    /** The environment's id; the project's where there is none. */
    scopeId: uuid('scope_id').notNull(),
    /** Keyed hash of the whole configuration of the grant. */
    fingerprint: text().notNull(),
    /** Sealed JSON. */
    token: text().notNull(),
    /** When it may be forgotten. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.scopeId, t.fingerprint] }),
    index('oauth_token_expires').on(t.expiresAt),
  ],
);

/**
 * How a finished functional run ended, and how each suite and script of it did: a row for each. Insights are computed from it, so that
 * they read neither plans nor steps.
 */
export const runResult = schema.table(
  'run_result',
  {
    runId: uuid('run_id').notNull(),
    level: text({ enum: ['run', 'suite', 'script'] }).notNull(),
    /** Id of the run, suite or script. */
    subjectId: text('subject_id').notNull(),
    /** The suite that the script ran in; of a suite its own id, of a run empty. */
    suiteId: text('suite_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
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
    /** From begin to end; of a script the mean of its executions. */
    durationMs: doublePrecision('duration_ms').notNull(),
    startedBy: text('started_by').notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.level, t.subjectId, t.suiteId] }),
    index('run_result_period').on(t.projectId, t.level, t.finishedAt),
  ],
);
