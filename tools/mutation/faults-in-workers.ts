import { syncBuiltinESMExports } from 'node:module';
import workers, { type WorkerOptions } from 'node:worker_threads';
import { afterAll, inject } from 'vitest';

const given = inject as unknown as (key: string) => string | undefined;
const fault = given('mode') === 'mutant' ? given('activeMutant') : undefined;
const sandboxes = new URL('./faults-in-sandboxes.ts', import.meta.url).href;

const { Worker } = workers;
/** A worker that is told the active fault, because it can't see what is activated in the tests' thread. */
class TriedWorker extends Worker {
  constructor(place: string | URL, options: WorkerOptions = {}) {
    super(place, {
      ...options,
      env: { ...(options.env as NodeJS.ProcessEnv), __STRYKER_ACTIVE_MUTANT__: fault },
      execArgv: [...(options.execArgv ?? []), '--import', sandboxes],
    });
  }
}

if (fault !== undefined) {
  workers.Worker = TriedWorker;
  syncBuiltinESMExports();
}
afterAll(() => {
  workers.Worker = Worker;
  syncBuiltinESMExports();
  // The coverage of this thread isn't all that a test covers.
  delete (globalThis as { __stryker__?: { mutantCoverage?: unknown } }).__stryker__?.mutantCoverage;
});
