import { sql } from 'drizzle-orm';
import { boolean, index, pgSchema, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const schema = pgSchema('report_links');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A public link to the report of a run; only the hash of its token is stored. */
export const link = schema.table(
  'link',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    runId: uuid('run_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    expiresAt: at('expires_at').notNull(),
    lastOpenedAt: at('last_opened_at'),
  },
  (t) => [
    uniqueIndex('link_token').on(t.tokenHash),
    index('link_run').on(t.organizationId, t.runId, t.createdAt),
    index('link_expiry').on(t.organizationId, t.expiresAt),
  ],
);

/** An organization's decision about links; without a row, they are allowed. */
export const policy = schema.table('policy', {
  organizationId: uuid('organization_id').primaryKey(),
  allowed: boolean().notNull(),
});
