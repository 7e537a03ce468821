import { z } from 'zod';
import { flowNameSchema } from '../flows/index.ts';
import { canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { importProblemSchema } from './import.ts';

const service = 'api-testing';

/** The most requests of one workflow. */
export const maxChained = 300;

/** A value of one response that another request uses, with the confidence and the reason. */
export const chainLinkSchema = z.strictObject({
  from: z.strictObject({
    request: z.string().max(100),
    path: z.string().min(1).max(2000).describe('JSONPath of the response (RFC 9535)'),
  }),
  to: z.strictObject({
    request: z.string().max(100),
    in: z.enum(['path', 'url', 'query', 'header', 'body', 'authentication']),
    name: z
      .string()
      .min(1)
      .max(2000)
      .describe('Name of the parameter or header, JSONPath of the body, or the part of the address itself'),
  }),
  variable: z
    .string()
    .regex(/^[A-Za-z_][\w.-]*$/, 'A variable begins with a letter and has letters, digits, _, . and -.')
    .max(255)
    .describe('Under which name the value travels'),
  confidence: z.number().min(0).max(1).optional(),
  reason: z.string().max(1000).optional(),
});
/** A value of one response that another request uses. */
export type ChainLink = z.infer<typeof chainLinkSchema>;

/** Where a workflow's requests come from: a parsed document (see the imports), or a suite. */
const chainSource = {
  projectId: idSchema,
  importId: idSchema.optional().describe('A document that was read'),
  suiteId: idSchema.optional().describe('Or a suite; its scripts stay as they are'),
  indexes: z.array(z.number().int().min(0)).min(1).max(maxChained).optional().describe('Of the requests; default all'),
};

/** What a workflow was created from. */
export const madeWorkflowSchema = z.object({
  processFlowId: idSchema,
  processFlowName: z.string(),
  suiteId: idSchema.describe('The suite that was made for its scripts; a chained one (`isChaining`)'),
  suiteName: z.string(),
  scriptCount: z.number().int(),
  links: z.array(chainLinkSchema),
  problems: z.array(importProblemSchema),
});
/** What a workflow was created from. */
export type MadeWorkflow = z.infer<typeof madeWorkflowSchema>;

const fromFile = (path: string, summary: string) =>
  route({
    service,
    method: 'POST',
    path,
    summary,
    access: canWrite,
    bodyType: 'multipart',
    query: z.strictObject({
      projectId: idSchema,
      workflowName: flowNameSchema,
      baseUrl: z.string().max(2000).optional().describe('Replaces the address of the document'),
    }),
    status: 201,
    response: madeWorkflowSchema,
  });

/** Calls that create workflows from documents and suites. */
export const workflowImportRoutes = {
  importWorkflow: fromFile(
    '/api/import-workflow-from-api-discovery-with-file',
    'Make a workflow that sends the requests of a file (OpenAPI, HAR, Postman and others) in its order',
  ),
  generateWorkflow: fromFile(
    '/api/generate-workflow-with-automapper',
    'Make a workflow of a file in which responses give the values that later requests take',
  ),
  proposeLinks: route({
    service,
    method: 'POST',
    path: '/api/automap',
    summary:
      'Which values of responses further requests take, each with a confidence and a reason, and a fitting order',
    access: canWrite,
    body: z.strictObject(chainSource),
    response: z.object({
      title: z.string(),
      requests: z
        .array(
          z.object({
            request: z.string(),
            index: z.number().int(),
            name: z.string(),
            method: z.string(),
            url: z.string(),
          }),
        )
        .describe('In the proposed order'),
      links: z.array(chainLinkSchema.required({ confidence: true, reason: true })),
    }),
  }),
  makeWorkflow: route({
    service,
    method: 'POST',
    path: '/api/make-workflow',
    summary: 'Make a workflow of the requests of a document or suite, with the links that were accepted',
    access: canWrite,
    body: z.strictObject({
      ...chainSource,
      workflowName: flowNameSchema,
      links: z.array(chainLinkSchema).max(5000).default([]),
    }),
    status: 201,
    response: madeWorkflowSchema,
  }),
};
