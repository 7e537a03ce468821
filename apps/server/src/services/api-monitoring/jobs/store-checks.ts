import { outageOf } from '../../../platform/database/outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DoneCheck, RecordResults } from '../app/checks/record-results.ts';
import { plainOutcome } from '../domain/to-check.ts';

/** SQLSTATEs of transient errors: locked rows, and transactions that conflicted. */
const passing = new Set(['40001', '40P01', '55P03', '57014']);

function isPassing(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (passing.has((current as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

/**
 * createStoreChecks stores outcomes of checks, each once; calls `onStored` with those that are done. A batch that can't
 * be stored is halved until the faulty item is isolated, so it delays no other. An item that can never be stored is
 * replaced by a result that says so, and dropped if even that fails; one that only waits for locks stays. Rejects while
 * the database is away.
 */
export function createStoreChecks({
  platform: { database, log },
  record,
}: {
  platform: Pick<Platform, 'database' | 'log'>;
  record: RecordResults;
}) {
  const write = (batch: readonly DoneCheck[]) => database.transaction((sql) => record(sql, batch));

  const replace = async (done: DoneCheck, error: unknown): Promise<void> => {
    log.error({ err: error, monitor: done.monitor.id }, 'what a check found could not be stored');
    const outcome = plainOutcome('UNKNOWN', 'INTERNAL', 'What the check found could not be stored.');
    try {
      await write([{ ...done, outcome }]);
    } catch (again) {
      if (outageOf(again)) throw again;
    }
  };

  return async function store(
    batch: readonly DoneCheck[],
    onStored: (stored: readonly DoneCheck[]) => void,
  ): Promise<void> {
    try {
      await write(batch);
    } catch (error) {
      const waits = isPassing(error);
      if (!waits && outageOf(error)) throw error;
      const middle = Math.ceil(batch.length / 2);
      if (batch.length > 1) {
        await store(batch.slice(0, middle), onStored);
        await store(batch.slice(middle), onStored);
        return;
      }
      if (waits) return;
      await replace(batch[0] as DoneCheck, error);
    }
    onStored(batch);
  };
}
/** StoreChecks stores outcomes of checks. */
export type StoreChecks = ReturnType<typeof createStoreChecks>;
