import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const schema = pgSchema('playground');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);

/** An open tab of a user; its draft may contain credentials and is sealed. */
export const tab = schema.table(
  'tab',
  {
    id: uuid().notNull(),
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    draft: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.userId, t.id] })],
);

/** A request that a user has sent. */
export const send = schema.table(
  'send',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    method: text().notNull(),
    url: text().notNull(),
    status: text().notNull(),
    statusCode: integer('status_code'),
    durationMs: doublePrecision('duration_ms'),
    /** Request and response, sealed. */
    content: text().notNull(),
    sentAt: at('sent_at'),
  },
  (t) => [index('send_owner').on(t.organizationId, t.userId, t.sentAt)],
);
