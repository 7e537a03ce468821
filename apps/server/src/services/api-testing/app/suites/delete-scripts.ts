import type { Actor } from '../../../workspaces/index.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { ScriptNeeds } from './scripts.ts';

/** createDeleteScripts deletes scripts, of any suites. */
export function createDeleteScripts({ platform, access }: ScriptNeeds) {
  const { database } = platform;
  return async function deleteScripts(actor: Actor, scriptIds: string[]): Promise<void> {
    const rows = await access.openScripts(actor, scriptIds, 'edit');
    const suiteIds = [...new Set(rows.map((row) => row.suiteId))].sort();
    await database.transaction(async (sql) => {
      for (const suiteId of suiteIds) await suitesStore.lock(sql, suiteId);
      await scriptsStore.delete(sql, scriptIds);
      await suitesStore.recount(sql, suiteIds);
    });
    await platform.audit(actor, {
      action: 'script.deleted',
      target: scriptIds.slice(0, 20).join(','),
      detail: { count: scriptIds.length },
    });
  };
}
