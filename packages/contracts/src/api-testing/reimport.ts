import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, timeSchema } from '../shared.ts';
import { importFormats, importPreviewSchema, importProblemSchema } from './import.ts';

const service = 'api-testing';

/** Parts of a request that a changed document may affect; each is merged separately. */
export const requestParts = [
  'name',
  'group',
  'method',
  'url',
  'headers',
  'queryParams',
  'pathParams',
  'body',
  'authentication',
  'assertions',
  'dataHandlers',
  'settings',
  'preRequestScript',
  'testScript',
  'description',
  'documentation',
  'examples',
] as const;
const partSchema = z.enum(requestParts);

/** How often a watched specification is checked, in minutes. */
export const watchIntervals = [15, 60, 1440] as const;
/** How often a watched specification is checked, in minutes. */
export type WatchInterval = (typeof watchIntervals)[number];
const intervalSchema = z.literal(watchIntervals);

/** The state of a watched specification's address. Findings of the last good check are kept when a later one fails. */
export const sourceWatchSchema = z.object({
  everyMinutes: intervalSchema,
  isFollowed: z.boolean().describe('The caller is notified of changes'),
  checkedAt: timeSchema.nullable().describe('When it was last fetched, with or without success'),
  nextCheckAt: timeSchema,
  changedAt: timeSchema.nullable().describe('When a change was last found'),
  changes: z
    .object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() })
    .nullable()
    .describe('Requests that an update would add, change and remove; null: the suite is up to date'),
  problem: z.string().nullable().describe('Why the last check failed'),
});
/** The state of a watched specification's address. */
export type SourceWatch = z.infer<typeof sourceWatchSchema>;

/** A document that requests of a suite were imported from; the suite can be updated from it. */
export const importSourceSchema = z.object({
  sourceId: idSchema,
  suiteId: idSchema,
  format: z.enum(importFormats),
  title: z.string(),
  name: z.string().describe('File name, or the address without its query'),
  isAddress: z.boolean().describe('It can be fetched again'),
  requestCount: z.number().int(),
  importedAt: timeSchema,
  watch: sourceWatchSchema.nullable().describe('null: not watched'),
});
/** Where the scripts of a suite were imported from. */
export type ImportSource = z.infer<typeof importSourceSchema>;

/** A document imported from an address, with the suite created from it. */
export const linkedSpecificationSchema = importSourceSchema.extend({ suiteName: z.string() });
/** A document imported from an address, with the suite created from it. */
export type LinkedSpecification = z.infer<typeof linkedSpecificationSchema>;

const reviewedRequest = z.object({ id: idSchema, scriptName: z.string(), method: z.string(), url: z.string() });
const differenceSchema = z.object({
  part: partSchema,
  before: z.string().describe('As text; credentials are masked'),
  after: z.string(),
});

/** What a changed document would do to a suite. Nothing changes until the merge is requested. */
export const importReviewSchema = z.object({
  sourceId: idSchema,
  suiteId: idSchema,
  reviewed: z.string().describe('Give it with the merge: a suite that changed since is reviewed again'),
  added: z.array(reviewedRequest),
  changed: z.array(reviewedRequest.extend({ differences: z.array(differenceSchema) })),
  removed: z.array(reviewedRequest).describe('Removed from the document and never edited here'),
  conflicts: z
    .array(
      reviewedRequest.extend({
        isRemoved: z.boolean().describe('Removed from the document, edited here'),
        differences: z.array(differenceSchema.extend({ original: z.string().describe('As it was imported before') })),
      }),
    )
    .describe('Changed on both sides: `before` is yours, `after` the document’s'),
  unchanged: z.number().int(),
  problems: z.array(importProblemSchema),
});
/** What changes when a document is imported again. */
export type ImportReview = z.infer<typeof importReviewSchema>;

const manyIds = z.array(idSchema).max(20_000).default([]);

export const reimportRoutes = {
  listImportSources: route({
    service,
    method: 'GET',
    path: '/api/import-sources',
    summary: 'Documents that the requests of a suite were imported from',
    access: canRead,
    query: z.strictObject({ suiteId: idSchema }),
    response: z.object({ content: z.array(importSourceSchema) }),
  }),
  listLinkedSpecifications: route({
    service,
    method: 'GET',
    path: '/api/linked-specifications',
    summary: 'Documents of a workspace that were imported from an address, those with changes first',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      searchTerm: z.string().max(255).optional().describe('In the title, the address or the name of the suite'),
      state: z.enum(['watched', 'changed', 'failing']).optional(),
      sourceId: idSchema.optional().describe('Only this one'),
      ...pageQuery,
    }),
    response: pageOf(linkedSpecificationSchema),
  }),
  watchImportSource: route({
    service,
    method: 'PUT',
    path: '/api/import-source-watch',
    summary: 'Check the address of a source regularly, or no longer; whoever begins it is notified of changes',
    access: canWrite,
    body: z.strictObject({ sourceId: idSchema, everyMinutes: intervalSchema.nullable().describe('null: no longer') }),
    response: importSourceSchema,
  }),
  followImportSource: route({
    service,
    method: 'PUT',
    path: '/api/import-source-follow',
    summary: 'Be notified when a watched source changes, or no longer',
    access: canWrite,
    body: z.strictObject({ sourceId: idSchema, isFollowed: z.boolean() }),
    response: importSourceSchema,
  }),
  checkImportSource: route({
    service,
    method: 'POST',
    path: '/api/import-source-check',
    summary: 'Check a watched source now; a document that cannot be read is the problem of the answered watch',
    access: canWrite,
    body: z.strictObject({ sourceId: idSchema }),
    response: importSourceSchema,
  }),
  refreshImportSource: route({
    service,
    method: 'POST',
    path: '/api/import-source-refresh',
    summary: 'Fetch the address of a source again and show what it holds now',
    access: canWrite,
    body: z.strictObject({ sourceId: idSchema }),
    response: importPreviewSchema,
  }),
  reviewImport: route({
    service,
    method: 'POST',
    path: '/api/import-review',
    summary: 'Compare a document that was read with what was imported before and with what was changed since',
    access: canWrite,
    body: z.strictObject({ importId: idSchema, sourceId: idSchema }),
    response: importReviewSchema,
  }),
  mergeImport: route({
    service,
    method: 'POST',
    path: '/api/import-merge',
    summary: 'Update a suite from a changed document, in one transaction; what was changed here stays unless chosen',
    access: canWrite,
    body: z.strictObject({
      importId: idSchema,
      sourceId: idSchema,
      reviewed: z.string().max(100),
      takeDocument: z
        .array(z.strictObject({ id: idSchema, part: z.union([partSchema, z.literal('removed')]) }))
        .max(20_000)
        .default([])
        .describe('Conflicts in which the document wins; `removed` deletes an edited request'),
      keepRemoved: manyIds.describe('Requests that stay although the document has them no longer'),
      leaveOut: manyIds.describe('New requests that are not wanted, now and in later updates'),
    }),
    response: z.object({
      suiteId: idSchema,
      added: z.number().int(),
      changed: z.number().int(),
      removed: z.number().int(),
      problems: z.array(importProblemSchema),
    }),
  }),
};
