import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';
import { keywordSchema, stepIdsSchema, stepProblemSchema, stepSchema, stepsSchema } from './step.ts';

/** The steps of a script, and what prevents them from running. */
export const scriptStepsSchema = z.object({
  scriptUUID: idSchema,
  revision: z.number().int(),
  steps: z.array(stepSchema),
  problems: z.array(stepProblemSchema),
});
/** The steps of a script. */
export type ScriptSteps = z.infer<typeof scriptStepsSchema>;

/** The `data` of a save conflict: who saved a newer revision and when, and its steps. */
export const newerStepsSchema = scriptStepsSchema.extend({ savedBy: z.string(), savedAt: timeSchema });
/** The `data` of a save conflict. */
export type NewerSteps = z.infer<typeof newerStepsSchema>;

/** stepCalls calls on script steps of a keyword-test service. */
export const stepCalls = (service: string) => ({
  listKeywords: route({
    service,
    method: 'GET',
    path: '/api/web-keywords',
    summary: 'Keywords that steps can have, in the order of their groups',
    access: canRead,
    response: z.object({ keywords: z.array(keywordSchema) }),
  }),
  getSteps: route({
    service,
    method: 'GET',
    path: '/api/active-test-steps',
    summary: 'Steps of a script, those that are switched off too',
    access: canRead,
    query: z.strictObject({ scriptUUID: idSchema }),
    response: scriptStepsSchema,
  }),
  saveSteps: route({
    service,
    method: 'PUT',
    path: '/api/test-steps',
    summary:
      'Save all steps of a script. If someone else has saved a newer revision, 409 says who and when, with the newer steps in `data`',
    access: canWrite,
    body: z.strictObject({
      scriptUUID: idSchema,
      revision: z.number().int().min(0).describe('The one that was opened'),
      steps: stepsSchema,
    }),
    response: scriptStepsSchema,
  }),
  addSteps: route({
    service,
    method: 'POST',
    path: '/api/create-test-steps',
    summary: 'Add steps behind another one, or at the end',
    access: canWrite,
    query: z.strictObject({ scriptUUID: idSchema }),
    body: z.strictObject({
      steps: stepsSchema.refine((steps) => steps.length > 0, 'Give at least one step'),
      after: z.string().max(100).optional().describe('Id of the step; wherever it lies, the new ones come beside it'),
    }),
    status: 201,
    response: scriptStepsSchema,
  }),
  deleteSteps: route({
    service,
    method: 'PUT',
    path: '/api/test-steps-delete',
    summary: 'Delete steps with what lies in them',
    access: canWrite,
    body: z.strictObject({ scriptUUID: idSchema, stepIds: stepIdsSchema }),
    response: scriptStepsSchema,
  }),
  checkSteps: route({
    service,
    method: 'POST',
    path: '/api/check-test-steps',
    summary: 'What keeps steps from being run, saved or not',
    access: canRead,
    body: z.strictObject({ projectUUID: idSchema, steps: stepsSchema }),
    response: z.object({ problems: z.array(stepProblemSchema) }),
  }),
  listDataColumns: route({
    service,
    method: 'GET',
    path: '/api/data-columns',
    summary: 'Columns of the data table of a script, which its steps name as {{column}}',
    access: canRead,
    query: z.strictObject({ scriptUUID: idSchema }),
    response: z.object({ tableUUID: idSchema.nullable(), columns: z.array(z.string()) }),
  }),
});
