import { sql } from 'drizzle-orm';
import { integer, jsonb, pgSchema, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const schema = pgSchema('web_testing');

/** A one-time code that a user gave to a run, until a step takes it. */
export const oneTimeCode = schema.table('one_time_code', {
  runId: uuid('run_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** Sealed. */
  value: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
});

/** The recording of a part of a run that had its own browser; its files are attachments of the run. */
export const unitRecording = schema.table(
  'unit_recording',
  {
    runId: uuid('run_id').notNull(),
    /** Key of the part in the plan of the run. */
    unit: text().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Ids of attachments. */
    trace: uuid(),
    network: uuid(),
    film: uuid(),
    notes: jsonb().$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.unit] })],
);

/** The signed-in state of a browser saved by a step, for steps of the same project and environment. */
export const keptSession = schema.table(
  'kept_session',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    environmentId: uuid('environment_id'),
    name: text().notNull(),
    /** Cookies and site storage; sealed. */
    state: text().notNull(),
    sites: text().array().notNull(),
    cookieCount: integer('cookie_count').notNull(),
    storageCount: integer('storage_count').notNull(),
    firstExpiresAt: timestamp('first_expires_at', { withTimezone: true }),
    lastExpiresAt: timestamp('last_expires_at', { withTimezone: true }),
    savedByName: text('saved_by_name').notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().default(sql`now()`),
    runId: uuid('run_id'),
  },
  (t) => [
    uniqueIndex('kept_session_name').on(
      t.projectId,
      sql`coalesce(${t.environmentId}, ${t.projectId})`,
      sql`lower(${t.name})`,
    ),
  ],
);
