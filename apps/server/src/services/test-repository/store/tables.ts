import type {
  ManagementToolSettings,
  RepositoryFunction,
  RepositoryStep,
  RunSettings,
  Sprint,
  StepTarget,
} from '@touchstone/contracts/test-repository';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
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

export const schema = pgSchema('test_repository');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);
const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`;
const names = (name: string) => text(name).array().notNull().default(sql`'{}'::text[]`);

/** A folder of scripts. */
export const module = schema.table(
  'module',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    description: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('module_name').on(t.projectId, lower(t.name))],
);

/** A script; its steps are in `script_content`, so that lists need not read them. */
export const script = schema.table(
  'script',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    moduleId: uuid('module_id')
      .notNull()
      .references(() => module.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    objective: text().notNull(),
    tags: names('tags'),
    lockedBy: uuid('locked_by'),
    lockedByName: text('locked_by_name'),
    isReusable: boolean('is_reusable').notNull().default(false),
    /** Defines the order in the module; the values have no other meaning. */
    position: integer().notNull(),
    stepCount: integer('step_count').notNull().default(0),
    /** Names of the functions that its steps call. */
    calls: names('calls'),
    revision: integer().notNull().default(1),
    dataTableId: uuid('data_table_id').references(() => dataTable.id, { onDelete: 'set null' }),
    lastRunId: uuid('last_run_id'),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [
    uniqueIndex('script_name').on(t.moduleId, lower(t.name)),
    index('script_position').on(t.moduleId, t.position),
    index('script_project').on(t.projectId),
    index('script_reusable').on(t.organizationId, t.projectId).where(sql`${t.isReusable}`),
  ],
);

/** The steps of a script. */
export const scriptContent = schema.table('script_content', {
  scriptId: uuid('script_id')
    .primaryKey()
    .references(() => script.id, { onDelete: 'cascade' }),
  steps: jsonb().$type<RepositoryStep[]>().notNull(),
});

/** A restore point of a script. */
export const scriptVersion = schema.table(
  'script_version',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    scriptId: uuid('script_id')
      .notNull()
      .references(() => script.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    revision: integer().notNull(),
    stepCount: integer('step_count').notNull(),
    steps: jsonb().$type<RepositoryStep[]>().notNull(),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
  },
  (t) => [index('script_version_script').on(t.scriptId, t.createdAt)],
);

/** Steps that a project's scripts call by name. */
export const testFunction = schema.table(
  'test_function',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    description: text().notNull(),
    inputs: jsonb().$type<RepositoryFunction['inputs']>().notNull(),
    outputs: jsonb().$type<RepositoryFunction['outputs']>().notNull(),
    steps: jsonb().$type<RepositoryStep[]>().notNull(),
    calls: names('calls'),
    revision: integer().notNull().default(1),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [uniqueIndex('test_function_name').on(t.projectId, lower(t.name))],
);

/** Rows that scripts are run with, once per row. */
export const dataTable = schema.table(
  'data_table',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    environmentId: uuid('environment_id'),
    columns: names('columns'),
    rows: jsonb().$type<string[][]>().notNull(),
    rowCount: integer('row_count').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('data_table_name').on(t.projectId, lower(t.name))],
);

/** A file that steps select by name for file inputs. */
export const projectFile = schema.table(
  'project_file',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    fileName: text('file_name').notNull(),
    contentId: uuid('content_id').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
  },
  (t) => [uniqueIndex('project_file_name').on(t.projectId, t.fileName)],
);

/** Where and how scripts are run, under a name. */
export const runConfiguration = schema.table(
  'run_configuration',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    environmentId: uuid('environment_id'),
    settings: jsonb().$type<RunSettings>().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [uniqueIndex('run_configuration_name').on(t.projectId, lower(t.name))],
);

/** An element of a project's pages, under a name. */
export const knownTarget = schema.table(
  'known_target',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    target: jsonb().$type<StepTarget>().notNull(),
    pageUrl: text('page_url').notNull(),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [uniqueIndex('known_target_name').on(t.projectId, lower(t.name))],
);

/** Where faults found by a project's tests are reported, under a name. */
export const managementTool = schema.table(
  'management_tool',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    settings: jsonb().$type<ManagementToolSettings>().notNull(),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [uniqueIndex('management_tool_name').on(t.projectId, lower(t.name))],
);

/** A named set of pictures that a script is compared with in a target; deleted with its script. */
export const baseline = schema.table(
  'baseline',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    scriptId: uuid('script_id').notNull(),
    name: text().notNull(),
    target: text().notNull(),
    currentVersion: integer('current_version').notNull(),
    createdAt: at('created_at'),
  },
  (t) => [uniqueIndex('baseline_place').on(t.scriptId, t.name, t.target), index('baseline_project').on(t.projectId)],
);

/** A picture that is or was a baseline. */
export const baselineVersion = schema.table(
  'baseline_version',
  {
    baselineId: uuid('baseline_id')
      .notNull()
      .references(() => baseline.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    contentId: uuid('content_id').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Hash of its bytes. */
    hash: text().notNull(),
    isReviewed: boolean('is_reviewed').notNull(),
    acceptedAt: at('accepted_at'),
    acceptedByName: text('accepted_by_name').notNull(),
    runId: uuid('run_id'),
  },
  (t) => [primaryKey({ columns: [t.baselineId, t.version] })],
);

/** What runs last saw of a step's element; `owner_id` is the step's script or function. */
export const elementPrint = schema.table(
  'element_print',
  {
    ownerId: uuid('owner_id').notNull(),
    stepId: text('step_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** The ways it was found. */
    ways: text().notNull(),
    print: jsonb().$type<Record<string, unknown>>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.stepId] }), index('element_print_project').on(t.projectId)],
);

/**
 * A step of a run for which a user accepted another element; `owner_id` is the script or function of the changed steps.
 */
export const healedStep = schema.table(
  'healed_step',
  {
    runId: uuid('run_id').notNull(),
    stepId: uuid('step_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    ownerId: uuid('owner_id').notNull(),
    target: jsonb().$type<StepTarget>().notNull(),
    /** The previous target of each changed step. */
    before: jsonb().$type<{ stepId: string; target: StepTarget }[]>().notNull(),
    acceptedByName: text('accepted_by_name').notNull(),
    acceptedAt: at('accepted_at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.stepId] }), index('healed_step_project').on(t.projectId)],
);

/** Suites to run within a planned time. */
export const sprint = schema.table(
  'sprint',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    description: text().notNull(),
    status: text().$type<Sprint['sprintExecutionStatus']>().notNull().default('CREATED'),
    startDate: date('start_date'),
    endDate: date('end_date'),
    startedAt: timestamp('started_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('sprint_name').on(t.projectId, lower(t.name))],
);

/** Scripts that are run one after the other. */
export const suite = schema.table(
  'suite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** null: the suite is in the test lab. */
    sprintId: uuid('sprint_id').references(() => sprint.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    moduleName: text('module_name'),
    isChaining: boolean('is_chaining').notNull(),
    isFunctional: boolean('is_functional').notNull(),
    lastRunId: uuid('last_run_id'),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('suite_name').on(t.projectId, sql`coalesce(${t.sprintId}, ${t.projectId})`, lower(t.name)),
    index('suite_sprint').on(t.sprintId),
  ],
);

/** A script of a suite. */
export const suiteScript = schema.table(
  'suite_script',
  {
    suiteId: uuid('suite_id')
      .notNull()
      .references(() => suite.id, { onDelete: 'cascade' }),
    scriptId: uuid('script_id')
      .notNull()
      .references(() => script.id, { onDelete: 'cascade' }),
    /** Defines the order in the suite; the values have no other meaning. */
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.suiteId, t.scriptId] }), index('suite_script_script').on(t.scriptId)],
);

/** What a user worked on, and when last. */
export const recent = schema.table(
  'recent',
  {
    userId: uuid('user_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    kind: text().$type<'project' | 'module' | 'script'>().notNull(),
    itemId: uuid('item_id').notNull(),
    projectId: uuid('project_id').notNull(),
    at: at('at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.organizationId, t.itemId] }),
    index('recent_latest').on(t.userId, t.organizationId, t.kind, t.at),
    index('recent_project').on(t.projectId),
  ],
);
