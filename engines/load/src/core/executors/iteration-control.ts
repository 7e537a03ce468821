import { type DataRows, dataRows } from '../data-rows.ts';
import type { LoadTimer } from '../load-timer.ts';
import type { IterationCounts } from '../metrics/frame.ts';
import type { LoadScenario } from '../plan.ts';
import type { ExecutionEnd, IterationHost } from './execution.ts';

/** Default of `gracefulStopMs` and `gracefulRampDownMs`. */
export const defaultGraceMs = 30_000;

/** An iteration that starts later than this after its instant counts as late, in milliseconds. */
const lateAfterMs = 10;

/** The executor's part, besides counting. */
export interface IterationRules {
  /** A virtual user has ended its iteration and is free; not called any more once the scenario is closing. */
  freed(vu: number): void;
  /** Nothing will start any more. */
  closing(): void;
  /** Nothing is running any more either. */
  over(): void;
}

/**
 * IterationControl starts, ends and interrupts the iterations of one scenario, counts them, and ends the scenario. The
 * executors only decide when which virtual user may start.
 */
export class IterationControl {
  readonly counts: IterationCounts = { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
  lateByGenerator = 0;
  readonly running = new Set<number>();
  readonly #scenario: LoadScenario;
  readonly #host: IterationHost;
  readonly #timer: LoadTimer;
  readonly #rows: DataRows;
  readonly #freed: number[] = [];
  #rules: IterationRules | undefined;
  #freeing = false;
  #end: ExecutionEnd | undefined;
  #over = false;
  #cancelGrace: (() => void) | undefined;

  constructor(scenario: LoadScenario, host: IterationHost, timer: LoadTimer, seed: number) {
    this.#scenario = scenario;
    this.#host = host;
    this.#timer = timer;
    this.#rows = dataRows(scenario, seed);
  }

  /** Must be called before anything starts. */
  use(rules: IterationRules): void {
    this.#rules = rules;
  }

  get isClosing(): boolean {
    return this.#end !== undefined;
  }

  /**
   * Starts an iteration, or closes the scenario if the rows are used up. `blamed`: lateness is the generator's fault.
   */
  begin(vu: number, instants: { intendedMs: number; dueMs: number; nowMs: number }, blamed: boolean): void {
    const { intendedMs, dueMs, nowMs } = instants;
    const next = this.#rows.next(this.counts.started);
    if (next === 'usedUp') {
      this.close('rowsUsedUp');
      return;
    }
    const iteration = this.counts.started;
    this.counts.started += 1;
    if (nowMs - dueMs > lateAfterMs) {
      this.counts.late += 1;
      if (blamed) this.lateByGenerator += 1;
    }
    this.running.add(vu);
    this.#host.startIteration(vu, intendedMs, iteration, next.row);
  }

  ended(vu: number, failed: boolean): void {
    if (!this.running.delete(vu)) return;
    this.counts.completed += 1;
    if (failed) this.counts.failed += 1;
    this.#freed.push(vu);
    this.#free();
  }

  interrupt(vu: number): void {
    if (!this.running.delete(vu)) return;
    this.counts.interrupted += 1;
    this.#host.interruptIteration(vu);
    this.#finishIfDone();
  }

  idle(vu: number): void {
    this.#host.userIdle?.(vu);
  }

  /**
   * Starts nothing more; running iterations get the graceful stop, or none. The first reason stays, a later abort still
   * interrupts.
   */
  close(reason: ExecutionEnd, graceMs = this.#scenario.gracefulStopMs ?? defaultGraceMs): void {
    if (this.#over) return;
    if (this.#end === undefined) {
      this.#end = reason;
      this.#rules?.closing();
    } else if (reason !== 'aborted') return;
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    if (graceMs <= 0 || reason === 'aborted') this.#interruptAll();
    else if (this.running.size > 0) {
      const deadline = this.#timer.nowMs() + graceMs;
      this.#cancelGrace = this.#timer.at(deadline, () => this.#interruptAll());
    }
    this.#finishIfDone();
  }

  #interruptAll(): void {
    for (const vu of [...this.running]) this.interrupt(vu);
  }

  /** A host may end an iteration within `startIteration`; a queue instead of recursion keeps the stack flat. */
  #free(): void {
    if (this.#freeing) return;
    this.#freeing = true;
    for (let vu = this.#freed.shift(); vu !== undefined; vu = this.#freed.shift()) {
      if (!this.isClosing) this.#rules?.freed(vu);
    }
    this.#freeing = false;
    this.#finishIfDone();
  }

  #finishIfDone(): void {
    if (this.#over || this.#end === undefined || this.running.size > 0) return;
    this.#over = true;
    this.#cancelGrace?.();
    this.#rules?.over();
    this.#host.ended(this.#end);
  }
}
