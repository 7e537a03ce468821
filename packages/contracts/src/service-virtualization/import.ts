import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, queryBoolean, timeSchema } from '../shared.ts';
import { assetKinds, assetProblemSchema, resourceSchema, stubSchema } from './asset.ts';
import { service } from './service.ts';
import { mockSuiteNameSchema } from './suite.ts';

/** Document formats that assets can be created from. */
export const mockImportFormats = ['openapi', 'postman', 'wiremock', 'har', 'mockoon', 'wsdl', 'curl'] as const;
/** A document format that assets can be created from. */
export type MockImportFormat = (typeof mockImportFormats)[number];

/**
 * The change of an entry: `new`; `same`: nothing changes; `updated`: only the document changed; `kept`: only the asset
 * was edited; `conflict`: both, the asset is kept unless it is named in `takeDocument`; `gone`: no longer in the
 * document, the asset is kept.
 */
export const importChanges = ['new', 'same', 'updated', 'kept', 'conflict', 'gone'] as const;

const content = z.object({ stub: stubSchema.nullable(), resource: resourceSchema.nullable() });
/** An entry of a document. */
export const importEntrySchema = z.object({
  key: z.string().describe('Names the entry within the document'),
  name: z.string(),
  kind: z.enum(assetKinds),
  method: z.string(),
  path: z.string(),
  status: z.string(),
  change: z.enum(importChanges),
  assetId: idSchema.nullable(),
  conflict: z.object({ base: content, mine: content, document: content }).nullable(),
});
/** An entry of a document. */
export type ImportEntry = z.infer<typeof importEntrySchema>;

/** The content of a document; nothing is stored in the project until it is imported. */
export const mockImportSchema = z.object({
  importId: idSchema,
  format: z.enum(mockImportFormats),
  title: z.string(),
  sourceId: idSchema.nullable().describe('The document that was imported before and is read again'),
  suiteId: idSchema.nullable().describe('The suite that it went to then'),
  entries: z.array(importEntrySchema),
  counts: z.record(z.enum(importChanges), z.number().int()),
  problems: z.array(assetProblemSchema).describe('What does not come in, and why'),
});
/** The content of a document. */
export type MockImport = z.infer<typeof mockImportSchema>;

const format = z.enum(mockImportFormats).optional().describe('Absent: found out');

/** Calls that create assets from documents, and documents from assets. */
export const mockImportRoutes = {
  previewImport: route({
    service,
    method: 'POST',
    path: '/api/imports/preview',
    summary:
      'Read a document from its text or address, with the documents that it names there, and show what would come in',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      format,
      text: z.string().min(1).max(20_000_000).optional(),
      url: z
        .url({ protocol: /^https?$/, error: 'Invalid url' })
        .max(8192)
        .optional(),
      fileName: z.string().max(255).default(''),
      hasResources: z
        .boolean()
        .default(false)
        .describe('Lists with records become resources that are kept and changed'),
      sourceId: idSchema.optional().describe('Read this document again; its address is known'),
    }),
    response: mockImportSchema,
  }),
  previewImportFile: route({
    service,
    method: 'POST',
    path: '/api/imports/preview-file',
    summary:
      'Read an uploaded document, with files that it names or as a ZIP archive of all of them, and show what would come in',
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({
      projectId: idSchema,
      format,
      sourceId: idSchema.optional(),
      hasResources: queryBoolean.default(false),
    }),
    response: mockImportSchema,
  }),
  carryOutImport: route({
    service,
    method: 'POST',
    path: '/api/imports',
    summary: 'Bring a document that was read into the project; edits are kept',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      importId: idSchema,
      suiteId: idSchema.optional().describe('Into this suite; absent: into the one of the last time, else a new one'),
      suiteName: mockSuiteNameSchema.optional().describe('Of the new one; default the title'),
      keys: z.array(z.string()).max(10_000).optional().describe('Only these entries; absent: all'),
      takeDocument: z.array(z.string()).max(10_000).default([]).describe('Keys of conflicts that the document wins'),
      deleteGone: z.array(z.string()).max(10_000).default([]).describe('Keys of gone entries whose assets are deleted'),
      isEnabled: z.boolean().default(true).describe('Whether new assets answer at once'),
    }),
    status: 201,
    response: z.object({
      suiteId: idSchema,
      sourceId: idSchema,
      counts: z.record(z.enum(importChanges), z.number().int()),
      disabled: z.number().int().describe('New assets that are off because the plan allows no more'),
      problems: z.array(assetProblemSchema),
    }),
  }),
  listImportSources: route({
    service,
    method: 'GET',
    path: '/api/import-sources/{id}',
    summary: 'Documents that were imported into a project',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    response: z.object({
      sources: z.array(
        z.object({
          sourceId: idSchema,
          format: z.enum(mockImportFormats),
          title: z.string(),
          url: z.string().nullable(),
          suiteId: idSchema.nullable(),
          isContract: z.boolean().describe('Requests are judged by this OpenAPI document or WSDL'),
          importedAt: timeSchema,
          importedByName: z.string(),
        }),
      ),
    }),
  }),
  exportMock: route({
    service,
    method: 'GET',
    path: '/api/export/{id}',
    summary: 'Assets of a project as a file: mappings of WireMock, or an OpenAPI document',
    access: canRead,
    params: z.strictObject({ id: idSchema.describe('Project') }),
    query: z.strictObject({ format: z.enum(['wiremock', 'openapi']), suiteId: idSchema.optional() }),
    produces: 'application/json',
  }),
};
