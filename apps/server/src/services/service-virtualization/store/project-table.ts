import type { MockSettings } from '@touchstone/contracts/service-virtualization';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, schema } from './columns.ts';

/** The mock of a workspace; has the workspace's id. */
export const project = schema.table(
  'project',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    /** The last part of the address. */
    pathKey: text('path_key').notNull(),
    /** The mock's own port. */
    port: integer(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Its workspace is in the trash: it answers no calls until restored. */
    isAway: boolean('is_away').notNull().default(false),
    /** The key is shown only once; only its hash is stored. */
    keyHash: text('key_hash'),
    keyCreatedAt: instant('key_created_at'),
    /** Only values that differ from the defaults. */
    settings: jsonb().$type<Partial<MockSettings>>().notNull().default({}),
    /** The declared name of the process that hosts it. */
    servedBy: text('served_by'),
  },
  (t) => [
    uniqueIndex('project_path_key').on(t.pathKey),
    uniqueIndex('project_port').on(t.port),
    index('project_organization').on(t.organizationId),
  ],
);

/** The certificate authority of all mocks; one row. */
export const authority = schema.table('authority', {
  id: integer().primaryKey(),
  certificate: text().notNull(),
  /** Sealed. */
  key: text().notNull(),
});
