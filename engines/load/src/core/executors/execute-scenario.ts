import type { LoadTimer } from '../load-timer.ts';
import type { LoadScenario } from '../plan.ts';
import { plannedUsersAt } from '../planned-users.ts';
import { arrivalRate } from './arrival-rate.ts';
import { constantVus } from './constant-vus.ts';
import type { IterationHost, ScenarioExecution } from './execution.ts';
import type { Executor, ExecutorContext } from './executor.ts';
import { IterationControl } from './iteration-control.ts';
import { perVuIterations } from './per-vu-iterations.ts';
import { rampingVus } from './ramping-vus.ts';
import { sharedIterations } from './shared-iterations.ts';

/** ExecutionOptions: `startMs` is the start of the run by the timer's clock; the scenario's own offset is added. */
export interface ExecutionOptions {
  host: IterationHost;
  timer: LoadTimer;
  startMs: number;
  seed?: number;
}

/**
 * executeScenario runs a scenario (or its slice) on a host: it decides when each virtual user starts and when the
 * scenario ends.
 */
export function executeScenario(scenario: LoadScenario, options: ExecutionOptions): ScenarioExecution {
  const { host, timer, startMs: runStartMs, seed = 1 } = options;
  const beginMs = runStartMs + (scenario.startMs ?? 0);
  const control = new IterationControl(scenario, host, timer, seed);
  const executor = executorOf({ scenario, control, timer, beginMs, seed });
  const cancelStart = timer.at(beginMs, () => executor.start());

  const close = (reason: 'stopped' | 'aborted') => {
    cancelStart();
    control.close(reason);
  };
  return {
    scenario,
    iterationEnded: (vu, failed) => control.ended(vu, failed),
    stop: () => close('stopped'),
    abort: () => close('aborted'),
    plannedUsers: () => (control.isClosing ? 0 : plannedUsersAt(scenario, timer.nowMs() - runStartMs)),
    activeUsers: () => executor.activeUsers(),
    counts: () => control.counts,
    waiting: () => executor.waiting?.() ?? 0,
    lateByGenerator: () => control.lateByGenerator,
  };
}

function executorOf(context: ExecutorContext): Executor {
  const { executor } = context.scenario;
  switch (executor.type) {
    case 'constant-vus':
      return constantVus(context, executor);
    case 'ramping-vus':
      return rampingVus(context, executor);
    case 'shared-iterations':
      return sharedIterations(context, executor);
    case 'per-vu-iterations':
      return perVuIterations(context, executor);
    case 'constant-arrival-rate':
    case 'ramping-arrival-rate':
      return arrivalRate(context, executor);
  }
}
