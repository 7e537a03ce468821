import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { runNumberSchema, runStatusSchema } from '../runs/index.ts';
import { idSchema, queryIdList, timeSchema } from '../shared.ts';
import { executionSummarySchema } from './execution/execution.ts';

const service = 'api-testing';
/** The most subjects of one call. */
const maxSubjects = 200;

/** The outcome of one run for a suite or a script. */
export const outcomeSchema = z.object({
  runId: idSchema,
  number: runNumberSchema,
  status: runStatusSchema,
  finishedAt: timeSchema,
});
/** The outcome of one run for a suite or a script. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** The latest results of a suite or a script. */
export const subjectOutcomesSchema = z.object({
  subjectId: idSchema,
  outcomes: z.array(outcomeSchema).describe('The last 20 runs, oldest first'),
  isFlaky: z
    .boolean()
    .describe(
      'Two of them one after the other in the same environment ended differently, and nothing about it was changed',
    ),
});
/** The latest results of a suite or a script. */
export type SubjectOutcomes = z.infer<typeof subjectOutcomesSchema>;

export const outcomeRoutes = {
  listOutcomes: route({
    service,
    method: 'GET',
    path: '/api/outcomes',
    summary: 'The last 20 results of suites or scripts; those that never ran are absent',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema,
      of: z.enum(['suite', 'script']),
      subjectIds: queryIdList.pipe(z.array(idSchema).max(maxSubjects)),
    }),
    response: z.object({ content: z.array(subjectOutcomesSchema) }),
  }),
  findLastGreenRun: route({
    service,
    method: 'GET',
    path: '/api/last-green-run',
    summary: 'The newest passed run before this one that ran the same suites in the same environment',
    access: canRead,
    query: z.strictObject({ runId: idSchema }),
    response: z.object({ run: executionSummarySchema.nullable().describe('null: there is none') }),
  }),
};
