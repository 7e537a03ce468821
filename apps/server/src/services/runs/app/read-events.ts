import type { RunEvent } from '@touchstone/contracts';
import type { Bell } from '../../../platform/database/bell.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { runsStore } from '../store/runs.store.ts';

/** A lost notification delays an event by this much at the most. */
const lookAgainMs = 2000;
const pageSize = 200;

/** RunWaiters wakes the readers of a run when its bell rings: one listener for all readers of a process. */
export class RunWaiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  static async start(bell: Bell): Promise<RunWaiters> {
    const waiters = new RunWaiters();
    await bell.listen('runs_event', (runId) => waiters.#wake(runId));
    bell.onReconnect(() => {
      for (const runId of waiters.#waiting.keys()) waiters.#wake(runId);
    });
    return waiters;
  }

  #wake(runId: string): void {
    for (const wake of this.#waiting.get(runId) ?? []) wake();
  }

  /** Registers `wake` until the returned function is called. */
  add(runId: string, wake: () => void): () => void {
    const set = this.#waiting.get(runId) ?? new Set();
    this.#waiting.set(runId, set.add(wake));
    return () => {
      set.delete(wake);
      if (!set.size) this.#waiting.delete(runId);
    };
  }
}

/** readRunEvents yields the stored events after `after`, then those to come, until the run's last event or the signal. */
export async function* readRunEvents(options: {
  database: Database;
  waiters: RunWaiters;
  runId: string;
  after: number;
  signal: AbortSignal;
}): AsyncGenerator<RunEvent> {
  const { database, waiters, runId, signal } = options;
  let { after } = options;
  let rung = false;
  let wake: () => void = () => undefined;
  const remove = waiters.add(runId, () => {
    rung = true;
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      rung = false;
      const events = await runsStore.listEvents(database.sql, runId, after, pageSize);
      for (const event of events) {
        yield event.data as RunEvent;
        after = event.seq;
        if (event.type === 'COMPLETED') return;
      }
      if (events.length === pageSize || rung || signal.aborted) continue;
      // A reader that has seen the last event, or whose run was deleted, would wait for ever.
      if (!events.length && (await hasEnded(database, runId, after))) return;
      if (rung || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookAgainMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    remove();
    signal.removeEventListener('abort', onAbort);
  }
}

/** The state is read first: events that came with the end are seen by the second look. */
async function hasEnded(database: Database, runId: string, after: number): Promise<boolean> {
  if (await runsStore.isOpen(database.sql, runId)) return false;
  return (await runsStore.listEvents(database.sql, runId, after, 1)).length === 0;
}
