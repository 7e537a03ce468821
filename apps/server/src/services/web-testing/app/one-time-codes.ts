import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type RunsDoor } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { webTestingErrors } from '../errors.ts';
import { oneTimeCodesStore } from '../store/one-time-codes.store.ts';

const placeOf = (runId: string) => `web_testing.one_time_code.value:${runId}`;

/** createOneTimeCodes passes codes from users to the runs that wait for them; each is taken once. */
export function createOneTimeCodes({ platform, runs, kind }: { platform: Platform; runs: RunsDoor; kind: string }) {
  const { database, secrets } = platform;
  return {
    async give(caller: Actor, runId: string, code: string): Promise<void> {
      const run = await runs.open(caller, runId, 'edit');
      if (run.kind !== kind) throw new AppError(webTestingErrors.notOfWebTesting);
      if (isFinal(run.status)) throw new AppError(webTestingErrors.runEnded);
      const { organizationId } = caller;
      await database.transaction(async (sql, client) => {
        await oneTimeCodesStore.put(sql, { runId, organizationId, value: secrets.seal(code, placeOf(runId)) });
        await runs.wake(client, [runId]);
      });
      await platform.audit(caller, { action: 'run.code-given', target: runId });
    },
    /** The code given to a run; undefined if there is none yet. */
    async take(runId: string): Promise<string | undefined> {
      const sealed = await oneTimeCodesStore.take(database.sql, runId);
      return sealed === undefined ? undefined : secrets.open(sealed, placeOf(runId));
    },
    forget: (runIds: readonly string[]): Promise<void> => oneTimeCodesStore.delete(database.sql, runIds),
  };
}
/** OneTimeCodes passes codes from users to the runs that wait for them. */
export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;
