import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { nameOf } from './names.ts';
import { maxStepBytes, stepProblemSchema, stepSchema } from './step.ts';

/** Formats that scripts are written in. */
export const exportFormats = ['json', 'playwright', 'gherkin', 'text'] as const;
/** Formats that scripts are read from. */
export const importFormats = ['auto', 'json', 'playwright', 'selenium', 'devtools', 'vbscript', 'text'] as const;

/** Text that wasn't understood. */
const lineProblemSchema = z.object({
  line: z.number().int().nullable().describe('From 1; null: the text as a whole'),
  message: z.string(),
});

const importedFields = {
  scriptUUID: idSchema.nullable().describe('null for a preview'),
  testScriptName: z.string().describe('As the text names the script, or as it was asked for'),
  steps: z.array(stepSchema),
  unread: z.array(lineProblemSchema),
  problems: z.array(stepProblemSchema).describe('What keeps the steps from being run'),
};

/** What was read from a text, saved or not. */
export const importResultSchema = z.object({
  ...importedFields,
  format: z.string(),
  further: z
    .array(z.object(importedFields))
    .describe('Where a file has several tests, those after the first; each becomes a script of its own'),
});
/** What was read from a text. */
export type ImportResult = z.infer<typeof importResultSchema>;

const sentences = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'Please enter what the test does')
    .max(100_000, 'A text has at most 100,000 characters'),
});

/** exchangeCalls calls of a keyword-test service that export and import scripts. */
export const exchangeCalls = (service: string) => ({
  exportScript: route({
    service,
    method: 'GET',
    path: '/api/export-test-script',
    summary: 'A script as a file: JSON, a Playwright test, Gherkin or plain sentences',
    access: canRead,
    query: z.strictObject({ scriptUUID: idSchema, fileType: z.enum(exportFormats).default('json') }),
    produces: 'application/octet-stream',
  }),
  importScript: route({
    service,
    method: 'POST',
    path: '/api/import-test-script',
    summary:
      'Read scripts from text into new scripts, or the first of them in place of the steps of one; a preview changes nothing',
    access: canWrite,
    body: z.strictObject({
      moduleUUID: idSchema,
      scriptUUID: idSchema.optional().describe('Its steps are replaced; absent: a new script'),
      testScriptName: nameOf('Test script name').optional(),
      format: z.enum(importFormats).default('auto'),
      text: z.string().min(1, 'Please choose a file').max(maxStepBytes, 'A file has at most 4 MB'),
      isPreview: z.boolean().default(false),
    }),
    response: importResultSchema,
  }),
  textToCode: route({
    service,
    method: 'POST',
    path: '/api/text_to_code',
    summary: 'Steps from plain sentences, a sentence a line; nothing is saved',
    access: canWrite,
    body: sentences,
    response: z.object({
      steps: z.array(stepSchema),
      notUnderstood: z.array(z.object({ line: z.number().int(), text: z.string() })),
    }),
  }),
  streamSteps: route({
    service,
    method: 'POST',
    path: '/api/streaming_objects',
    summary:
      'The same as server-sent events: `step` with each step, `notUnderstood` with each line that gave none, `end` with their numbers',
    access: canWrite,
    body: sentences,
    produces: 'text/event-stream',
  }),
});
