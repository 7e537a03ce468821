import type { PerformancePoint } from '@touchstone/contracts/api-testing';

const columns: [name: string, read: (point: PerformancePoint) => number | null][] = [
  ['second', (point) => point.second],
  ['users_planned', (point) => point.usersPlanned],
  ['users', (point) => point.users],
  ['requests', (point) => point.requests],
  ['requests_per_second', (point) => point.rate],
  ['failed', (point) => point.failed],
  ['checks_failed', (point) => point.checksFailed],
  ['mean_ms', (point) => point.latency?.mean ?? null],
  ['p50_ms', (point) => point.latency?.p50 ?? null],
  ['p90_ms', (point) => point.latency?.p90 ?? null],
  ['p95_ms', (point) => point.latency?.p95 ?? null],
  ['p99_ms', (point) => point.latency?.p99 ?? null],
  ['max_ms', (point) => point.latency?.max ?? null],
  ['bytes_sent', (point) => point.bytesSent],
  ['bytes_received', (point) => point.bytesReceived],
  ['iterations_started', (point) => point.iterations.started],
  ['iterations_completed', (point) => point.iterations.completed],
  ['iterations_late', (point) => point.iterations.late],
  ['generator_cpu', (point) => point.generator.cpu],
  ['generator_loop_delay_ms', (point) => point.generator.eventLoopDelayMs],
];

/** csvOfPoints yields one line per second (RFC 4180); unmeasured values are empty. */
export async function* csvOfPoints(points: AsyncIterable<PerformancePoint>): AsyncGenerator<string> {
  yield `${columns.map(([name]) => name).join(',')}\r\n`;
  for await (const point of points) {
    const values = columns.map(([, read]) => read(point));
    yield `${values.map((value) => (value === null ? '' : Number(value.toFixed(3)))).join(',')}\r\n`;
  }
}
