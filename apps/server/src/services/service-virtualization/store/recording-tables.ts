import type {
  DriftCheck,
  DriftFinding,
  DriftVerdict,
  RecordingOptions,
} from '@touchstone/contracts/service-virtualization';
import type { ResponseDefinition, RecordingOptions as WireMockOptions } from '@touchstone/engine-mock/core';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, real, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, instant, schema } from './columns.ts';
import { project } from './project-table.ts';

const ofProject = () =>
  uuid('project_id')
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' });

/** A recording of a service through a mock. */
export const recording = schema.table(
  'recording',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: ofProject(),
    targetUrl: text('target_url').notNull(),
    status: text().$type<'recording' | 'paused' | 'stopped'>().notNull(),
    options: jsonb().$type<RecordingOptions>().notNull(),
    /** Additional options of a WireMock client. */
    wiremock: jsonb().$type<WireMockOptions>(),
    problem: text(),
    startedAt: at('started_at'),
    startedByName: text('started_by_name').notNull(),
    stoppedAt: instant('stopped_at'),
    savedAt: instant('saved_at'),
  },
  (t) => [
    index('recording_project').on(t.projectId, t.startedAt),
    uniqueIndex('recording_active').on(t.projectId).where(sql`${t.status} <> 'stopped'`),
  ],
);

/** A recorded call. */
export const recordedCall = schema.table(
  'recorded_call',
  {
    /** Ordered by arrival. */
    id: uuid().primaryKey(),
    recordingId: uuid('recording_id')
      .notNull()
      .references(() => recording.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    method: text().notNull(),
    url: text().notNull(),
    status: smallint().notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Hashes by which a plan recognizes equal requests, answers and shapes. */
    requestHash: text('request_hash').notNull(),
    answerHash: text('answer_hash').notNull(),
    shapeHash: text('shape_hash'),
    /** The address of a stub with a template. */
    templateAddress: text('template_address'),
    /** Sealed: the original pattern, response and request. */
    content: text().notNull(),
  },
  (t) => [index('recorded_call_recording').on(t.recordingId, t.id)],
);

/** A comparison of assets with the real service. */
export const driftCheck = schema.table(
  'drift_check',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: ofProject(),
    targetUrl: text('target_url').notNull(),
    status: text().$type<DriftCheck['status']>().notNull(),
    isSafeOnly: boolean('is_safe_only').notNull(),
    compares: text().$type<DriftCheck['compares']>().notNull(),
    /** Sealed: headers that are sent with every request; null once the check has ended. */
    headers: text(),
    message: text(),
    startedAt: at('started_at'),
    startedByName: text('started_by_name').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('drift_check_project').on(t.projectId, t.startedAt),
    uniqueIndex('drift_check_running').on(t.projectId).where(sql`${t.status} = 'running'`),
  ],
);

/** The service's answer to an asset's request. */
export const driftFinding = schema.table(
  'drift_finding',
  {
    id: uuid().primaryKey(),
    checkId: uuid('check_id')
      .notNull()
      .references(() => driftCheck.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    assetId: uuid('asset_id').notNull(),
    assetName: text('asset_name').notNull(),
    method: text().notNull(),
    url: text().notNull(),
    verdict: text().$type<DriftVerdict>().notNull(),
    message: text().notNull().default(''),
    differences: jsonb().$type<DriftFinding['differences']>().notNull().default([]),
    durationMs: real('duration_ms'),
    /** The compared revision of the asset. */
    revision: integer(),
    /** The service's answer in a stub's form; null if it can't be applied to the asset. */
    answer: jsonb().$type<ResponseDefinition>(),
    appliedAt: instant('applied_at'),
  },
  (t) => [uniqueIndex('drift_finding_position').on(t.checkId, t.position)],
);
