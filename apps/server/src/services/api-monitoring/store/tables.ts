import type {
  CheckOutcome,
  IncidentState,
  incidentEntryKinds,
  MonitorKind,
  MonitorStatus,
  Verdict,
  WindowTime,
} from '@touchstone/contracts/api-monitoring';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { GoodResponse } from '../domain/incidents/response-change.ts';
import { at, bytes, instant, lower, schema } from './columns.ts';

export * from './alert-tables.ts';
export { schema } from './columns.ts';
export * from './metrics-tables.ts';
export * from './page-tables.ts';
export * from './report-tables.ts';

/** Monitoring's data of a workspace; has the workspace's id. */
export const project = schema.table(
  'project',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    lastIncident: integer('last_incident').notNull().default(0),
    /** Its workspace is in the trash: nothing in it is checked, shown or sent. */
    isAway: boolean('is_away').notNull().default(false),
  },
  (t) => [index('project_organization').on(t.organizationId)],
);

/** A group of monitors. */
export const collection = schema.table(
  'collection',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    /** The objective of all its monitors together. */
    sloPercent: doublePrecision('slo_percent'),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('collection_name').on(t.projectId, lower(t.name))],
);

/** A monitored API. */
export const monitor = schema.table(
  'monitor',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collection.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    kind: text().$type<MonitorKind>().notNull(),
    /** Sealed, because it may contain credentials. */
    definition: text().notNull(),
    /** A short description of what is checked. */
    target: text().notNull(),
    /** The test that it refers to. */
    testId: uuid('test_id'),
    testProjectId: uuid('test_project_id'),
    everySeconds: integer('every_seconds'),
    cron: text(),
    timezone: text().notNull().default('UTC'),
    environmentId: uuid('environment_id'),
    tags: text().array().notNull(),
    sloPercent: doublePrecision('slo_percent'),
    timeoutMs: integer('timeout_ms').notNull(),
    retries: smallint().notNull(),
    retrySeconds: integer('retry_seconds').notNull(),
    regions: text().array().notNull(),
    downIn: smallint('down_in').notNull(),
    confirmFrom: text('confirm_from'),
    degradedAboveMs: integer('degraded_above_ms'),
    degradedFactor: doublePrecision('degraded_factor'),
    /** Its own p95 of the last 7 days, in milliseconds. */
    baselineMs: real('baseline_ms'),
    isStarted: boolean('is_started').notNull(),
    /** Was stopped because its project was deleted; starts again when it is restored. */
    startsAgain: boolean('starts_again').notNull().default(false),
    status: text().$type<MonitorStatus>().notNull(),
    statusText: text('status_text'),
    statusSince: at('status_since'),
    /** Incremented by each change that affects checks, so runners read it again. */
    revision: integer().notNull().default(1),
    /** SHA-256 of the token in a heartbeat's URL. */
    heartbeatHash: text('heartbeat_hash'),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('monitor_name').on(t.collectionId, lower(t.name)),
    index('monitor_project').on(t.projectId, t.status),
    index('monitor_organization').on(t.organizationId),
    index('monitor_test').on(t.testId).where(sql`${t.testId} is not null`),
    uniqueIndex('monitor_heartbeat').on(t.heartbeatHash).where(sql`${t.heartbeatHash} is not null`),
  ],
);

/** A monitor in one of its regions: when it is next checked, which process has claimed it, and its state there. */
export const monitorSlot = schema.table(
  'monitor_slot',
  {
    monitorId: uuid('monitor_id')
      .notNull()
      .references(() => monitor.id, { onDelete: 'cascade' }),
    /** Empty: any runner. */
    region: text().notNull(),
    /** Checks only to confirm what other regions found. */
    isConfirming: boolean('is_confirming').notNull().default(false),
    /** Null: stopped, waiting for its run, or nothing to confirm. */
    nextDueAt: instant('next_due_at'),
    claimedUntil: instant('claimed_until'),
    claimedBy: text('claimed_by'),
    /** Incremented by each claim: the outcome of an earlier claim is refused. */
    claim: bigint({ mode: 'number' }).notNull().default(0),
    /** The run of the current check of a suite or workflow. */
    runId: uuid('run_id'),
    verdict: text().$type<Verdict>().notNull().default('UNKNOWN'),
    message: text(),
    /** Consecutive checks that were worse than the verdict; when there are enough, the verdict changes. */
    failures: smallint().notNull().default(0),
    lastAt: instant('last_at'),
    lastDurationMs: real('last_duration_ms'),
    /** Heartbeats only: the last call. */
    calledAt: instant('called_at'),
    /** The last good response, for comparison; written when its shape changes. */
    good: jsonb().$type<GoodResponse>(),
    lastGoodAt: instant('last_good_at'),
  },
  (t) => [
    primaryKey({ columns: [t.monitorId, t.region] }),
    index('monitor_slot_due').on(t.nextDueAt).where(sql`${t.nextDueAt} is not null`),
    index('monitor_slot_run').on(t.runId).where(sql`${t.runId} is not null`),
  ],
);

/** One check. */
export const result = schema.table(
  'result',
  {
    id: uuid().primaryKey(),
    monitorId: uuid('monitor_id').notNull(),
    /** When it was due; determines the hour it counts in. */
    at: instant('at').notNull(),
    durationUs: integer('duration_us'),
    statusCode: smallint('status_code'),
    attempt: smallint().notNull(),
    /** 0 UP, 1 DEGRADED, 2 DOWN, 3 UNKNOWN. */
    verdict: smallint().notNull(),
    isInMaintenance: boolean('is_in_maintenance').notNull(),
    /** Not up, and was retried. */
    isRetried: boolean('is_retried').notNull(),
    region: text().notNull(),
    dnsMs: real('dns_ms'),
    connectMs: real('connect_ms'),
    tlsMs: real('tls_ms'),
    firstByteMs: real('first_byte_ms'),
    downloadMs: real('download_ms'),
    code: text(),
    message: text(),
    runId: uuid('run_id'),
    detail: jsonb().$type<Pick<CheckOutcome, 'findings' | 'exchange' | 'certificate' | 'values'>>(),
  },
  (t) => [index('result_monitor').on(t.monitorId, t.at), index('result_at').using('brin', t.at)],
);

/** An hour or day of a monitor in a region, aggregated from all of its results. */
export const rollup = schema.table(
  'rollup',
  {
    monitorId: uuid('monitor_id').notNull(),
    /** 0: an hour, 1: a day (UTC). */
    level: smallint().notNull(),
    at: instant('at').notNull(),
    region: text().notNull(),
    up: integer().notNull(),
    degraded: integer().notNull(),
    down: integer().notNull(),
    unknown: integer().notNull(),
    retried: integer().notNull(),
    maintenanceUp: integer('maintenance_up').notNull(),
    maintenanceDown: integer('maintenance_down').notNull(),
    maintenanceUnknown: integer('maintenance_unknown').notNull(),
    /** Of the durations, in microseconds. */
    count: integer().notNull(),
    sumUs: bigint('sum_us', { mode: 'number' }).notNull(),
    minUs: bigint('min_us', { mode: 'number' }).notNull(),
    maxUs: bigint('max_us', { mode: 'number' }).notNull(),
    histogram: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.monitorId, t.level, t.at, t.region] }), index('rollup_level').on(t.level, t.at)],
);

/** Hours to be rolled up again; each batch of results adds its own rows. */
export const dirtyHour = schema.table('dirty_hour', {
  id: uuid().primaryKey(),
  at: instant('at').notNull(),
});

/** The last 24 hours of a monitor, for lists. */
export const summary = schema.table('summary', {
  monitorId: uuid('monitor_id').primaryKey(),
  good: integer().notNull(),
  bad: integer().notNull(),
  count: integer().notNull(),
  sumUs: bigint('sum_us', { mode: 'number' }).notNull(),
  minUs: bigint('min_us', { mode: 'number' }).notNull(),
  maxUs: bigint('max_us', { mode: 'number' }).notNull(),
  histogram: bytes().notNull(),
  p95Ms: real('p95_ms'),
});

/** A period in which a monitor was down or degraded. */
export const incident = schema.table(
  'incident',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    monitorId: uuid('monitor_id').notNull(),
    number: integer().notNull(),
    state: text().$type<IncidentState>().notNull(),
    severity: text().$type<'DOWN' | 'DEGRADED'>().notNull(),
    cause: text().notNull(),
    regions: text().array().notNull(),
    openedAt: instant('opened_at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
    acknowledgedByName: text('acknowledged_by_name'),
    closedAt: instant('closed_at'),
    /** Copies of the check that found it and of the last good response: results are deleted sooner. */
    failingId: uuid('failing_id'),
    failing: jsonb(),
    good: jsonb().$type<GoodResponse & { at: string | null }>(),
    postMortem: text('post_mortem').notNull().default(''),
  },
  (t) => [
    uniqueIndex('incident_open').on(t.monitorId).where(sql`${t.closedAt} is null`),
    uniqueIndex('incident_number').on(t.projectId, t.number),
    index('incident_monitor').on(t.monitorId, t.openedAt),
    index('incident_project').on(t.projectId, t.openedAt),
  ],
);

/** A line of the time line of an incident. */
export const incidentEntry = schema.table(
  'incident_entry',
  {
    id: uuid().primaryKey(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => incident.id, { onDelete: 'cascade' }),
    kind: text().$type<(typeof incidentEntryKinds)[number]>().notNull(),
    at: instant('at').notNull(),
    text: text().notNull(),
    byName: text('by_name'),
  },
  (t) => [index('incident_entry_incident').on(t.incidentId, t.id)],
);

/** A maintenance window; without collections and monitors it covers the whole project. */
export const maintenanceWindow = schema.table(
  'maintenance_window',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    time: jsonb().$type<WindowTime>().notNull(),
    collectionIds: uuid('collection_ids').array().notNull(),
    monitorIds: uuid('monitor_ids').array().notNull(),
    /** A window that was ended early doesn't apply before this instant. */
    endedUntil: instant('ended_until'),
    /** The active or next window; null: no more follow. */
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [index('maintenance_window_project').on(t.projectId), index('maintenance_window_ends').on(t.endsAt)],
);

/** A parsed document, waiting for a selection. */
export const pendingImport = schema.table(
  'pending_import',
  {
    id: uuid().primaryKey(),
    projectId: uuid('project_id').notNull(),
    createdBy: uuid('created_by').notNull(),
    title: text().notNull(),
    /** Sealed: documents contain credentials. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_import_created').on(t.createdAt)],
);

/** A process that makes checks, and its region. */
export const checker = schema.table('checker', {
  id: text().primaryKey(),
  region: text().notNull(),
  startedAt: at('started_at'),
});
