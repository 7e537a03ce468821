import type {
  PerformanceEvent,
  PerformancePoint,
  PerformanceReport,
  PerformanceRun,
  PerformanceTotals,
} from '@touchstone/contracts/api-testing';
import { RunSeries } from './run-series.ts';

/** RunView is what the page shows of a run besides its charts. */
export interface RunView {
  run: PerformanceRun;
  totals: PerformanceTotals | null;
  /** The latest second. */
  latest: PerformancePoint | undefined;
}

/**
 * PerformanceRunStore collects the points and states of a run; charts read `series`, the rest of the page the view,
 * which changes at most twice a second.
 */
export class PerformanceRunStore {
  readonly series = new RunSeries();
  readonly #listeners = new Set<() => void>();
  readonly #later: (work: () => void) => void;
  #view: RunView;
  #next: RunView;
  #isPlanned = false;
  #nextSecond: number;

  /** `later` runs work once, after half a second. */
  constructor(report: PerformanceReport, later: (work: () => void) => void = (work) => setTimeout(work, 500)) {
    this.#later = later;
    this.#view = { run: report.run, totals: report.totals, latest: report.points.at(-1) };
    this.#next = this.#view;
    for (const point of report.points) this.#draw(point);
    this.#nextSecond = report.lastSecond + 1;
  }

  /** The first missing second, from which the event stream continues. */
  get nextSecond(): number {
    return this.#nextSecond;
  }

  getView = (): RunView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  apply(event: PerformanceEvent): void {
    if (event.type === 'point') {
      this.#draw(event.point);
      this.#nextSecond = Math.max(this.#nextSecond, event.point.second + event.point.seconds);
      this.#next = { ...this.#next, latest: event.point };
    } else if (event.type === 'totals') this.#next = { ...this.#next, totals: event.totals };
    else this.#next = { ...this.#next, run: event.run };
    if (event.type === 'COMPLETED') this.#show();
    else if (!this.#isPlanned) {
      this.#isPlanned = true;
      this.#later(() => this.#show());
    }
  }

  #show(): void {
    this.#isPlanned = false;
    if (this.#view === this.#next) return;
    this.#view = this.#next;
    for (const listener of this.#listeners) listener();
  }

  #draw(point: PerformancePoint): void {
    const { latency, generator, seconds } = point;
    this.series.push({
      second: point.second,
      usersPlanned: point.usersPlanned,
      users: point.users,
      requests: point.rate,
      p50: latency?.p50 ?? null,
      p95: latency?.p95 ?? null,
      p99: latency?.p99 ?? null,
      failed: point.failed / seconds,
      late: point.iterations.late / seconds,
      cpu: generator.cpu,
      loopDelayMs: generator.eventLoopDelayMs,
    });
  }
}
