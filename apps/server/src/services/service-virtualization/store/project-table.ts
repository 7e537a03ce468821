import type { MockSettings } from '@touchstone/contracts/service-virtualization';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, schema } from './columns.ts';

/** The mock of a workspace: its id is that of the workspace. */
export const project = schema.table(
  'project',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    /** The last part of the address. */
    pathKey: text('path_key').notNull(),
    /** The port of its own. */
    port: integer(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Its workspace waits to be restored, and it answers no calls meanwhile. */
    isAway: boolean('is_away').notNull().default(false),
    /** The key is shown once; only its hash is kept. */
    keyHash: text('key_hash'),
    keyCreatedAt: instant('key_created_at'),
    /** Only what differs from the defaults. */
    settings: jsonb().$type<Partial<MockSettings>>().notNull().default({}),
    /** The process that answers for it, as it declared itself. */
    servedBy: text('served_by'),
  },
  (t) => [
    uniqueIndex('project_path_key').on(t.pathKey),
    uniqueIndex('project_port').on(t.port),
    index('project_organization').on(t.organizationId),
  ],
);

/** What vouches for the certificates of all mocks; one row. */
export const authority = schema.table('authority', {
  id: integer().primaryKey(),
  certificate: text().notNull(),
  /** Sealed. */
  key: text().notNull(),
});
