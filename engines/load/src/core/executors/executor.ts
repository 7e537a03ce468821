import type { LoadTimer } from '../load-timer.ts';
import type { LoadScenario } from '../plan.ts';
import { durationOf } from '../planned-users.ts';
import type { IterationControl } from './iteration-control.ts';

/** Context of an executor; `beginMs` is the start of the scenario by the timer's clock. */
export interface ExecutorContext {
  scenario: LoadScenario;
  control: IterationControl;
  timer: LoadTimer;
  beginMs: number;
  seed: number;
}

/** Executor runs one workload model. */
export interface Executor {
  start(): void;
  activeUsers(): number;
  waiting?(): number;
}

/** closeAtEnd closes the scenario when its planned time is up; returns a function that cancels this. */
export function closeAtEnd({ scenario, control, timer, beginMs }: ExecutorContext): () => void {
  return timer.at(beginMs + durationOf(scenario.executor), () => control.close('finished'));
}
