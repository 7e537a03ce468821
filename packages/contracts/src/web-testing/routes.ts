import { z } from 'zod';
import { canRead, canWrite, publicChecksCaller, route } from '../route.ts';
import { idSchema } from '../shared.ts';
import { repositoryCalls } from '../test-repository/index.ts';
import { farmCalls } from './farm.ts';
import { keptSessionCalls } from './kept-session.ts';
import { liveCalls } from './live.ts';

const service = 'web-testing';

/** All calls of web testing. */
export const webTestingRoutes = {
  ...repositoryCalls(service),
  ...liveCalls,
  ...farmCalls,
  ...keptSessionCalls,
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
  createTraceLink: route({
    service,
    method: 'POST',
    path: '/api/trace-links',
    summary: 'The trace viewer with the trace of a part of a run; its address is valid for half an hour',
    access: canRead,
    body: z.strictObject({ runId: idSchema, unit: z.string().max(100) }),
    status: 201,
    response: z.object({ address: z.string().describe('Path on this installation') }),
  }),
  readTrace: route({
    service,
    method: 'GET',
    path: '/api/traces',
    summary: 'The trace behind such an address, as the trace viewer reads it',
    access: publicChecksCaller,
    callsPerMinute: 120,
    query: z.strictObject({ token: z.string().min(1).max(1000) }),
    produces: 'application/zip',
  }),
};
