import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgSchema, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const notifications = pgSchema('notifications');
const at = (name: string) => timestamp(name, { withTimezone: true });

const kinds = [
  'run-failed',
  'run-passed',
  'licence-changed',
  'purchase-confirmed',
  'invitation-accepted',
  'workspace-invitation',
  'workspace-access',
  'spec-changed',
  'comment-mention',
  'comment-reply',
  'plan-ending',
] as const;

/** A notification of one user. `onceKey` identifies the event, so that a repeated one is stored once. */
export const notification = notifications.table(
  'notification',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text({ enum: kinds }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** Path within the product. */
    link: text(),
    onceKey: text('once_key'),
    createdAt: at('created_at').notNull(),
    readAt: at('read_at'),
  },
  (t) => [
    index('notification_user').on(t.userId, t.organizationId, t.id.desc()),
    index('notification_unread').on(t.userId, t.organizationId).where(sql`read_at is null`),
    index('notification_created').on(t.createdAt),
    uniqueIndex('notification_once').on(t.userId, t.onceKey).where(sql`once_key is not null`),
  ],
);

/** Kinds for which a user chose whether they are mailed; others use the product's defaults. */
export const mailPreference = notifications.table(
  'mail_preference',
  {
    userId: uuid('user_id').notNull(),
    kind: text({ enum: kinds }).notNull(),
    isMailed: boolean('is_mailed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** A message to all users of the installation. */
export const broadcast = notifications.table('broadcast', {
  id: uuid().primaryKey(),
  text: text().notNull(),
  createdBy: uuid('created_by').notNull(),
  createdByName: text('created_by_name').notNull(),
  createdAt: at('created_at').notNull(),
  endsAt: at('ends_at'),
});

export const broadcastRead = notifications.table(
  'broadcast_read',
  {
    broadcastId: uuid('broadcast_id')
      .notNull()
      .references(() => broadcast.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.broadcastId] }), index('broadcast_read_broadcast').on(t.broadcastId)],
);

/** The state of a copy that its starter follows; `seq` counts its changes. */
export const clone = notifications.table(
  'clone',
  {
    organizationId: uuid('organization_id').notNull(),
    userId: uuid('user_id').notNull(),
    uniqueIdentifier: text('unique_identifier').notNull(),
    executionStatus: text('execution_status', { enum: ['RUNNING', 'COMPLETED', 'FAILED'] }).notNull(),
    folderType: text('folder_type', { enum: ['PROJECT', 'FOLDER', 'WORKFLOW'] }).notNull(),
    seq: integer().notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.organizationId, t.uniqueIdentifier] }),
    index('clone_updated').on(t.updatedAt),
  ],
);
