import { z } from 'zod';
import { runStatusSchema } from '../runs/index.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { reconcileColumnSchema, reconcileKeySchema } from './mapping.ts';

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.')
  .describe('IANA zone of times that name none, on both sides');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The database query. */
export const reconcileQueryFields = {
  databaseConfigurationId: z.uuid('Please choose a database.'),
  query: z
    .string()
    .trim()
    .min(1, 'Please enter a query.')
    .max(100_000)
    .describe('One reading statement; `{{variables}}` are bound as parameters. MongoDB: a JSON document'),
  timeoutMs: z
    .number()
    .int()
    .min(100, 'The time limit is from 0.1 to 600 seconds.')
    .max(600_000, 'The time limit is from 0.1 to 600 seconds.')
    .default(60_000)
    .describe('Of the query, from connecting to its last row'),
};
/** The request that returns the API's rows. */
export const reconcileRequestFields = {
  scriptId: z.uuid('Please choose a request.').describe('The saved request that is sent'),
  environmentId: idSchema.nullable().default(null),
};
/** Where the rows are in a response. */
export const rowPathSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a row path.')
  .max(500)
  .default('$')
  .describe('JSONPath of the list that has the rows; for XML an XPath of the elements');

/** A reconciliation to save. */
export const reconciliationInputSchema = z.strictObject({
  projectId: idSchema,
  name: z.string().trim().min(1, 'Please enter a name.').max(255, 'A name has at most 255 characters.'),
  ...reconcileRequestFields,
  rowPath: rowPathSchema,
  ...reconcileQueryFields,
  keys: z.array(reconcileKeySchema).min(1, 'Choose at least one key column.').max(10, 'A key has at most 10 columns.'),
  columns: z.array(reconcileColumnSchema).max(200, 'At most 200 columns can be compared.').default([]),
  timeZone: timeZone.default('UTC'),
  allowOnlyInApi: z.boolean().default(false).describe('Rows that only the API has are no difference'),
  allowOnlyInDatabase: z.boolean().default(false).describe('Rows that only the database has are no difference'),
  checkInRuns: z
    .boolean()
    .default(false)
    .describe('Functional runs that send the request check its response by this reconciliation'),
});
/** A reconciliation as form input. */
export type ReconciliationInput = z.input<typeof reconciliationInputSchema>;
/** A reconciliation with every option. */
export type ReconciliationFields = Omit<z.output<typeof reconciliationInputSchema>, 'projectId'>;

/** The newest run of a reconciliation. */
const lastRun = z.object({
  runId: idSchema,
  status: runStatusSchema,
  summary: z.string().nullable().describe('Such as "3 of 120 rows differ."; null while it runs'),
  startedAt: timeSchema,
});

/** A reconciliation in a list. */
export const reconciliationItemSchema = z.object({
  reconciliationId: idSchema,
  projectId: idSchema,
  name: z.string(),
  scriptId: idSchema,
  scriptName: z.string().nullable().describe('null where the request was deleted'),
  databaseName: z.string().nullable().describe('null where the database configuration was deleted'),
  checkInRuns: z.boolean(),
  lastRun: lastRun.nullable(),
  updatedAt: timeSchema,
});
/** A reconciliation in a list. */
export type ReconciliationItem = z.infer<typeof reconciliationItemSchema>;

/** A reconciliation of a workspace. */
export const reconciliationSchema = z.object({
  ...reconciliationInputSchema.shape,
  reconciliationId: idSchema,
  suiteId: idSchema.nullable().describe('Of the request; null where it was deleted'),
  scriptName: z.string().nullable(),
  lastRun: lastRun.nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
/** A reconciliation of a workspace. */
export type Reconciliation = z.infer<typeof reconciliationSchema>;
