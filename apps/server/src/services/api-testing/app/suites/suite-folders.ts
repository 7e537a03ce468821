import { folderPathLimit, type SuiteFolder } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import {
  childPath,
  folderName,
  isWithin,
  movedPath,
  parentPath,
  withFolders,
} from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { createKeepDeleted } from '../trash/keep-deleted.ts';
import { lockSuite, type OpenSuites } from './open-suites.ts';

/** createSuiteFolders manages the folders of a suite. A folder is a path, which its scripts reference. */
export function createSuiteFolders({ platform, access }: { platform: Platform; access: OpenSuites }) {
  const { database } = platform;
  const keep = createKeepDeleted(platform);

  /** Lists the folder of every script, whether or not it was created explicitly. */
  const read = async (sql: Sql, actor: Actor, suiteId: string): Promise<SuiteFolder[]> => {
    const [suite] = await suitesStore.findMany(sql, actor.organizationId, [suiteId]);
    const scripts = await scriptsStore.placesOf(sql, suiteId);
    return withFolders(
      suite?.folders ?? [],
      scripts.map(({ folder }) => folder),
    );
  };

  const change = async (
    actor: Actor,
    suiteId: string,
    edit: (folders: SuiteFolder[], sql: Sql) => Promise<SuiteFolder[]> | SuiteFolder[],
  ): Promise<SuiteFolder[]> => {
    await access.openSuites(actor, [suiteId], 'edit');
    return database.transaction(async (sql) => {
      await lockSuite(sql, suiteId);
      const folders = await edit(await read(sql, actor, suiteId), sql);
      await suitesStore.update(sql, suiteId, { folders });
      await suitesStore.recount(sql, [suiteId]);
      return folders;
    });
  };
  const assertPresent = (folders: SuiteFolder[], path: string) => {
    if (!folders.some((folder) => folder.path === path)) throw new AppError(apiTestingErrors.folderNotFound);
  };
  const assertFree = (folders: SuiteFolder[], path: string) => {
    if (folders.some((folder) => folder.path === path)) throw new AppError(apiTestingErrors.folderNameTaken);
  };

  /** A longer path could be neither renamed nor deleted. */
  const assertFits = (path: string, before = '') => {
    if (path.length > Math.max(folderPathLimit, before.length)) throw new AppError(apiTestingErrors.folderPathTooLong);
  };

  return {
    async list(actor: Actor, suiteId: string): Promise<SuiteFolder[]> {
      await access.openSuites(actor, [suiteId], 'view');
      return read(database.sql, actor, suiteId);
    },
    create: (actor: Actor, { suiteId, parent, name }: { suiteId: string; parent: string; name: string }) =>
      change(actor, suiteId, (folders) => {
        const path = childPath(parent, name);
        assertFits(path);
        assertFree(folders, path);
        return withFolders(folders, [path]);
      }),
    update: (
      actor: Actor,
      input: { suiteId: string; path: string; parent?: string; name?: string; description?: string },
    ) =>
      change(actor, input.suiteId, async (folders, sql) => {
        const { path, description } = input;
        assertPresent(folders, path);
        const parent = input.parent ?? parentPath(path);
        if (isWithin(parent, path)) throw new AppError(apiTestingErrors.folderInItself);
        const next = childPath(parent, input.name ?? folderName(path));
        if (next !== path) assertFree(folders, next);
        for (const folder of folders) assertFits(movedPath(folder.path, path, next), folder.path);
        const scripts = await scriptsStore.placesOf(sql, input.suiteId);
        for (const [folder, rows] of Map.groupBy(scripts, (row) => row.folder))
          if (next !== path && folder !== '' && isWithin(folder, path))
            await scriptsStore.setFolder(
              sql,
              rows.map((row) => row.id),
              movedPath(folder, path, next),
            );
        const moved = folders.map((folder) => ({ ...folder, path: movedPath(folder.path, path, next) }));
        return withFolders(
          moved.map((folder) =>
            folder.path === next && description !== undefined ? { ...folder, description } : folder,
          ),
          [next],
        );
      }),
    /** Deletes a folder with its subfolders and scripts. They can be restored together by `trashId`. */
    delete: (actor: Actor, suiteId: string, path: string, trashId?: string) =>
      change(actor, suiteId, async (folders, sql) => {
        assertPresent(folders, path);
        const inside = (await scriptsStore.placesOf(sql, suiteId)).filter(({ folder }) => isWithin(folder, path));
        const rows = await scriptsStore.take(
          sql,
          inside.map(({ id }) => id),
        );
        const [suite] = await suitesStore.findMany(sql, actor.organizationId, [suiteId]);
        const deletedFolders = folders.filter((folder) => isWithin(folder.path, path));
        if (suite) await keep.folder(sql, actor, { path, folders: deletedFolders, rows, suite, trashId });
        await platform.audit(actor, {
          action: 'folder.deleted',
          target: suiteId,
          detail: { path, scripts: inside.length },
        });
        return folders.filter((folder) => !isWithin(folder.path, path));
      }),
  };
}
export type SuiteFolders = ReturnType<typeof createSuiteFolders>;
