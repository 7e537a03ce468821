import { z } from 'zod';
import { stepDetailSchema } from '../api-testing/execution.ts';
import { scriptInputSchema } from '../api-testing/script.ts';
import { canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';

export const previewRoutes = {
  preview: route({
    service: 'api-preview',
    method: 'POST',
    path: '/api/preview',
    summary: 'Send one request now and answer with response, timing and assertion results; nothing is stored',
    access: canWrite,
    body: z.strictObject({
      projectId: idSchema,
      environmentId: idSchema.optional(),
      suiteId: idSchema.optional(),
      script: scriptInputSchema,
    }),
    response: stepDetailSchema,
  }),
};
