import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { JsonObject } from '../domain/asset-content.ts';
import { instant, schema } from './columns.ts';

/** A call that arrived at a mock. */
export const journal = schema.table(
  'journal',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    at: instant('at').notNull(),
    method: text().notNull(),
    url: text().notNull(),
    path: text().notNull(),
    status: smallint().notNull(),
    by: text().$type<MockExchange['by']>().notNull(),
    assetId: uuid('asset_id'),
    assetName: text('asset_name'),
    hasNearMiss: boolean('has_near_miss').notNull(),
    violationCount: integer('violation_count').notNull(),
    hasProblem: boolean('has_problem').notNull(),
    delayMs: real('delay_ms').notNull(),
    clientIp: text('client_ip').notNull(),
    /** The run's step that sent it. */
    runId: uuid('run_id'),
    stepId: uuid('step_id'),
    detail: jsonb().$type<Omit<MockExchange, 'why' | 'nearMisses'>>().notNull(),
  },
  (t) => [
    index('journal_project').on(t.projectId, t.id),
    index('journal_unmatched').on(t.projectId, t.id).where(sql`${t.by} = 'none'`),
    index('journal_step').on(t.runId, t.stepId, t.id).where(sql`${t.runId} is not null`),
  ],
);

/** A stub that temporarily takes precedence over all assets: a fault injected by a workflow run. */
export const fault = schema.table(
  'fault',
  {
    /** The same for every attempt of the node that injected it. */
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** The top-level run; the fault ends with it. */
    runId: uuid('run_id').notNull(),
    name: text().notNull(),
    stub: jsonb().$type<JsonObject>().notNull(),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (t) => [index('fault_project').on(t.projectId, t.endsAt), index('fault_run').on(t.runId)],
);

/** Scenarios and key-value state of one scope of a mock. */
export const scopeState = schema.table(
  'scope_state',
  {
    projectId: uuid('project_id').notNull(),
    scope: text().notNull(),
    scenarios: jsonb().$type<Record<string, string>>().notNull(),
    values: jsonb().$type<JsonObject>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.scope] })],
);

/** A resource with changed records: they are in `resource_record` and replace the initial ones. */
export const resourceState = schema.table(
  'resource_state',
  {
    assetId: uuid('asset_id').primaryKey(),
    projectId: uuid('project_id').notNull(),
    /** Hash of the definition; a different definition starts over. */
    definitionHash: text('definition_hash').notNull(),
  },
  (t) => [index('resource_state_project').on(t.projectId)],
);

/** A record of a resource. */
export const resourceRecord = schema.table(
  'resource_record',
  {
    assetId: uuid('asset_id').notNull(),
    recordId: text('record_id').notNull(),
    projectId: uuid('project_id').notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    item: jsonb().$type<JsonObject>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.recordId] }), index('resource_record_project').on(t.projectId)],
);
