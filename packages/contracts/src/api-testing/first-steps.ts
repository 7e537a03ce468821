import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';

const service = 'api-testing';

/** The workspace that tests the sample API, and what to run first; null if that was deleted. */
export const sampleWorkspaceSchema = z.object({
  projectId: idSchema,
  suiteId: idSchema.nullable(),
  environmentId: idSchema.nullable(),
});
export type SampleWorkspace = z.infer<typeof sampleWorkspaceSchema>;

/** A user's progress with API testing. */
export const firstStepsSchema = z.object({
  sample: sampleWorkspaceSchema.nullable(),
  hasImported: z.boolean().describe('A suite that the caller sees has requests of a document'),
  hasSent: z.boolean().describe('The caller has sent a request from the editor'),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

export const firstStepsRoutes = {
  getFirstSteps: route({
    service,
    method: 'GET',
    path: '/api/first-steps',
    summary:
      'How far the caller has come: the sample workspace, and whether a document was imported and a request sent',
    access: canRead,
    response: firstStepsSchema,
  }),
  openSampleWorkspace: route({
    service,
    method: 'POST',
    path: '/api/sample-workspace',
    summary: 'The workspace that tests the sample API of this installation; made where the caller sees none',
    access: canWrite,
    response: sampleWorkspaceSchema,
  }),
};
