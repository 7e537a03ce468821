import type { SuiteFolder } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { storedOf } from '../../../../platform/database/reads/kept-rows.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, SuiteVariables } from '../../../workspaces/index.ts';
import { importSourcesStore } from '../../store/import-sources.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { sourceWatchesStore } from '../../store/source-watches.store.ts';
import type { SuiteRow } from '../../store/suites.store.ts';
import { type DeletedRow, trashStore } from '../../store/trash.store.ts';

/** Identifies what one click deletes; absent if the caller offers no undo. */
type TrashId = string | undefined;

/** Scripts moved per statement. */
const perPage = 200;

/** createKeepDeleted moves deleted items to the trash, in the transaction that deletes them. */
export function createKeepDeleted({ clock }: Platform) {
  const itemOf = (
    actor: Actor,
    suite: Pick<SuiteRow, 'id' | 'organizationId' | 'projectId' | 'name'>,
    given: Pick<DeletedRow, 'kind' | 'name' | 'scriptCount' | 'content'> & { trashId: string },
  ): DeletedRow => ({
    id: newId(),
    organizationId: suite.organizationId,
    projectId: suite.projectId,
    suiteId: suite.id,
    suiteName: suite.name,
    deletedBy: actor.userId,
    deletedByName: actor.name,
    deletedAt: clock.now(),
    ...given,
  });
  return {
    /** Each script becomes an item of its own. */
    async scripts(
      sql: Sql,
      actor: Actor,
      {
        rows,
        suites,
        trashId = newId(),
      }: { rows: readonly ScriptRow[]; suites: readonly SuiteRow[]; trashId?: TrashId },
    ): Promise<void> {
      const byId = new Map(suites.map((suite) => [suite.id, suite]));
      const items = rows.flatMap((row) => {
        const suite = byId.get(row.suiteId);
        if (!suite) return [];
        const item = itemOf(actor, suite, { kind: 'script', name: row.name, scriptCount: 1, content: {}, trashId });
        return [{ item, row }];
      });
      await trashStore.insert(
        sql,
        items.map(({ item }) => item),
      );
      await trashStore.insertScripts(
        sql,
        items.map(({ item, row }) => ({ itemId: item.id, row })),
      );
    },
    async folder(
      sql: Sql,
      actor: Actor,
      {
        path,
        folders,
        rows,
        suite,
        trashId = newId(),
      }: { path: string; folders: SuiteFolder[]; rows: readonly ScriptRow[]; suite: SuiteRow; trashId?: TrashId },
    ): Promise<void> {
      const given = { kind: 'folder' as const, name: path, scriptCount: rows.length, content: { folders }, trashId };
      const item = itemOf(actor, suite, given);
      await trashStore.insert(sql, [item]);
      await trashStore.insertScripts(
        sql,
        rows.map((row) => ({ itemId: item.id, row })),
      );
    },
    /** With its scripts, variables, import sources and watches. The caller has locked the suite. */
    async suite(
      sql: Sql,
      actor: Actor,
      {
        suite,
        suiteVariables,
        trashId = newId(),
      }: { suite: SuiteRow; suiteVariables: SuiteVariables; trashId?: TrashId },
    ): Promise<void> {
      const content = {
        suite: storedOf(suite),
        variables: await suiteVariables.keep(sql, suite.id),
        sources: (await importSourcesStore.readOfSuite(sql, suite.id)).map(storedOf),
        watches: await sourceWatchesStore.keptOfSuite(sql, suite.id),
      };
      const given = { kind: 'suite' as const, name: suite.name, scriptCount: suite.scriptCount, content, trashId };
      const item = itemOf(actor, suite, given);
      await trashStore.insert(sql, [item]);
      let page: { itemId: string; row: ScriptRow }[] = [];
      for await (const row of scriptsStore.readSuite(sql, suite.id, { forUpdate: true })) {
        page.push({ itemId: item.id, row });
        if (page.length < perPage) continue;
        await trashStore.insertScripts(sql, page);
        page = [];
      }
      await trashStore.insertScripts(sql, page);
    },
  };
}
/** KeepDeleted moves deleted items to the trash. */
export type KeepDeleted = ReturnType<typeof createKeepDeleted>;
