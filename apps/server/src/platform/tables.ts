import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const platform = pgSchema('platform');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A stored file; the bytes lie in the file store under `key`. `owner` groups files that are deleted together. */
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

/** Every mail that the product sends; without a mail server this is where it stays. */
export const mail = platform.table(
  'mail',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Whose mail it is; missing where it is of the whole installation. */
    organizationId: uuid('organization_id'),
    /** Names the link or code in it, so that the text goes when that was used. */
    topic: text(),
    /** Sealed, because a link in it may open an account; missing once the mail was sent or its topic is done. */
    textBody: text('text_body'),
    htmlBody: text('html_body'),
    /** Ids of stored files. */
    attachments: jsonb().$type<string[]>().notNull().default([]),
    status: text({ enum: ['outbox', 'queued', 'sent', 'failed'] }).notNull(),
    /** Why the last attempt failed. */
    error: text(),
    attempts: integer().notNull().default(0),
    /** While it is queued: when it is tried again, or when an attempt under way counts as lost. */
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

/** The one row that tells which key seals the secrets of this installation, without telling the key. */
export const secretKey = platform.table(
  'secret_key',
  {
    only: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
    madeAt: at('made_at').notNull().default(sql`now()`),
  },
  (t) => [check('secret_key_only', sql`${t.only}`)],
);

/** Processes of the installation that are or were at work, and where others reach them. */
export const process = platform.table('process', {
  name: text().primaryKey(),
  address: text().notNull(),
  roles: text().array().notNull(),
});

/** What lives in one process only, such as an open browser, by a name that is known in the whole installation. */
export const heldByProcess = platform.table('held_by_process', {
  key: text().primaryKey(),
  process: text()
    .notNull()
    .references(() => process.name, { onDelete: 'cascade' }),
});
