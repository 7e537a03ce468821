import { syncBuiltinESMExports } from 'node:module';
import workers, { type WorkerOptions } from 'node:worker_threads';
import { afterAll, inject } from 'vitest';

const given = inject as unknown as (key: string) => string | undefined;
const fault = given('mode') === 'mutant' ? given('activeMutant') : undefined;
const sandboxes = new URL('./faults-in-sandboxes.ts', import.meta.url).href;

const { Worker } = workers;
/** A worker that is told of the fault that is tried, as it sees nothing of what is switched on in the thread of the tests. */
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
  // What this thread came by is not all that a test comes by.
  delete (globalThis as { __stryker__?: { mutantCoverage?: unknown } }).__stryker__?.mutantCoverage;
});
