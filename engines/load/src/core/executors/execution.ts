import type { IterationCounts } from '../metrics/frame.ts';
import type { LoadScenario } from '../plan.ts';

/**
 * IterationHost runs the iterations that an executor starts. Users are numbered from 0 within the slice; a number stands for the same
 * virtual user during the whole scenario, so connections and cookies may be kept by it.
 */
export interface IterationHost {
  /**
   * Begins an iteration. The host calls `iterationEnded(vu)` once when it is done, also within this call.
   * `intendedMs` is when it should have begun (equal to now in closed models); `iteration` counts the slice's iterations from 0.
   */
  startIteration(vu: number, intendedMs: number, iteration: number, row: Record<string, string> | undefined): void;
  /** Cuts the running iteration off; the host does not call `iterationEnded` for it. */
  interruptIteration(vu: number): void;
  /** The user does nothing until it is started again, if ever; its connections may be closed. */
  userIdle?(vu: number): void;
  /** The scenario is over: nothing runs and nothing will start. Called once. */
  ended(reason: ExecutionEnd): void;
}

/** Why a scenario ended. */
export type ExecutionEnd = 'finished' | 'stopped' | 'aborted' | 'rowsUsedUp';

/** ScenarioExecution is a scenario (or its slice) being run. */
export interface ScenarioExecution {
  readonly scenario: LoadScenario;
  /** Called by the host for each iteration that came to its end by itself. `failed`: at least one request of it failed. */
  iterationEnded(vu: number, failed: boolean): void;
  /** Starts nothing more; what runs may go on for `gracefulStopMs`. */
  stop(): void;
  /** Starts nothing more and cuts off what runs. */
  abort(): void;
  /** Users that the plan wants now. */
  plannedUsers(): number;
  /** Users that are there now, running, thinking or waiting for an arrival. */
  activeUsers(): number;
  /** Counts since the start; they never fall. Arrivals that wait for a free user are not yet among them. */
  counts(): Readonly<IterationCounts>;
  /** Arrivals that are due and wait for a free user. */
  waiting(): number;
  /** Started iterations that were late although a user was free, since the start. */
  lateByGenerator(): number;
}
