import type { RunEvent } from '@touchstone/contracts/runs';
import type { Database } from '../../../platform/database/pool.ts';
import type { Waiters } from '../../../platform/database/waiters.ts';
import { runsStore } from '../store/runs.store.ts';

/** The longest delay of an event whose notification is lost. */
const pollIntervalMs = 2000;
const pageSize = 200;

/** readRunEvents yields the stored events after `after` and then new ones, until the run's last event or the signal. */
export async function* readRunEvents(options: {
  database: Database;
  waiters: Waiters;
  runId: string;
  after: number;
  signal: AbortSignal;
}): AsyncGenerator<RunEvent> {
  const { database, waiters, runId, signal } = options;
  let { after } = options;
  for await (const _ of waiters.wakeUps([runId], { signal, everyMs: pollIntervalMs })) {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const events = await runsStore.listEvents(database.sql, runId, after, pageSize);
      for (const event of events) {
        yield event.data as RunEvent;
        after = event.seq;
        if (event.type === 'COMPLETED') return;
      }
      // Ends readers that have seen the last event, or whose run was deleted; they would wait forever.
      if (!events.length && (await hasEnded(database, runId, after))) return;
      isMore = events.length === pageSize;
    }
  }
}

/** Reads the state first, so that events stored together with the end are found by the second query. */
async function hasEnded(database: Database, runId: string, after: number): Promise<boolean> {
  if (await runsStore.isOpen(database.sql, runId)) return false;
  return (await runsStore.listEvents(database.sql, runId, after, 1)).length === 0;
}
