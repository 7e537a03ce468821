import { executeScenario } from '../core/executors/execute-scenario.ts';
import type { ExecutionEnd, IterationHost, ScenarioExecution } from '../core/executors/execution.ts';
import type { LoadScenario } from '../core/plan.ts';
import { FakeTimer } from './fake-timer.ts';

/** One iteration as the host saw it; `endMs` is missing while it runs. */
export interface RecordedIteration {
  vu: number;
  startMs: number;
  intendedMs: number;
  row: Record<string, string> | undefined;
  endMs?: number;
  interrupted?: boolean;
}

/** ExecutionRecord runs a scenario on a fake clock with iterations of a given length and records what happened. */
export class ExecutionRecord implements IterationHost {
  readonly timer = new FakeTimer();
  readonly iterations: RecordedIteration[] = [];
  readonly idle: number[] = [];
  endedAtMs: number | undefined;
  reason: ExecutionEnd | undefined;
  readonly execution: ScenarioExecution;
  readonly #iterationMs: (vu: number, index: number) => number;
  readonly #running = new Map<number, { record: RecordedIteration; cancel: () => void }>();

  /** Iterations of 0 ms end within `startIteration`. */
  constructor(
    scenario: LoadScenario,
    options: { iterationMs: number | ((vu: number, index: number) => number); startMs?: number; seed?: number },
  ) {
    const { iterationMs, startMs = 0, seed } = options;
    this.#iterationMs = typeof iterationMs === 'number' ? () => iterationMs : iterationMs;
    this.execution = executeScenario(scenario, {
      host: this,
      timer: this.timer,
      startMs,
      ...(seed === undefined ? {} : { seed }),
    });
  }

  startIteration(vu: number, intendedMs: number, iteration: number, row: Record<string, string> | undefined): void {
    if (this.#running.has(vu)) throw new Error(`User ${vu} was started twice at once.`);
    if (iteration !== this.iterations.length) throw new Error(`Iteration ${iteration} came out of order.`);
    if (this.reason !== undefined) throw new Error('An iteration started after the end.');
    const record: RecordedIteration = { vu, startMs: this.timer.nowMs(), intendedMs, row };
    this.iterations.push(record);
    const end = () => {
      record.endMs = this.timer.nowMs();
      this.#running.delete(vu);
      this.execution.iterationEnded(vu, false);
    };
    const lengthMs = this.#iterationMs(vu, iteration);
    if (lengthMs === 0) end();
    else this.#running.set(vu, { record, cancel: this.timer.at(this.timer.nowMs() + lengthMs, end) });
  }

  interruptIteration(vu: number): void {
    const running = this.#running.get(vu);
    if (running === undefined) throw new Error(`User ${vu} was interrupted, but runs nothing.`);
    running.cancel();
    running.record.interrupted = true;
    running.record.endMs = this.timer.nowMs();
    this.#running.delete(vu);
  }

  userIdle(vu: number): void {
    this.idle.push(vu);
  }

  ended(reason: ExecutionEnd): void {
    if (this.reason !== undefined) throw new Error('The end came twice.');
    this.reason = reason;
    this.endedAtMs = this.timer.nowMs();
    if (this.#running.size > 0) throw new Error('Iterations still run at the end.');
  }

  /** Start times of a virtual user. */
  startsOf(vu: number): number[] {
    return this.iterations.filter((iteration) => iteration.vu === vu).map((iteration) => iteration.startMs);
  }

  get completed(): number {
    return this.iterations.filter((iteration) => iteration.endMs !== undefined && !iteration.interrupted).length;
  }

  get interrupted(): number {
    return this.iterations.filter((iteration) => iteration.interrupted).length;
  }
}

/** scenarioOf returns a scenario with an executor; its steps don't matter to executors. */
export function scenarioOf(
  executor: LoadScenario['executor'],
  more: Partial<Omit<LoadScenario, 'executor'>> = {},
): LoadScenario {
  return { name: 'scenario', steps: [], scopes: [], executor, ...more };
}
