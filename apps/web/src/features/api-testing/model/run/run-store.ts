import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { finalRunStatuses, type RunCounts, type RunEvent, type RunStatus } from '@touchstone/contracts/runs';
import { countsOf } from './execution-status.ts';

export interface RunView {
  status: RunStatus;
  executionStatus: string;
  message: string | null;
  counts: RunCounts;
  durationMs: number;
  /** By plan index; a hole is a step that isn't loaded yet. */
  steps: readonly (StepSummary | undefined)[];
  loaded: number;
  completed: boolean;
}

const rank = (status: RunStatus) => (status === 'queued' ? 0 : status === 'running' ? 1 : 2);
const finished = (counts: RunCounts) => counts.total - counts.queued - counts.running;

/**
 * RunStore merges pages of steps with events. Both may arrive in any order and repeatedly (a reload reads the state and
 * then the events from the first), so a step only ever advances: queued, running, final.
 */
export class RunStore {
  #view: RunView;
  #steps: (StepSummary | undefined)[] = [];
  #loaded = 0;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #redrawMs: number;
  #lastDrawMs = Number.NEGATIVE_INFINITY;
  #next: RunView;

  /** `redrawMs` is the minimum time between two notifications of the listeners. */
  constructor(run: ExecutionSummary, options: { redrawMs?: number } = {}) {
    this.#redrawMs = options.redrawMs ?? 250;
    const { status, executionStatus, message, durationMs } = run;
    this.#view = {
      status,
      executionStatus,
      message,
      durationMs,
      counts: countsOf(run),
      steps: [],
      loaded: 0,
      completed: finalRunStatuses.includes(status),
    };
    this.#next = this.#view;
  }

  getView = (): RunView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether a known step is still waiting or running. */
  hasOpenSteps(): boolean {
    return this.#steps.some((step) => step && rank(step.status) < 2);
  }

  addSteps(steps: readonly StepSummary[]): void {
    for (const step of steps) {
      const before = this.#steps[step.index];
      if (!before) this.#loaded += 1;
      else if (step.attempt < before.attempt) continue;
      else if (step.attempt === before.attempt && rank(step.status) < rank(before.status)) continue;
      this.#steps[step.index] = step;
    }
    this.#changed({});
  }

  apply(event: RunEvent): void {
    const { counts, durationMs } = event;
    const patch: Partial<RunView> = {};
    if (finished(counts) >= finished(this.#next.counts) && !this.#next.completed)
      Object.assign(patch, { counts, durationMs: Math.max(durationMs, this.#next.durationMs) });
    if (event.type === 'steps') this.addSteps(event.steps as StepSummary[]);
    else if (!this.#next.completed && rank(event.status) >= rank(this.#next.status)) {
      Object.assign(patch, { status: event.status, executionStatus: event.executionStatus, message: event.message });
      if (event.type === 'COMPLETED') patch.completed = true;
    }
    this.#changed(patch);
  }

  /** Notifies the listeners of pending changes immediately. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastDrawMs = performance.now();
    this.#view = { ...this.#next, steps: this.#steps.slice(), loaded: this.#loaded };
    this.#next = this.#view;
    for (const listener of this.#listeners) listener();
  }

  #changed(patch: Partial<RunView>): void {
    this.#next = { ...this.#next, ...patch };
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#lastDrawMs + this.#redrawMs - performance.now());
    this.#timer = setTimeout(() => this.flush(), waitMs);
  }
}
