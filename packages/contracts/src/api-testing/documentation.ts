import { z } from 'zod';
import { idSchema } from '../shared.ts';

const text = z.string().max(100_000);
const name = z.string().min(1).max(1000);
const jsonSchema = z.record(z.string(), z.json());
const row = z.strictObject({
  id: idSchema.optional(),
  key: z.string().max(1000),
  value: z.string().max(65_536),
  enabled: z.boolean().optional(),
  description: text.optional(),
});
const content = z.strictObject({ type: z.string().max(255), schema: jsonSchema.optional() });

/** Maximum length of a folder path. */
export const folderPathLimit = 2000;

/** Path of a folder in a suite: its levels joined by ` / `; empty at the top. */
export const folderPathSchema = z
  .string()
  .max(folderPathLimit, 'The path of a folder can have at most 2,000 characters. Use shorter names or fewer levels.')
  .refine((path) => path === '' || path.split(' / ').every((level) => level.trim() === level && level !== ''), {
    message: 'Please enter folder name.',
  });

/** Path of a folder that exists already: earlier versions had no limit. Empty at the top. */
export const storedFolderPathSchema = z.string().max(100_000);

/** Name of one folder. */
export const folderNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter folder name.')
  .max(200, 'Folder name cannot be above 200 characters.')
  .refine((level) => !level.includes(' / '), 'A folder name cannot contain " / ".');

/** What an API description states about a request; it doesn't affect what is sent. Never contains secrets. */
export const documentationSchema = z.strictObject({
  name: z.string().max(2000).optional(),
  operationId: z.string().max(1000).optional(),
  tags: z.array(z.string().max(1000)).max(100).optional(),
  isDeprecated: z.boolean().optional(),
  externalDocs: z.strictObject({ url: z.string().max(8192), description: text.optional() }).optional(),
  parameters: z
    .array(
      z.strictObject({
        in: z.enum(['path', 'query', 'header', 'cookie']),
        name,
        isRequired: z.boolean().optional(),
        isDeprecated: z.boolean().optional(),
        schema: jsonSchema.optional(),
        style: z.string().max(100).optional(),
        explode: z.boolean().optional(),
      }),
    )
    .max(1000)
    .optional(),
  requestBody: z
    .strictObject({
      description: text.optional(),
      isRequired: z.boolean().optional(),
      contents: z.array(content).max(100).optional(),
    })
    .optional(),
  responses: z
    .array(
      z.strictObject({
        status: z.string().regex(/^([1-5](\d\d|XX)|default)$/, 'Use a status code, a class such as 2XX, or default.'),
        description: text,
        headers: z
          .array(z.strictObject({ name, description: text.optional(), schema: jsonSchema.optional() }))
          .max(200)
          .optional(),
        contents: z.array(content).max(100).optional(),
      }),
    )
    .max(200)
    .optional(),
  security: z
    .array(
      z.array(z.strictObject({ name, scheme: z.record(z.string(), z.json()), scopes: z.array(z.string()).optional() })),
    )
    .max(100)
    .optional(),
  servers: z.array(z.string().max(8192)).max(100).optional(),
});
/** What an API description states about an operation. */
export type ScriptDocumentation = z.infer<typeof documentationSchema>;

/** A response saved with its request. */
export const exampleSchema = z.strictObject({
  id: idSchema.optional(),
  name: z.string().trim().min(1, 'Please enter example name.').max(1000),
  description: text.optional(),
  status: z.number().int().min(0).max(999),
  statusText: z.string().max(255).optional(),
  headers: z.array(row).max(500).default([]),
  body: z.string().max(1_000_000, 'An example body is at most 1 MB.').default(''),
  request: z
    .strictObject({
      method: z.string().max(20),
      url: z.string().max(65_536),
      headers: z.array(row).max(500),
      queryParams: z.array(row).max(500),
      pathParams: z.array(row).max(500),
      body: z.record(z.string(), z.json()),
    })
    .optional()
    .describe('The request that was answered, where it differs from the script'),
});
/** A saved response of a request. */
export type ScriptExample = z.infer<typeof exampleSchema>;
