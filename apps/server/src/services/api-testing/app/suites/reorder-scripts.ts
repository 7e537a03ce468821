import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { lockSuite } from './open-suites.ts';
import type { ScriptNeeds } from './scripts.ts';

/** createReorderScripts moves the given scripts of a suite to its start, in the given order. */
export function createReorderScripts({ platform, access }: ScriptNeeds) {
  const { database } = platform;
  return async function reorderScripts(actor: Actor, suiteId: string, scriptIds: string[]): Promise<void> {
    await access.openSuites(actor, [suiteId], 'edit');
    await database.transaction(async (sql) => {
      await lockSuite(sql, suiteId);
      const present = await scriptsStore.listOfSuite(sql, suiteId);
      const asked = new Set(scriptIds);
      const own = new Set(present.map(({ id }) => id));
      if (scriptIds.some((id) => !own.has(id))) throw new AppError(apiTestingErrors.scriptNotFound);
      const rest = present.filter((row) => !asked.has(row.id)).map((row) => row.id);
      await scriptsStore.reorder(sql, suiteId, [...asked, ...rest]);
    });
  };
}
