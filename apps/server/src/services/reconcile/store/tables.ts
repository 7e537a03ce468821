import type {
  ReconciliationFields,
  RowDifference as ShownDifference,
  ReconcileResult as ShownResult,
} from '@touchstone/contracts/reconcile';
import { sql } from 'drizzle-orm';
import {
  boolean,
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

export const schema = pgSchema('reconcile');
const now = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);

/** The part of a reconciliation without its own columns. */
export type Definition = Omit<
  ReconciliationFields,
  'name' | 'scriptId' | 'environmentId' | 'databaseConfigurationId' | 'checkInRuns'
>;

/** A request and a query whose rows are compared. */
export const reconciliation = schema.table(
  'reconciliation',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    name: text().notNull(),
    scriptId: uuid('script_id').notNull(),
    environmentId: uuid('environment_id'),
    databaseConfigurationId: uuid('database_configuration_id').notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    checkInRuns: boolean('check_in_runs').notNull(),
    lastRunId: uuid('last_run_id'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    uniqueIndex('reconciliation_name').on(t.projectId, sql`lower(${t.name})`),
    index('reconciliation_database').on(t.databaseConfigurationId),
    index('reconciliation_checks').on(t.projectId, t.scriptId).where(sql`${t.checkInRuns}`),
  ],
);

/** The result of a run. */
export const result = schema.table(
  'result',
  {
    runId: uuid('run_id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    reconciliationId: uuid('reconciliation_id').notNull(),
    found: jsonb().$type<Omit<ShownResult, 'runId' | 'reconciliationId'>>().notNull(),
    createdAt: now('created_at'),
  },
  (t) => [index('result_project').on(t.projectId)],
);

/** A row found to differ by a run; the first ones of each kind are stored. */
export const difference = schema.table(
  'difference',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => result.runId, { onDelete: 'cascade' }),
    position: integer().notNull(),
    kind: text().$type<ShownDifference['kind']>().notNull(),
    content: jsonb().$type<Omit<ShownDifference, 'position' | 'kind'>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] }), index('difference_kind').on(t.runId, t.kind, t.position)],
);
