import type { IterationCounts } from '../metrics/frame.ts';
import type { LoadScenario } from '../plan.ts';

/**
 * IterationHost runs the iterations that an executor starts. Users are numbered from 0 within the slice; a number
 * identifies the same virtual user during the whole scenario, so it can be used to keep connections and cookies.
 */
export interface IterationHost {
  /**
   * Starts an iteration. The host calls `iterationEnded(vu)` once when it has ended, possibly within this call.
   * `intendedMs` is when it should have started (now, in closed models); `iteration` counts the slice's iterations from
   * 0.
   */
  startIteration(vu: number, intendedMs: number, iteration: number, row: Record<string, string> | undefined): void;
  /** Interrupts the running iteration; the host doesn't call `iterationEnded` for it. */
  interruptIteration(vu: number): void;
  /** The user is idle until it is started again, if ever; its connections may be closed. */
  userIdle?(vu: number): void;
  /** The scenario has ended: nothing runs and nothing will start. Called once. */
  ended(reason: ExecutionEnd): void;
}

/** Why a scenario ended. */
export type ExecutionEnd = 'finished' | 'stopped' | 'aborted' | 'rowsUsedUp';

/** ScenarioExecution is a running scenario (or its slice). */
export interface ScenarioExecution {
  readonly scenario: LoadScenario;
  /** Called by the host for each iteration that ended on its own. `failed`: at least one of its requests failed. */
  iterationEnded(vu: number, failed: boolean): void;
  /** Starts nothing more; running iterations may continue for `gracefulStopMs`. */
  stop(): void;
  /** Starts nothing more and interrupts running iterations. */
  abort(): void;
  /** Users currently planned. */
  plannedUsers(): number;
  /** Users currently present: running, thinking or waiting for an arrival. */
  activeUsers(): number;
  /** Counts since the start; they never decrease. Arrivals that wait for a free user are not yet included. */
  counts(): Readonly<IterationCounts>;
  /** Due arrivals that wait for a free user. */
  waiting(): number;
  /** Started iterations that were late although a user was free, since the start. */
  lateByGenerator(): number;
}
