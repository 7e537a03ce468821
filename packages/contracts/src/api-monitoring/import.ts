import { z } from 'zod';
import { canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { monitorKinds } from './definition.ts';
import { monitorScheduleSchema } from './schedule.ts';

const service = 'api-monitoring';

/** What can be monitored in a document; nothing is stored in the project until entries are selected. */
export const monitorImportSchema = z.object({
  importId: idSchema,
  format: z.enum(['openapi', 'postman', 'uptime-kuma']),
  title: z.string(),
  entries: z.array(
    z.object({
      index: z.number().int(),
      name: z.string(),
      kind: z.enum(monitorKinds),
      target: z.string(),
      folder: z.string(),
      isSafe: z.boolean().describe('Only reads: GET, HEAD, OPTIONS and checks without HTTP'),
    }),
  ),
  problems: z.array(z.object({ place: z.string(), reason: z.string() })),
});
/** What can be monitored in a document. */
export type MonitorImport = z.infer<typeof monitorImportSchema>;

const baseUrl = z.string().max(2000).optional().describe('Replaces the address of the document');
const fromUrl = (path: string, what: string) =>
  route({
    service,
    method: 'GET',
    path,
    summary: `Fetch ${what} and show what of it can be watched`,
    access: canWrite,
    query: z.strictObject({
      projectId: idSchema,
      url: z.url({ protocol: /^https?$/, error: 'Invalid url' }).max(8192),
      baseUrl,
    }),
    response: monitorImportSchema,
  });
const fromFile = (path: string, what: string) =>
  route({
    service,
    method: 'POST',
    path,
    summary: `Read ${what} and show what of it can be watched`,
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({ projectId: idSchema, baseUrl }),
    response: monitorImportSchema,
  });

/** Calls that create collections from documents. */
export const monitorImportRoutes = {
  importSwaggerUrl: fromUrl('/api/import-swagger-url', 'an OpenAPI document'),
  importSwaggerFile: fromFile('/api/import-swagger-file', 'an OpenAPI document'),
  importPostmanUrl: fromUrl('/api/import-postman-url', 'a Postman collection'),
  importPostmanFile: fromFile('/api/import-postman-file', 'a Postman collection'),
  importUptimeKumaFile: fromFile('/api/import-uptime-kuma-file', 'a backup of Uptime Kuma'),
  importSelected: route({
    service,
    method: 'POST',
    path: '/api/import-selected',
    summary: 'Make a collection of monitored APIs of the chosen entries',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      importId: idSchema,
      indexes: z
        .array(z.number().int().min(0))
        .min(1, 'Please Select API.')
        .max(10_000)
        .optional()
        .describe('Default: all'),
      collectionId: idSchema.optional().describe('Into this collection; absent: into a new one'),
      collectionName: z.string().trim().min(1).max(255).optional().describe('Of the new one; default the title'),
      schedule: monitorScheduleSchema.optional().describe('Default: that of the document, else every 5 minutes'),
      environmentId: idSchema.nullable().default(null),
      start: z.boolean().default(true),
    }),
    status: 201,
    response: z.object({
      collectionId: idSchema,
      imported: z.number().int(),
      problems: z.array(z.object({ place: z.string(), reason: z.string() })),
    }),
  }),
};
