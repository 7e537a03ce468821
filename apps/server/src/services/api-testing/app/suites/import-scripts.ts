import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { lockSuite } from './open-suites.ts';
import { copyRow } from './stored-script.ts';
import type { SuiteNeeds } from './suites.ts';

/** createImportScripts copies all scripts of one suite to the end of another. */
export function createImportScripts({ platform, access }: SuiteNeeds) {
  const { database } = platform;
  return async function importScripts(actor: Actor, fromSuiteId: string, toSuiteId: string): Promise<string[]> {
    const [from, to] = await access.openSuites(actor, [fromSuiteId, toSuiteId], 'edit');
    if (!from || !to) throw new AppError(apiTestingErrors.suiteNotFound);
    return database.transaction(async (sql) => {
      await lockSuite(sql, to.id);
      const scripts = await scriptsStore.listOfSuite(sql, from.id);
      const first = await scriptsStore.nextPosition(sql, to.id);
      const rows = scripts.map((row, index) =>
        copyRow(platform.secrets, row, { suiteId: to.id, projectId: to.projectId, position: first + index }),
      );
      await scriptsStore.insert(sql, rows);
      await suitesStore.recount(sql, [to.id]);
      return rows.map((row) => row.id);
    });
  };
}
