import { prometheusRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { PrometheusAccess } from '../app/prometheus.ts';

export function addPrometheusRoutes(registrar: Registrar, access: PrometheusAccess): void {
  registrar.add(prometheusRoutes.getMetricsToken, ({ caller, query }) => access.view(caller, query.projectId));
  registrar.add(prometheusRoutes.createMetricsToken, ({ caller, body }) => access.create(caller, body.projectId));
  registrar.add(prometheusRoutes.deleteMetricsToken, async ({ caller, query }) => {
    await access.delete(caller, query.projectId);
    return { message: 'Deleted' };
  });
  registrar.add(prometheusRoutes.readMetrics, async ({ params, request, reply }) => {
    const text = await access.read(params.id, request.headers.authorization);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text);
  });
}
