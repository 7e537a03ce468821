import type { AddressKind, AssetKind } from '@touchstone/contracts/service-virtualization';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AssetContent } from '../domain/asset-content.ts';
import type { NamedTexts } from '../domain/imports/read-mock-document.ts';
import { at, instant, lower, schema } from './columns.ts';
import { project } from './project-table.ts';

export { schema } from './columns.ts';
export * from './project-table.ts';
export * from './recording-tables.ts';
export * from './traffic-tables.ts';

/** An environment variable that contains the address of a mock. */
export const environmentLink = schema.table(
  'environment_link',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    variableId: uuid('variable_id').notNull(),
    variableName: text('variable_name').notNull(),
    /** Which address the variable contains; the first one if that kind no longer exists. */
    addressKind: text('address_kind').$type<AddressKind>().notNull().default('path'),
    /** The variable's previous value; null: it didn't exist. */
    before: jsonb().$type<{ value: string; description: string; enabled: boolean }>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('environment_link_variable').on(t.environmentId, t.variableName),
    index('environment_link_project').on(t.projectId, t.createdAt),
    index('environment_link_workspace').on(t.workspaceId),
  ],
);

/** A folder of assets. */
export const suite = schema.table(
  'suite',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    parentId: uuid('parent_id').references((): AnyPgColumn => suite.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('suite_name').on(t.projectId, sql`coalesce(${t.parentId}, ${t.projectId})`, lower(t.name)),
    index('suite_parent').on(t.parentId),
  ],
);

/** A stub, or a resource of records. */
export const asset = schema.table(
  'asset',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    suiteId: uuid('suite_id')
      .notNull()
      .references(() => suite.id, { onDelete: 'cascade' }),
    /** Creation order: of equally matching stubs, the newest answers. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    kind: text().$type<AssetKind>().notNull(),
    form: text().$type<'stub' | 'resource'>().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    tags: text().array().notNull(),
    method: text().notNull(),
    path: text().notNull(),
    host: text(),
    status: text().notNull(),
    priority: real().notNull(),
    scenarioName: text('scenario_name'),
    revision: integer().notNull(),
    content: jsonb().$type<AssetContent>().notNull(),
    /**
     * The document it came from, the entry, and its content: distinguishes local edits from changes of the document.
     */
    sourceId: uuid('source_id'),
    sourceKey: text('source_key'),
    sourceBase: jsonb('source_base').$type<AssetContent>(),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
    updatedAt: at('updated_at'),
    updatedByName: text('updated_by_name').notNull(),
  },
  (t) => [
    index('asset_project').on(t.projectId, t.position),
    index('asset_suite').on(t.suiteId, t.position),
    index('asset_enabled').on(t.organizationId).where(sql`${t.isEnabled}`),
    uniqueIndex('asset_source').on(t.sourceId, t.sourceKey).where(sql`${t.sourceId} is not null`),
  ],
);

/** A version of an asset. */
export const assetVersion = schema.table(
  'asset_version',
  {
    assetId: uuid('asset_id')
      .notNull()
      .references(() => asset.id, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    name: text().notNull(),
    kind: text().$type<AssetKind>().notNull(),
    tags: text().array().notNull(),
    content: jsonb().$type<AssetContent>().notNull(),
    change: text().notNull(),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.revision] })],
);

/** A file that stubs serve; its content is a platform file. */
export const mockFile = schema.table(
  'mock_file',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    contentId: uuid('content_id').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    createdAt: at('created_at'),
    createdByName: text('created_by_name').notNull(),
  },
  (t) => [uniqueIndex('mock_file_name').on(t.projectId, t.fileName)],
);

/** An imported document. */
export const importSource = schema.table(
  'import_source',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    suiteId: uuid('suite_id').references(() => suite.id, { onDelete: 'set null' }),
    format: text().notNull(),
    title: text().notNull(),
    url: text(),
    /** An OpenAPI document or WSDL that requests are validated against; null for others. */
    document: text(),
    /** The documents it refers to. */
    named: jsonb().$type<NamedTexts>(),
    importedAt: at('imported_at'),
    importedByName: text('imported_by_name').notNull(),
  },
  (t) => [index('import_source_project').on(t.projectId)],
);

/** A parsed document, waiting to be imported. */
export const pendingImport = schema.table(
  'pending_import',
  {
    id: uuid().primaryKey(),
    projectId: uuid('project_id').notNull(),
    /** Sealed: documents contain credentials. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_import_created').on(t.createdAt)],
);
