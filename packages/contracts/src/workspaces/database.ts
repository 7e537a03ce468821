import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'api-testing';

/** Databases that prerequisites and reconciliations can query. */
export const databaseKinds = ['postgresql', 'mysql', 'sqlServer', 'oracle', 'mongodb'] as const;
/** A kind of database. */
export const databaseKindSchema = z.enum(databaseKinds);
/** A kind of database. */
export type DatabaseKind = z.infer<typeof databaseKindSchema>;

/** The port that a database listens on by default. */
export const defaultDatabasePorts: Record<DatabaseKind, number> = {
  postgresql: 5432,
  mysql: 3306,
  sqlServer: 1433,
  oracle: 1521,
  mongodb: 27017,
};

const databaseFields = {
  name: z.string().trim().min(1, 'Please enter a name.').max(255),
  kind: databaseKindSchema.describe('`mysql` is for MariaDB too'),
  host: z
    .string()
    .trim()
    .min(1, 'Please enter a host.')
    .max(253)
    .regex(/^[A-Za-z0-9.:_-]+$/, 'Enter a host name or an address, without a scheme, port or path.'),
  port: z
    .number('Please enter a port.')
    .int()
    .min(1, 'A port is from 1 to 65535.')
    .max(65535, 'A port is from 1 to 65535.'),
  databaseName: z.string().trim().min(1, 'Please enter a database name.').max(255),
  username: z.string().max(255).describe('Leave empty for no sign-in (MongoDB only)'),
  password: z.string().max(1024).describe('Sealed at rest, never sent back'),
  tls: z
    .enum(['off', 'encrypt', 'verify'])
    .describe('`encrypt` does not check who answers; `verify` checks certificate and host name'),
  caCertificate: z
    .string()
    .max(100_000)
    .refine((text) => text === '' || text.includes('-----BEGIN CERTIFICATE-----'), 'Paste a certificate in PEM form.')
    .describe('PEM of the authority to trust; empty: those of the system'),
};
const { password, ...shownFields } = databaseFields;

/** A database connection to save. */
export const databaseInputSchema = z.strictObject({
  projectId: idSchema,
  ...shownFields,
  username: databaseFields.username.default(''),
  password: password.default(''),
  tls: databaseFields.tls.default('verify'),
  caCertificate: databaseFields.caCertificate.default(''),
});
/** Changes to a database connection; absent fields stay unchanged. */
export const databaseChangeSchema = z.strictObject({
  databaseConfigurationId: idSchema,
  ...shownFields,
  password: password
    .optional()
    .describe('Absent: stays as it is; needed anew when it would be sent to another host, port, user or without TLS'),
});
/** A saved database connection, without its password. */
export const databaseConfigurationSchema = z.object({
  databaseConfigurationId: idSchema,
  projectId: idSchema,
  ...z.object(shownFields).shape,
  hasPassword: z.boolean(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type DatabaseConfiguration = z.infer<typeof databaseConfigurationSchema>;

/** Whether a connection could be opened, and why not. */
export const connectionTestSchema = z.object({
  connected: z.boolean(),
  serverVersion: z.string().nullable(),
  durationMs: z.number(),
  message: z.string().describe('What was reached, or what to correct'),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

export const databaseRoutes = {
  listDatabases: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/database-configurations',
    summary: 'List the database configurations of a workspace, without passwords',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({ databaseConfigurations: z.array(databaseConfigurationSchema) }),
  }),
  createDatabase: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/database-configurations',
    summary: 'Create a database configuration',
    access: canWrite,
    body: databaseInputSchema,
    status: 201,
    response: databaseConfigurationSchema,
  }),
  updateDatabase: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/database-configurations',
    summary: 'Change a database configuration; it keeps its password when none is sent',
    access: canWrite,
    body: databaseChangeSchema,
    response: databaseConfigurationSchema,
  }),
  deleteDatabase: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/database-configurations',
    summary: 'Delete a database configuration that nothing uses',
    access: canWrite,
    query: z.strictObject({ databaseConfigurationId: idSchema }),
    response: okSchema,
  }),
  testDatabaseConnection: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/database-configurations/test-connection',
    summary: 'Connect to a database, saved or not, and answer with its version or with what to correct',
    access: canWrite,
    body: z.union([databaseInputSchema, databaseChangeSchema, z.strictObject({ databaseConfigurationId: idSchema })]),
    response: connectionTestSchema,
  }),
};
