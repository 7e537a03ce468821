import { z } from 'zod';
import { idSchema } from '../shared.ts';

/** If a script is saved without ids of its parts (headers, assertions …), the server assigns them. */
export const partId = idSchema.optional();
const noLineBreak = /^[^\r\n\0]*$/;

/** A row of parameters. */
export const keyValueSchema = z.strictObject({
  id: partId,
  key: z.string().max(1000).regex(noLineBreak, 'Invalid Character.'),
  value: z.string().max(65536),
  enabled: z.boolean().default(true),
  description: z.string().max(20_000).optional(),
});
/** A row of headers. */
export const headerSchema = keyValueSchema.extend({
  key: z
    .string()
    .min(1, 'Please enter header key.')
    .max(1000)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z{}-]+$/, 'Invalid Character.'),
  value: z.string().max(65536).regex(noLineBreak, 'Invalid Character.'),
});
/** A parameter of the path. */
export const pathParamSchema = keyValueSchema.extend({
  key: z.string().min(1, 'Please enter path param key.').max(255),
});

/** A row of a multipart form. */
export const formFieldSchema = keyValueSchema.extend({
  key: z.string().min(1, 'Please provide key name for file.').max(1000),
  kind: z.enum(['text', 'file']).default('text'),
  fileId: idSchema.optional(),
  fileName: z.string().max(255).optional(),
  contentType: z.string().max(255).optional(),
});
/** A row of a form in the body. */
export const urlencodedFieldSchema = keyValueSchema.extend({ key: z.string().min(1, 'Please enter key.').max(1000) });

const content = z.string().max(5_000_000);
/** The body of a request. */
export const bodySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('json'), content }),
  z.strictObject({ type: z.literal('xml'), content }),
  z.strictObject({ type: z.literal('text'), content }),
  z.strictObject({
    type: z.literal('graphql'),
    query: content,
    variables: content.default(''),
    operationName: z
      .string()
      .max(1000)
      .optional()
      .describe('Which operation of the document runs; absent: its only one'),
    subscription: z
      .enum(['webSocket', 'serverSentEvents'])
      .optional()
      .describe(
        'How the results of a subscription come: over WebSocket (graphql-transport-ws) or as server-sent events; absent: as events where the header Accept asks for them, else over WebSocket',
      ),
  }),
  z.strictObject({
    type: z.literal('binary'),
    fileId: idSchema,
    fileName: z.string().max(255).optional(),
    contentType: z.string().max(255).optional(),
  }),
  z.strictObject({ type: z.literal('form'), fields: z.array(formFieldSchema).max(500) }),
  z.strictObject({ type: z.literal('urlencoded'), fields: z.array(urlencodedFieldSchema).max(500) }),
]);
export type ScriptBody = z.infer<typeof bodySchema>;

/** HTTP methods available in the editor. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
/**
 * Protocol and host, or a variable instead; `ws` and `wss` are for GraphQL subscriptions. Incomplete URLs are saved as
 * typed and rejected when sent.
 */
export const urlSchema = z
  .string()
  .min(1, 'API Endpoint is required.')
  .max(8192)
  .regex(/^\S/, 'API Endpoint must not start with whitespace.')
  .regex(
    /^((?:https?|wss?):\/\/[^\s/?#]+|\{\{[^{}]+\}\})/i,
    'Invalid URL. It needs a protocol and a host, such as https://host/path, or a variable such as {{baseUrl}}/path.',
  )
  .regex(noLineBreak, 'Invalid Character.');
