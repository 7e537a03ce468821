import { outageOf } from '../../../platform/database/outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DoneCheck, RecordResults } from '../app/checks/record-results.ts';
import { plainOutcome } from '../domain/to-check.ts';

/** SQLSTATEs of what passes by itself: rows that others hold, and transactions that got in each other's way. */
const passing = new Set(['40001', '40P01', '55P03', '57014']);

function isPassing(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (passing.has((current as NodeJS.ErrnoException).code ?? '')) return true;
  return false;
}

/**
 * createStoreChecks stores what checks found, each once: `onStored` is told of those that are done with. A batch that cannot be stored is cut in
 * halves until what is wrong stands alone, so that it holds up no other. What can never be stored is replaced by a result that says so, and
 * left out where even that fails; what only waits for others stays. Rejects while the database is away.
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
/** StoreChecks stores what checks found. */
export type StoreChecks = ReturnType<typeof createStoreChecks>;
