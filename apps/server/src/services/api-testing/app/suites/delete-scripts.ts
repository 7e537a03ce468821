import type { Actor } from '../../../workspaces/index.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { createKeepDeleted } from '../trash/keep-deleted.ts';
import type { ScriptNeeds } from './scripts.ts';

/** createDeleteScripts deletes scripts of any suites. They can be restored together by `trashId`. */
export function createDeleteScripts({ platform, access }: ScriptNeeds) {
  const { database } = platform;
  const keep = createKeepDeleted(platform);
  return async function deleteScripts(actor: Actor, scriptIds: string[], trashId?: string): Promise<void> {
    const opened = await access.openScripts(actor, scriptIds, 'edit');
    const suiteIds = [...new Set(opened.map((row) => row.suiteId))];
    await database.transaction(async (sql) => {
      await suitesStore.lockAll(sql, suiteIds);
      const rows = await scriptsStore.take(sql, scriptIds);
      const suites = await suitesStore.findMany(sql, actor.organizationId, suiteIds);
      await keep.scripts(sql, actor, { rows, suites, trashId });
      await suitesStore.recount(sql, suiteIds);
    });
    await platform.audit(actor, {
      action: 'script.deleted',
      target: scriptIds.slice(0, 20).join(','),
      detail: { count: scriptIds.length },
    });
  };
}
