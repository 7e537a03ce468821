import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { variableListSchema, variablesInputSchema } from '../workspaces/index.ts';

const service = 'api-testing';

export const suiteVariableRoutes = {
  listSuiteVariables: route({
    service,
    method: 'GET',
    path: '/api/suite-variables',
    summary: 'List the variables of one suite',
    access: canRead,
    query: z.strictObject({ suiteId: idSchema }),
    response: variableListSchema,
  }),
  createSuiteVariables: route({
    service,
    method: 'POST',
    path: '/api/suite-variables',
    summary: 'Add variables to a suite; those of the environment come before them',
    access: canWrite,
    body: z.strictObject({ suiteId: idSchema, variables: variablesInputSchema }),
    status: 201,
    response: variableListSchema,
  }),
  detectVariables: route({
    service,
    method: 'POST',
    path: '/api/detect-variables',
    summary: 'Names of the variables that a text or a script uses, and which are not defined',
    access: canRead,
    body: z.strictObject({
      projectId: idSchema,
      environmentId: idSchema.optional(),
      suiteId: idSchema.optional(),
      scriptId: idSchema.optional(),
      text: z.string().max(1_000_000).optional(),
    }),
    response: z.object({ variables: z.array(z.object({ name: z.string(), defined: z.boolean() })) }),
  }),
};
