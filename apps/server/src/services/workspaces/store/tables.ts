import type { CertificateType, DatabaseKind, WorkspaceRole } from '@touchstone/contracts/workspaces';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Actor } from '../app/actor.ts';

export const schema = pgSchema('workspaces');
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull().default(sql`now()`);

export const project = schema.table(
  'project',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    teamId: uuid('team_id').notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    workspaceType: text('workspace_type', { enum: ['PRIVATE', 'SHARED'] }).notNull(),
    workspacePlan: text('workspace_plan', { enum: ['FREE', 'PRO'] }).notNull(),
    /** The service that lists it among its own workspaces. */
    service: text().notNull().default('api-testing'),
    createdBy: uuid('created_by').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
    /** When it was moved to the trash; it can't be opened while it is there. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    deletedBy: jsonb('deleted_by').$type<Actor>(),
  },
  (t) => [
    uniqueIndex('project_name').on(t.teamId, t.service, sql`lower(${t.name})`).where(sql`${t.deletedAt} is null`),
    index('project_deleted').on(t.deletedAt).where(sql`${t.deletedAt} is not null`),
    index('project_organization').on(t.organizationId, t.service, t.createdAt),
  ],
);

/** Explicit roles in a workspace, in addition to the members of its team. */
export const member = schema.table(
  'member',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    email: text().notNull(),
    role: text().$type<WorkspaceRole>().notNull(),
    /** Identifies the membership; the invitation's id, if it came from one. */
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    addedAt: at('added_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.userId] }),
    index('member_user').on(t.userId),
    uniqueIndex('member_id').on(t.id),
  ],
);

export const environment = schema.table(
  'environment',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('environment_name').on(t.projectId, sql`lower(${t.name})`)],
);

/** A variable of an environment or a suite, or of the entire workspace if both are null. A secret's value is sealed. */
export const variable = schema.table(
  'variable',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    environmentId: uuid('environment_id').references(() => environment.id, { onDelete: 'cascade' }),
    suiteId: uuid('suite_id'),
    name: text().notNull(),
    value: text().notNull(),
    isSecret: boolean('is_secret').notNull(),
    enabled: boolean().notNull().default(true),
    description: text().notNull().default(''),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('variable_name').on(
      t.projectId,
      sql`coalesce(${t.suiteId}, ${t.environmentId}, ${t.projectId})`,
      t.name,
    ),
    index('variable_environment').on(t.environmentId),
    index('variable_suite').on(t.suiteId),
  ],
);

/** A deleted environment or variable that can be restored. */
export const deletedItem = schema.table(
  'deleted_item',
  {
    id: uuid().primaryKey(),
    /** Identifies what one click deleted. */
    trashId: uuid('trash_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['environment', 'variable'] }).notNull(),
    name: text().notNull(),
    /** The environment or suite of a variable, or an environment's own id; both null: a global variable. */
    environmentId: uuid('environment_id'),
    suiteId: uuid('suite_id'),
    environmentName: text('environment_name'),
    /** The rows as JSON; secrets stay sealed under the ids of their variables. */
    content: jsonb().$type<DeletedContent>().notNull(),
    deletedBy: uuid('deleted_by').notNull(),
    deletedByName: text('deleted_by_name').notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('deleted_item_project').on(t.projectId, t.deletedAt.desc(), t.id.desc()),
    index('deleted_item_trash').on(t.trashId),
    index('deleted_item_age').on(t.deletedAt),
  ],
);

/** A row as JSON. */
export type Stored<Row> = { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };

/** The content of a deleted item. */
export interface DeletedContent {
  environment?: Stored<typeof environment.$inferSelect>;
  variables: Stored<typeof variable.$inferSelect>[];
}

/** A client certificate that runs present to the hosts of `domainName`. */
export const certificate = schema.table(
  'certificate',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    domainName: text('domain_name').notNull(),
    type: text().$type<CertificateType>().notNull(),
    /** Names of the files. */
    file: text().notNull(),
    /** Sealed: the files with the passphrase. Null: they have to be uploaded again. */
    material: text(),
    subject: text().notNull(),
    issuer: text().notNull(),
    notBefore: timestamp('not_before', { withTimezone: true }).notNull(),
    notAfter: timestamp('not_after', { withTimezone: true }).notNull(),
    fingerprint: text().notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('certificate_domain').on(t.projectId, t.domainName)],
);

/** Files of a certificate that were read but haven't been saved yet; stored for a day. */
export const pendingCertificate = schema.table(
  'pending_certificate',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').notNull(),
    type: text().$type<CertificateType>().notNull(),
    /** Names of the files. */
    file: text().notNull(),
    /** Sealed: the files contain a private key. */
    content: text().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [index('pending_certificate_created').on(t.createdAt)],
);

/** A database that prerequisites query. The password is sealed; null: none. */
export const databaseConfiguration = schema.table(
  'database_configuration',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text().$type<DatabaseKind>().notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    databaseName: text('database_name').notNull(),
    username: text().notNull(),
    password: text(),
    tls: text({ enum: ['off', 'encrypt', 'verify'] }).notNull(),
    caCertificate: text('ca_certificate').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [uniqueIndex('database_configuration_name').on(t.projectId, sql`lower(${t.name})`)],
);

/** Token of an OAuth 2.0 grant for all runs and previews of a workspace with one environment. */
export const oauthToken = schema.table(
  'oauth_token',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    /** The environment's id; the project's if there is none. */
    scopeId: uuid('scope_id').notNull(),
    /** Keyed hash of the whole configuration of the grant. */
    fingerprint: text().notNull(),
    /** Sealed JSON. */
    token: text().notNull(),
    /** When it may be deleted. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.scopeId, t.fingerprint] }),
    index('oauth_token_expires').on(t.expiresAt),
  ],
);
