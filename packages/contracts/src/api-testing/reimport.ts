import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { importFormats, importPreviewSchema, importProblemSchema } from './import.ts';

const service = 'api-testing';

/** Parts of a request that a changed document may change, each merged by itself. */
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

/** A document that requests of a suite came from; the suite can be updated from it. */
export const importSourceSchema = z.object({
  sourceId: idSchema,
  suiteId: idSchema,
  format: z.enum(importFormats),
  title: z.string(),
  name: z.string().describe('File name, or the address without its query'),
  isAddress: z.boolean().describe('It can be fetched again'),
  requestCount: z.number().int(),
  importedAt: timeSchema,
});
/** Where the scripts of a suite were imported from. */
export type ImportSource = z.infer<typeof importSourceSchema>;

const reviewedRequest = z.object({ id: idSchema, scriptName: z.string(), method: z.string(), url: z.string() });
const differenceSchema = z.object({
  part: partSchema,
  before: z.string().describe('As text; credentials are masked'),
  after: z.string(),
});

/** What a changed document would do to a suite. Nothing is changed before the merge is asked for. */
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
