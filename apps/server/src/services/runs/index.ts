import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import { createRuns, type Runs } from './app/runs.ts';
import type { RunKind } from './domain/run-kind.ts';
import { runErrors } from './errors.ts';
import { Runner } from './jobs/runner.ts';

export type { Metrics, Runs, StartRunInput } from './app/runs.ts';
export { type FinishedStep, isFinal, type PlannedStep, type Run, type StoredStep } from './domain/run.ts';
export type { OpenStep, RunContext, RunEnd, RunKind, RunProgress, Transaction } from './domain/run-kind.ts';
export { runErrors } from './errors.ts';
export { Runner } from './jobs/runner.ts';
export type { RecentRun } from './store/metrics.store.ts';

/** createRunsService gives the one queue and event stream of all kinds of runs. Kinds are registered before the runner starts. */
export async function createRunsService(
  platform: Platform,
): Promise<{ service: Service; runs: Runs; register(kind: RunKind): void; createRunner(): Runner }> {
  const kinds = new Map<string, RunKind>();
  const runs = await createRuns(platform, kinds);
  return {
    service: { name: 'runs', errors: runErrors },
    runs,
    register: (kind) => kinds.set(kind.kind, kind),
    createRunner: () => new Runner(platform, kinds),
  };
}
