import { systemClock } from '@touchstone/kernel';
import { Interpreter } from './interpreter.ts';
import type { RunResult } from './run-event.ts';
import type { RunPlan, RunPorts } from './run-plan.ts';

/** runSteps executes a script and reports every step; it never throws because of the script or the driver. */
export async function runSteps(plan: RunPlan, ports: RunPorts): Promise<RunResult> {
  const clock = ports.clock ?? systemClock;
  const startedAt = clock.monotonicMs();
  const interpreter = new Interpreter(plan, ports, clock);
  const result = await interpreter.run();
  return { ...result, durationMs: clock.monotonicMs() - startedAt };
}
