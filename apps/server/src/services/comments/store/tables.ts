import { sql } from 'drizzle-orm';
import { index, jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Mention } from '../domain/mentions.ts';

export const schema = pgSchema('comments');
const at = (name: string) => timestamp(name, { withTimezone: true });

/** A comment on a subject. The first comment of a thread has the thread's id, and stores whether it is resolved. */
export const comment = schema.table(
  'comment',
  {
    id: uuid().primaryKey(),
    threadId: uuid('thread_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    kind: text().notNull(),
    subjectId: text('subject_id').notNull(),
    /** The subject's container, such as the suite of a script. */
    containerId: uuid('container_id').notNull(),
    /** The subject's source, such as the script of a step. */
    sourceId: text('source_id'),
    userId: uuid('user_id').notNull(),
    userName: text('user_name').notNull(),
    text: text().notNull(),
    mentions: jsonb().$type<Mention[]>().notNull(),
    createdAt: at('created_at').notNull(),
    editedAt: at('edited_at'),
    /** Deleted, but kept without its text for its replies. */
    deletedAt: at('deleted_at'),
    resolvedAt: at('resolved_at'),
    resolvedByName: text('resolved_by_name'),
  },
  (t) => [
    index('comment_thread').on(t.threadId, t.id),
    index('comment_subject').on(t.kind, t.subjectId, t.id),
    index('comment_container').on(t.kind, t.containerId),
    index('comment_source').on(t.sourceId, t.id).where(sql`source_id is not null`),
    index('comment_project').on(t.projectId),
  ],
);

/** How far a user has read the comments on a subject. */
export const reading = schema.table(
  'reading',
  {
    userId: uuid('user_id').notNull(),
    kind: text().notNull(),
    subjectId: text('subject_id').notNull(),
    projectId: uuid('project_id').notNull(),
    /** The time of the newest comment read. */
    readUpTo: at('read_up_to').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.subjectId] }),
    index('reading_subject').on(t.kind, t.subjectId),
    index('reading_project').on(t.projectId),
  ],
);
