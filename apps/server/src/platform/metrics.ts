import type { QueueFigures } from '@touchstone/kernel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of a process in Prometheus' text format. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** Exposes figures of the queues of users' work, by pool; `read` is called at each scrape. */
    watchWork: (read: () => Record<string, QueueFigures & { killed?: number }>) => watchWork(registry, read),
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
    mails: new Counter({
      name: 'touchstone_mails_total',
      help: 'Attempts to send a mail: sent, retried, failed for good',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    mailsWaiting: new Gauge({
      name: 'touchstone_mails_waiting',
      help: 'Mails that are not sent yet, looked at once a minute by a scheduler',
      registers: [registry],
    }),
    eventStreams: new Gauge({ name: 'touchstone_event_streams', help: 'Open event streams', registers: [registry] }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

const workFigures: { name: string; help: string; value: (figures: QueueFigures & { killed?: number }) => number }[] = [
  { name: 'touchstone_work_running', help: "Pieces of users' work that run now", value: ({ running }) => running },
  {
    name: 'touchstone_work_waiting',
    help: "Pieces of users' work that wait for their turn",
    value: ({ waiting }) => waiting,
  },
  {
    name: 'touchstone_work_started_total',
    help: "Pieces of users' work that had their turn",
    value: ({ started }) => started,
  },
  {
    name: 'touchstone_work_waited_seconds_total',
    help: "Time that pieces of users' work have waited for their turn, together",
    value: ({ waitedMs }) => waitedMs / 1000,
  },
  {
    name: 'touchstone_work_killed_total',
    help: "Workers that were killed because users' work did not end",
    value: ({ killed = 0 }) => killed,
  },
];

function watchWork(registry: Registry, read: () => Record<string, QueueFigures & { killed?: number }>): void {
  for (const { name, help, value } of workFigures)
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, figures] of Object.entries(read())) this.set({ pool }, value(figures));
      },
    });
}
