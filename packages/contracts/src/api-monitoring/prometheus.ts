import { z } from 'zod';
import { canRead, canWrite, publicChecksCaller, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';

const service = 'api-monitoring';
const idParams = z.strictObject({ id: idSchema });

/** Calls on results for Prometheus. */
export const prometheusRoutes = {
  getMetricsToken: route({
    service,
    method: 'GET',
    path: '/api/metrics-token',
    summary: 'Whether a project has a token for Prometheus, and its address',
    access: canRead,
    query: z.strictObject({ projectId: idSchema }),
    response: z.object({
      metricsUrl: z.string(),
      createdAt: timeSchema.nullable().describe('Null: there is none'),
      createdByName: z.string().nullable(),
      lastUsedAt: timeSchema.nullable().describe('To the hour'),
    }),
  }),
  createMetricsToken: route({
    service,
    method: 'POST',
    path: '/api/metrics-token',
    summary: 'Make a token for Prometheus, answered this once; the one before is refused from now on',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema }),
    status: 201,
    response: z.object({ token: z.string(), metricsUrl: z.string() }),
  }),
  deleteMetricsToken: route({
    service,
    method: 'DELETE',
    path: '/api/metrics-token',
    summary: 'Refuse the token of a project for Prometheus from now on',
    access: canWrite,
    query: z.strictObject({ projectId: idSchema }),
    response: okSchema,
  }),
  readMetrics: route({
    service,
    method: 'GET',
    path: '/api/metrics/{id}',
    summary: 'How the monitored APIs of a project stand, for Prometheus; the bearer token is that of the project',
    access: publicChecksCaller,
    ignore401: true,
    callsPerMinute: 120,
    params: idParams,
    produces: 'text/plain',
  }),
};
