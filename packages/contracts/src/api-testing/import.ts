import { z } from 'zod';
import { canRead, canWrite, route, whenExpired } from '../route.ts';
import { idSchema, queryBoolean, queryIdList } from '../shared.ts';
import { scriptInputSchema } from './script.ts';
import { suiteNameSchema } from './suite.ts';

const service = 'api-testing';

/** Formats that can be imported. */
export const importFormats = [
  'openapi',
  'postman',
  'postmanEnvironment',
  'curl',
  'har',
  'insomnia',
  'bruno',
  'hoppscotch',
  'wsdl',
  'jmeter',
  'excel',
  'playground',
] as const;

/** Something in a document that couldn't be imported. */
export const importProblemSchema = z.object({ place: z.string(), reason: z.string() });

/** The content of a document; nothing is stored in the workspace until requests are selected. */
export const importPreviewSchema = z.object({
  importId: idSchema,
  format: z.enum(importFormats),
  title: z.string(),
  servers: z.array(z.string()),
  requests: z.array(
    z.object({
      index: z.number().int(),
      name: z.string(),
      method: z.string(),
      url: z.string(),
      folder: z.string(),
      assertionCount: z.number().int(),
    }),
  ),
  variables: z.array(z.object({ name: z.string(), isSecret: z.boolean() })),
  environments: z.array(z.object({ name: z.string(), variableCount: z.number().int() })),
  problems: z.array(importProblemSchema),
});
/** The content of a document, before it is imported. */
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const documentUrl = (error: string) => z.url({ protocol: /^https?$/, error }).max(8192);

/** Addresses of documents that the server fetches, by the expected kind. */
export const documentUrlSchemas = {
  openapi: documentUrl('Invalid url'),
  postman: documentUrl('Invalid url'),
  wsdl: documentUrl('Invalid WSDL URL.'),
};

const urlQuery = (url: z.ZodURL) =>
  z.strictObject({
    projectId: idSchema,
    url,
    baseUrl: z.string().max(2000).optional().describe('Replaces the address of the document'),
  });
const fileQuery = z.strictObject({ projectId: idSchema, baseUrl: z.string().max(2000).optional() });

const fromUrl = (path: string, what: string, url: z.ZodURL) =>
  route({
    service,
    method: 'GET',
    path,
    summary: `Fetch ${what} and show what it holds`,
    access: canWrite,
    query: urlQuery(url),
    response: importPreviewSchema,
  });
const fromFile = (path: string, what: string) =>
  route({
    service,
    method: 'POST',
    path,
    summary: `Read ${what} and show what it holds`,
    access: canWrite,
    bodyType: 'multipart',
    query: fileQuery,
    response: importPreviewSchema,
  });

/** Which requests of a document are imported, and where to. */
export const importSelectionSchema = z.strictObject({
  projectId: idSchema,
  importId: idSchema,
  indexes: z
    .array(z.number().int().min(0))
    .min(1, 'Please Select API.')
    .max(10_000)
    .optional()
    .describe('Default: all'),
  suiteId: idSchema.optional().describe('Into this suite; absent: into a new one'),
  suiteName: suiteNameSchema.optional().describe('Name of the new suite; default the title'),
  byFolder: z.boolean().optional().describe('One new suite for each folder'),
  withEnvironments: z.boolean().optional().describe('Make the environments and variables too; default true'),
});

/** Formats that can be exported. */
export const exportFormats = ['postman', 'openapi', 'har', 'curl'] as const;

export const importRoutes = {
  importSwaggerUrl: fromUrl('/api/import-swagger-url', 'an OpenAPI document', documentUrlSchemas.openapi),
  importPostmanUrl: fromUrl('/api/import-postman-url', 'a Postman collection', documentUrlSchemas.postman),
  importWsdlUrl: fromUrl('/api/import-wsdl-url', 'a WSDL document', documentUrlSchemas.wsdl),
  importJsonFile: fromFile('/api/import-json-file', 'a file of any known format and the files that it names'),
  importPostmanFile: fromFile('/api/import-postman-file', 'a Postman collection or environment'),
  importWsdlFile: fromFile('/api/import-wsdl-file', 'a WSDL document and its schemas'),
  importPlayground: route({
    service,
    method: 'GET',
    path: '/api/import-playground',
    summary:
      'Read requests of the own playground, or the sample API that comes with the product, and show what they hold',
    access: canWrite,
    query: z.strictObject({
      projectId: idSchema,
      sendIds: queryIdList.optional().describe('Sends of the own playground; absent: the sample API'),
    }),
    response: importPreviewSchema,
  }),
  useExample: route({
    service,
    method: 'GET',
    path: '/api/use-example',
    summary: 'Example requests of the sample API, ready to send or to save',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema.optional().describe('A workspace that the caller sees; absent: none is needed'),
      isPlayground: queryBoolean.optional().describe('Only the one that a playground starts with; default true'),
    }),
    response: z.object({ requests: z.array(scriptInputSchema) }),
  }),
  importCurl: route({
    service,
    method: 'POST',
    path: '/api/import-curl',
    summary: 'Read one or several curl commands and show what they hold',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, text: z.string().min(1, 'Paste a curl command.').max(1_000_000) }),
    response: importPreviewSchema,
  }),
  importSelectedApis: route({
    service,
    method: 'POST',
    path: '/api/import-selected-apis',
    summary: 'Make scripts of the chosen requests of a document that was read',
    access: canWrite,
    body: importSelectionSchema,
    status: 201,
    response: z.object({
      suites: z.array(z.object({ suiteId: idSchema, suiteName: z.string(), imported: z.number().int() })),
      environments: z.array(z.object({ environmentId: idSchema, environmentName: z.string() })),
      imported: z.number().int(),
      problems: z.array(importProblemSchema),
    }),
  }),
  exportProject: route({
    service,
    method: 'POST',
    path: '/api/export',
    summary:
      'Export suites of a workspace as a Postman collection, OpenAPI document, HAR file or curl commands, or the whole workspace as a workspace file (touchstone); secrets stay out. The header X-Export-Losses lists what the format cannot hold (JSON, percent-encoded), X-Workspace-Revision the revision of a workspace file',
    access: whenExpired(canWrite),
    body: z.strictObject({
      projectId: idSchema,
      suiteIds: z.array(idSchema).max(500).optional().describe('Default: all'),
      format: z.enum([...exportFormats, 'touchstone']).default('postman'),
    }),
    produces: 'application/octet-stream',
  }),
};
