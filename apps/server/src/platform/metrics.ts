import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of one process in Prometheus' text format. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpDuration: new Histogram({
      name: 'touchstone_http_request_duration_seconds',
      help: 'Duration of HTTP calls by service, route and status',
      labelNames: ['service', 'route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    runsFinished: new Counter({
      name: 'touchstone_runs_finished_total',
      help: 'Runs that ended, by status',
      labelNames: ['kind', 'status'],
      registers: [registry],
    }),
    stepsRecorded: new Counter({
      name: 'touchstone_steps_recorded_total',
      help: 'Steps recorded by this runner',
      labelNames: ['kind', 'status'],
      registers: [registry],
    }),
    runsActive: new Gauge({
      name: 'touchstone_runs_active',
      help: 'Runs that this runner executes now',
      registers: [registry],
    }),
    eventStreams: new Gauge({ name: 'touchstone_event_streams', help: 'Open event streams', registers: [registry] }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
