import type { LoadTimer } from '../load-timer.ts';
import type { LoadScenario } from '../plan.ts';
import { durationOf } from '../planned-users.ts';
import type { IterationControl } from './iteration-control.ts';

/** What every executor works with; `beginMs` is the start of the scenario by the timer's clock. */
export interface ExecutorContext {
  scenario: LoadScenario;
  control: IterationControl;
  timer: LoadTimer;
  beginMs: number;
  seed: number;
}

/** Executor is one workload model in action. */
export interface Executor {
  start(): void;
  activeUsers(): number;
  waiting?(): number;
}

/** closeAtEnd closes the scenario when its planned time is over; gives what cancels that. */
export function closeAtEnd({ scenario, control, timer, beginMs }: ExecutorContext): () => void {
  return timer.at(beginMs + durationOf(scenario.executor), () => control.close('finished'));
}
