import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, searchTerm, timeSchema } from '../shared.ts';
import { nameOf } from './names.ts';

/** Maximum number of columns of a data table. */
export const maxTableColumns = 100;
/** Maximum number of rows of a data table. */
export const maxTableRows = 10_000;
/** Maximum size of a data table as JSON, in bytes. */
export const maxTableBytes = 5 * 1024 * 1024;

/** Name of a column; steps reference its value as {{column}}. */
export const tableColumnSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][\w.-]{0,99}$/, 'Begin a column with a letter or _, then letters, digits, _, . and -, at most 100');
const content = {
  columns: z
    .array(tableColumnSchema)
    .min(1, 'A table needs a column')
    .max(maxTableColumns, `A table has at most ${maxTableColumns} columns`)
    .refine((list) => new Set(list.map((name) => name.toLowerCase())).size === list.length, 'Name each column once'),
  rows: z
    .array(z.array(z.string().max(65_536)).max(maxTableColumns))
    .max(maxTableRows, `A table has at most ${maxTableRows} rows`)
    .describe('Values in the order of the columns; what a row lacks is empty'),
};

/** A data table in a list. */
export const dataTableSummarySchema = z.object({
  uuid: idSchema,
  tableName: z.string(),
  projectUUID: idSchema,
  environmentUUID: idSchema.nullable().describe('The environment that it is for; null: every one'),
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  updatedAt: timeSchema,
});
/** A data table in a list. */
export type DataTableSummary = z.infer<typeof dataTableSummarySchema>;

/** A data table: a script that uses it runs once per row. */
export const dataTableSchema = dataTableSummarySchema.extend({ rows: z.array(z.array(z.string())) });
/** A data table: a script that uses it runs once per row. */
export type DataTable = z.infer<typeof dataTableSchema>;

const tableName = nameOf('Table name');
const environmentUUID = idSchema.nullable();

/** dataTableCalls calls on data tables of a keyword-test service. */
export const dataTableCalls = (service: string) => ({
  listDataTables: route({
    service,
    method: 'GET',
    path: '/api/parameterized-data-tables',
    summary: 'Data tables of a project by name, without their rows',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, searchTerm }),
    response: z.object({ tables: z.array(dataTableSummarySchema) }),
  }),
  listEnvironmentDataTables: route({
    service,
    method: 'GET',
    path: '/api/parameterized-data-tables-by-environment',
    summary: 'Data tables that are for an environment, and those for every one',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, environmentUUID: idSchema }),
    response: z.object({ tables: z.array(dataTableSummarySchema) }),
  }),
  getDataTable: route({
    service,
    method: 'GET',
    path: '/api/parameterized-data-tables/{id}',
    summary: 'A data table with its rows',
    access: canRead,
    params: z.strictObject({ id: idSchema }),
    response: dataTableSchema,
  }),
  createDataTable: route({
    service,
    method: 'POST',
    path: '/api/parameterized-data-tables',
    summary: 'Create a data table',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      tableName,
      environmentUUID: environmentUUID.default(null),
      columns: content.columns,
      rows: content.rows.default([]),
    }),
    status: 201,
    response: dataTableSchema,
  }),
  updateDataTable: route({
    service,
    method: 'PUT',
    path: '/api/parameterized-data-tables',
    summary: 'Change a data table; columns and rows go together',
    access: canWrite,
    body: z.strictObject({
      uuid: idSchema,
      tableName: tableName.optional(),
      environmentUUID: environmentUUID.optional(),
      content: z.strictObject(content).optional(),
    }),
    response: dataTableSchema,
  }),
  deleteDataTable: route({
    service,
    method: 'DELETE',
    path: '/api/parameterized-data-tables',
    summary: 'Delete a data table; scripts that named it have none then',
    access: canWrite,
    query: z.strictObject({ uuid: idSchema }),
    response: okSchema,
  }),
  downloadDataTemplate: route({
    service,
    method: 'GET',
    path: '/api/data-table-template',
    summary: 'A data table as CSV, to be filled in and sent back; without a table, an example',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, uuid: idSchema.optional() }),
    produces: 'text/csv',
  }),
  uploadDataTemplate: route({
    service,
    method: 'POST',
    path: '/api/data-table-template',
    summary: 'Make a data table of CSV with a header, or replace the columns and rows of one',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      uuid: idSchema.optional().describe('Absent: a new table'),
      tableName: tableName.optional().describe('Of a new table'),
      environmentUUID: environmentUUID.optional(),
      text: z.string().min(1, 'Please choose a file with a header').max(maxTableBytes, 'A file has at most 5 MB'),
    }),
    response: dataTableSchema,
  }),
});
