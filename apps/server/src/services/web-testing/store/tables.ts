import { sql } from 'drizzle-orm';
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const schema = pgSchema('web_testing');

/** A one-time code that a user gave to a run, until a step takes it. */
export const oneTimeCode = schema.table('one_time_code', {
  runId: uuid('run_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** Sealed. */
  value: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
});
