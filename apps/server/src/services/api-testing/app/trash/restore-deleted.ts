import type { RestoredItem } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import { type Actor, freeName, type SuiteVariables, type Workspaces } from '../../../workspaces/index.ts';
import { withFolders } from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ImportSourceRow, importSourcesStore } from '../../store/import-sources.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { sourceWatchesStore } from '../../store/source-watches.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { type DeletedRow, rowOf, trashStore } from '../../store/trash.store.ts';
import { assertWatchRoom } from '../imports/watch-room.ts';
import { suiteNameTaken } from '../suites/write-suites.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  suiteVariables: SuiteVariables;
  testsRestored: SchedulerDoor['testsRestored'];
}

/** The suite into which an item's scripts are restored. */
type Home = Pick<SuiteRow, 'id' | 'name'> & { isNew: boolean };

const createdAgain = (name: string): AppError => new AppError(apiTestingErrors.createdAgain, { params: { name } });

/** Restores a suite under its own id, without its scripts; if its name has been taken, a number is appended. */
async function restoreSuite(
  sql: Sql,
  item: DeletedRow,
  { suiteVariables, testsRestored, platform }: Needs,
): Promise<Home> {
  const { suite, variables = [], sources = [], watches = [] } = item.content;
  if (!suite) throw new AppError(apiTestingErrors.nothingDeleted);
  if ((await suitesStore.taken(sql, [suite.id])).length > 0) throw createdAgain(item.name);
  const name = freeName(suite.name, await suitesStore.namesLike(sql, item.projectId, suite.name));
  await suitesStore.insert(sql, { ...rowOf<SuiteRow>(suite), name });
  await suiteVariables.restore(sql, variables);
  for (const source of sources) await importSourcesStore.insert(sql, rowOf<ImportSourceRow>(source));
  const { organizationId, projectId } = item;
  const nextCheckAt = platform.clock.now();
  if (watches.length > 0) await assertWatchRoom(sql, projectId, watches.length);
  for (const watch of watches) await sourceWatchesStore.save(sql, { ...watch, organizationId, projectId, nextCheckAt });
  await testsRestored(sql, organizationId, [suite.id]);
  return { id: suite.id, name, isNew: false };
}

/** The suite an item was in. If it no longer exists: a new suite of that name, shared by all items of the old one. */
async function homeOf(sql: Sql, item: DeletedRow, homes: Map<string, Home>): Promise<Home> {
  const { organizationId, projectId, suiteId } = item;
  const known = homes.get(suiteId);
  if (known) return known;
  const [existing] = await suitesStore.findMany(sql, organizationId, [suiteId]);
  const home: Home = existing
    ? { id: existing.id, name: existing.name, isNew: false }
    : { id: newId(), name: '', isNew: true };
  if (!existing) {
    home.name = freeName(item.suiteName, await suitesStore.namesLike(sql, projectId, item.suiteName));
    await suitesStore.insert(sql, { id: home.id, organizationId, projectId, name: home.name });
  }
  homes.set(suiteId, home);
  return home;
}

/** Puts scripts back at their positions; the scripts there now move up by one. */
async function restoreScripts(sql: Sql, items: readonly DeletedRow[], homeOfItem: ReadonlyMap<string, Home>) {
  const itemIds = items.map(({ id }) => id);
  for await (const { itemId, row } of trashStore.readScripts(sql, itemIds)) {
    const suiteId = homeOfItem.get(itemId)?.id ?? row.suiteId;
    if ((await scriptsStore.taken(sql, [row.id])).length > 0) throw createdAgain(row.name);
    await scriptsStore.makeRoom(sql, suiteId, row.position);
    await scriptsStore.insert(sql, [{ ...row, suiteId } satisfies ScriptRow]);
  }
}

/** createRestoreDeleted restores deleted items: all or none, and each only once under concurrent calls. */
export function createRestoreDeleted(needs: Needs) {
  const { platform, workspaces } = needs;
  const restoreFolder = async (sql: Sql, { organizationId, content }: DeletedRow, home: Home): Promise<void> => {
    const [suite] = await suitesStore.findMany(sql, organizationId, [home.id]);
    const known = new Set(suite?.folders.map(({ path }) => path));
    const missing = (content.folders ?? []).filter(({ path }) => !known.has(path));
    await suitesStore.update(sql, home.id, { folders: withFolders([...(suite?.folders ?? []), ...missing], []) });
  };
  return async (
    actor: Actor,
    input: { projectId: string; itemIds?: string[] | undefined; trashId?: string | undefined },
  ): Promise<RestoredItem[]> => {
    await workspaces.open(actor, input.projectId, 'edit');
    const restored = await platform.database
      .transaction(async (sql) => {
        await workspaces.hold(sql, input.projectId);
        const items = await trashStore.lock(sql, { ...input, now: platform.clock.now() });
        if (items.length === 0 || (input.itemIds && items.length < new Set(input.itemIds).size))
          throw new AppError(apiTestingErrors.nothingDeleted);
        await suitesStore.lockAll(
          sql,
          items.map(({ suiteId }) => suiteId),
        );
        const homes = new Map<string, Home>();
        const homeOfItem = new Map<string, Home>();
        for (const item of items) {
          const home = item.kind === 'suite' ? await restoreSuite(sql, item, needs) : await homeOf(sql, item, homes);
          if (item.kind === 'suite') homes.set(item.suiteId, home);
          if (item.kind === 'folder') await restoreFolder(sql, item, home);
          homeOfItem.set(item.id, home);
        }
        await restoreScripts(sql, items, homeOfItem);
        await suitesStore.recount(sql, [...new Set([...homeOfItem.values()].map(({ id }) => id))]);
        await trashStore.delete(
          sql,
          input.projectId,
          items.map(({ id }) => id),
        );
        return items.map((item) => toRestored(item, homeOfItem.get(item.id) as Home));
      })
      .catch(suiteNameTaken);
    await platform.audit(actor, {
      action: 'trash.restored',
      target: input.projectId,
      detail: { count: restored.length, names: restored.slice(0, 20).map(({ name }) => name) },
    });
    return restored;
  };
}
/** RestoreDeleted restores deleted items. */
export type RestoreDeleted = ReturnType<typeof createRestoreDeleted>;

const toRestored = ({ id, kind, name }: DeletedRow, home: Home): RestoredItem => ({
  itemId: id,
  kind,
  name: kind === 'suite' ? home.name : name,
  suiteId: home.id,
  suiteName: home.name,
  isInNewSuite: home.isNew,
});
