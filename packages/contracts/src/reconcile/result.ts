import { z } from 'zod';
import { idSchema } from '../shared.ts';
import { reconcileColumnSchema, reconcileKeySchema } from './mapping.ts';

const count = z.number().int();

/** Kinds of differences of a row, or a pair of rows. */
export const differenceKinds = ['different', 'onlyInApi', 'onlyInDatabase', 'duplicateKey', 'missingKey'] as const;
/** A kind of difference of a row, or a pair of rows. */
export const differenceKindSchema = z.enum(differenceKinds);
/** A kind of difference of a row, or a pair of rows. */
export type DifferenceKind = z.infer<typeof differenceKindSchema>;

/** Counts of all rows, however many of them are stored. */
export const reconcileCountsSchema = z.object({
  apiRows: count,
  databaseRows: count,
  matched: count.describe('Keys that both sides have'),
  equal: count,
  different: count,
  onlyInApi: count,
  onlyInDatabase: count,
  duplicatesInApi: count,
  duplicatesInDatabase: count,
  missingKeyInApi: count,
  missingKeyInDatabase: count,
});
/** Counts of all rows, however many of them are stored. */
export type ReconcileCounts = z.infer<typeof reconcileCountsSchema>;

/** How the two sides of a run compare. */
export const reconcileResultSchema = z.object({
  runId: idSchema,
  reconciliationId: idSchema,
  agrees: z.boolean(),
  summary: z.string().describe('Such as "3 of 120 rows differ."'),
  counts: reconcileCountsSchema,
  byColumn: z.array(z.object({ column: z.string(), count })).describe('Values that differ, by column'),
  notes: z.array(z.string()).describe('What looks like a mistake of the mapping'),
  kept: z.partialRecord(differenceKindSchema, count).describe('Differences that are kept; all are counted'),
  databaseName: z.string(),
});
/** How the two sides of a run compare. */
export type ReconcileResult = z.infer<typeof reconcileResultSchema>;

/** A row, or pair of rows, with a difference. */
export const rowDifferenceSchema = z.object({
  position: count,
  kind: differenceKindSchema,
  key: z.array(z.string().nullable()),
  side: z.enum(['api', 'database']).optional().describe('Where a key is missing or twice'),
  cells: z.array(
    z.object({
      column: z.string(),
      api: z.string().nullable(),
      database: z.string().nullable(),
      isEqual: z.boolean(),
      rule: z.string().describe('Why the values differ; empty where they are equal'),
    }),
  ),
});
/** A row, or pair of rows, with a difference. */
export type RowDifference = z.infer<typeof rowDifferenceSchema>;

/** The first rows of a query. */
export const queryPreviewSchema = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['text', 'number', 'date', 'boolean', 'json', 'binary', 'unknown']),
    }),
  ),
  rows: z.array(z.array(z.string().nullable())),
  hasMore: z.boolean(),
});
/** The first rows of a query. */
export type QueryPreview = z.infer<typeof queryPreviewSchema>;

/** What a row path finds in the response of a request. */
export const responsePreviewSchema = z.object({
  status: z.number().int(),
  format: z.enum(['json', 'xml']),
  total: count.describe('Rows that the path finds'),
  rows: z.array(z.string()).describe('The first rows as text'),
  problem: z.string().nullable().describe('Why there are no rows, and what to correct'),
});
/** What a row path finds in the response of a request. */
export type ResponsePreview = z.infer<typeof responsePreviewSchema>;

/** A suggested mapping, to be corrected manually. */
export const mappingSuggestionSchema = z.object({
  rowPath: z.string(),
  keys: z.array(reconcileKeySchema),
  columns: z.array(reconcileColumnSchema),
  unmatched: z.array(z.string()).describe('Columns of the query without a partner'),
});
/** A suggested mapping, to be corrected manually. */
export type MappingSuggestion = z.infer<typeof mappingSuggestionSchema>;
