import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema } from '../shared.ts';

/** An item of a workspace found by its name. */
export const foundThingSchema = z.object({
  kind: z.enum(['suite', 'script', 'environment']),
  id: z.string(),
  name: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** The suite of a script. */
  suiteId: z.string().nullable(),
  suiteName: z.string().nullable(),
});
export type FoundThing = z.infer<typeof foundThingSchema>;

export const findRoutes = {
  findThings: route({
    service: 'api-testing',
    method: 'GET',
    path: '/api/find',
    summary:
      'Suites, scripts and environments by name in every workspace of the caller, the best first; a typing error in a word is forgiven',
    access: canRead,
    query: z.strictObject({
      text: z.string().trim().min(1).max(100),
      projectId: idSchema.optional().describe('Of those that fit alike, the ones of this workspace come first'),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.object({ content: z.array(foundThingSchema) }),
  }),
};
