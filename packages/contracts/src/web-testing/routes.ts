import { z } from 'zod';
import { canWrite, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { repositoryCalls } from '../test-repository/index.ts';
import { liveCalls } from './live.ts';

const service = 'web-testing';

/** Every call of web testing. */
export const webTestingRoutes = {
  ...repositoryCalls(service),
  ...liveCalls,
  createSampleScripts: route({
    service,
    method: 'POST',
    path: '/api/create-sample-scripts',
    summary: 'Create a module with scripts that pass in the sample shop of the installation',
    access: canWrite,
    body: z.strictObject({ projectUUID: idSchema }),
    status: 201,
    response: z.object({
      moduleUUID: idSchema,
      scriptUUIDs: z.array(idSchema).describe('In the order of the module'),
    }),
  }),
};
