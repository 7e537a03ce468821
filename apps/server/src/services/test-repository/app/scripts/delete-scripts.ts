import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { baselinesStore } from '../../store/baselines.store.ts';
import { elementPrintsStore } from '../../store/element-prints.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';

/** Which scripts of a module to delete. */
interface Chosen {
  ids: readonly string[];
  /** Whether to delete all scripts except these. */
  allBut: boolean;
}

/**
 * deleteScripts deletes scripts of a module with their baselines and element prints, and runs `also` in the same
 * transaction; returns the deleted scripts.
 */
export async function deleteScripts(
  { database, files }: Pick<Platform, 'database' | 'files'>,
  { id: moduleId, organizationId }: { id: string; organizationId: string },
  chosen: Chosen,
  also: (db: Sql) => Promise<void> = async () => undefined,
): Promise<Pick<ScriptRow, 'id' | 'name'>[]> {
  const { deletedScripts, contents } = await database.transaction(async (db) => {
    const scripts = await scriptsStore.deleteFrom(db, moduleId, chosen);
    const ids = scripts.map(({ id }) => id);
    const pictures = await baselinesStore.deleteOfScripts(db, ids);
    await elementPrintsStore.deleteOf(db, ids);
    await also(db);
    return { deletedScripts: scripts, contents: pictures };
  });
  for (const contentId of contents) await files.delete(organizationId, contentId);
  return deletedScripts;
}
