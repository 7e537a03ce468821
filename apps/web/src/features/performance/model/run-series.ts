import { LoadSeries } from './load-series.ts';

/** SecondOfRun is what the charts show of a second; null if nothing was measured. Times in milliseconds. */
export interface SecondOfRun {
  second: number;
  usersPlanned: number;
  users: number;
  requests: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  failed: number;
  late: number;
  cpu: number | null;
  loopDelayMs: number | null;
}

/** RunSeries contains the points of all charts of a run. */
export class RunSeries {
  readonly users = new LoadSeries(['last', 'last', 'mean']);
  readonly latency = new LoadSeries(['max', 'max', 'max']);
  readonly failures = new LoadSeries(['mean', 'mean']);
  readonly generator = new LoadSeries(['max', 'max']);

  push(point: SecondOfRun): void {
    const { second } = point;
    this.users.push(second, [point.usersPlanned, point.users, point.requests]);
    this.latency.push(second, [point.p50, point.p95, point.p99]);
    this.failures.push(second, [point.failed, point.late]);
    this.generator.push(second, [point.cpu, point.loopDelayMs]);
  }
}
