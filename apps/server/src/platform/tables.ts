import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const platform = pgSchema('platform');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A stored file; its bytes are in the file store under `key`. `owner` groups files that are deleted together. */
export const file = platform.table(
  'file',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    owner: text().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('file_owner').on(t.owner)],
);

/** All mails sent by the product; without a mail server they stay here. */
export const mail = platform.table(
  'mail',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** The organization of the mail; null if it concerns the whole installation. */
    organizationId: uuid('organization_id'),
    /** Identifies the link or code in it, so that the text is deleted once it was used. */
    topic: text(),
    /** Sealed, because a link in it may open an account; null once the mail was sent or its topic is done. */
    textBody: text('text_body'),
    htmlBody: text('html_body'),
    /** Ids of stored files. */
    attachments: jsonb().$type<string[]>().notNull().default([]),
    status: text({ enum: ['outbox', 'queued', 'sent', 'failed'] }).notNull(),
    /** Why the last attempt failed. */
    error: text(),
    attempts: integer().notNull().default(0),
    /** While it is queued: when it is retried, or when the current attempt counts as lost. */
    nextAttemptAt: at('next_attempt_at'),
    giveUpAt: at('give_up_at'),
    createdAt: at('created_at').notNull().default(sql`now()`),
    sentAt: at('sent_at'),
  },
  (t) => [index('mail_created').on(t.createdAt), index('mail_topic').on(t.topic)],
);

/** Who did what; rows are only added. */
export const audit = platform.table(
  'audit',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id'),
    userId: uuid('user_id'),
    action: text().notNull(),
    target: text(),
    detail: jsonb(),
    address: text(),
    requestId: text('request_id'),
    at: at('at').notNull().default(sql`now()`),
  },
  (t) => [index('audit_organization_at').on(t.organizationId, t.at)],
);

/** A single row that identifies the key that seals this installation's secrets, without revealing it. */
export const secretKey = platform.table(
  'secret_key',
  {
    only: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
    madeAt: at('made_at').notNull().default(sql`now()`),
  },
  (t) => [check('secret_key_only', sql`${t.only}`)],
);

/** Current and former processes of the installation, and their addresses. */
export const process = platform.table('process', {
  name: text().primaryKey(),
  address: text().notNull(),
  roles: text().array().notNull(),
});

/** What exists in one process only, such as an open browser, by a name unique in the installation. */
export const heldByProcess = platform.table('held_by_process', {
  key: text().primaryKey(),
  process: text()
    .notNull()
    .references(() => process.name, { onDelete: 'cascade' }),
});
