import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const schema = pgSchema('orchestration');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);
const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`;

/** A folder; without a parent it is the project itself, which has its workspace's id. */
export const folder = schema.table(
  'folder',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    parentId: uuid('parent_id').references((): AnyPgColumn => folder.id, { onDelete: 'cascade' }),
    /** The id in URLs: the key of a project, or the key with a number. */
    deepLinkId: text('deep_link_id').notNull(),
    /** Empty for a project: its name and description are those of the workspace. */
    name: text().notNull(),
    description: text().notNull(),
    color: text().notNull(),
    icon: text().notNull(),
    /** Projects only: the last number assigned to a folder in it. */
    lastNumber: integer('last_number').notNull().default(0),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('folder_deep_link').on(t.organizationId, t.deepLinkId),
    uniqueIndex('folder_name').on(t.parentId, lower(t.name)).where(sql`${t.parentId} is not null`),
    index('folder_project').on(t.organizationId, t.projectId),
  ],
);

/** A project, folder or workflow that a user has starred. */
export const star = schema.table(
  'star',
  {
    userId: uuid('user_id').notNull(),
    itemId: uuid('item_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.organizationId, t.itemId] }),
    index('star_project').on(t.organizationId, t.projectId),
  ],
);

/** A project, folder or workflow that a user has opened, and when last. */
export const recent = schema.table(
  'recent',
  {
    userId: uuid('user_id').notNull(),
    itemId: uuid('item_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    at: at('at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.organizationId, t.itemId] }),
    index('recent_project').on(t.organizationId, t.projectId),
  ],
);
