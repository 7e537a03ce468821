import { folderPathLimit, type SuiteFolder } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { chosenMovers, type Movers, movedInto, orderWith, outermost } from '../../domain/suites/move-into.ts';
import { isWithin, withFolders } from '../../domain/suites/suite-folders.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { OpenSuites } from './open-suites.ts';

export interface MoveInput {
  suiteId: string;
  scriptIds: string[];
  folders: string[];
  /** A suite of the same workspace; absent: their own suite. */
  toSuiteId?: string;
  folder: string;
  /** A script of that suite to insert them before. */
  before?: string;
}

/** createMoveScripts moves scripts and folders within their suite or to another suite of the workspace. */
export function createMoveScripts({ platform, access }: { platform: Platform; access: OpenSuites }) {
  const { database } = platform;
  return async function moveScripts(actor: Actor, input: MoveInput): Promise<void> {
    const target = input.toSuiteId ?? input.suiteId;
    const suiteIds = [...new Set([input.suiteId, target])];
    const opened = await access.openSuites(actor, suiteIds, 'edit');
    if (new Set(opened.map(({ projectId }) => projectId)).size > 1) throw new AppError(apiTestingErrors.otherProject);
    const chosen = { scriptIds: input.scriptIds, folders: outermost(input.folders) };
    await database.transaction(async (sql) => {
      await suitesStore.lockAll(sql, suiteIds);
      const source = await readSuite(sql, actor, input.suiteId);
      const movers = chosenMovers(source.scripts, source.folders, chosen);
      assertPresent(movers, chosen);
      const isElsewhere = target !== input.suiteId;
      const destination = isElsewhere ? await readSuite(sql, actor, target) : source;
      const pathOf = (path: string) => movedInto(path, chosen.folders, input.folder);
      assertFits({ movers, chosen, pathOf, folder: input.folder, isElsewhere, existing: destination.folders });

      const moved = movers.scripts.map(({ id }) => id);
      const asked = new Set(moved);
      const rest = destination.scripts.filter(({ id }) => !asked.has(id));
      if (input.before !== undefined && !rest.some(({ id }) => id === input.before))
        throw new AppError(apiTestingErrors.scriptNotFound);
      for (const [folder, rows] of Map.groupBy(movers.scripts, ({ folder }) => pathOf(folder)))
        await scriptsStore.place(
          sql,
          rows.map(({ id }) => id),
          { suiteId: target, folder },
        );
      await scriptsStore.reorder(sql, target, orderWith(rest, moved, input));

      const movedPaths = new Set(movers.folders.map(({ path }) => path));
      const kept = source.folders.filter(({ path }) => !movedPaths.has(path));
      const arrived = movers.folders.map((folder) => ({ ...folder, path: pathOf(folder.path) }));
      if (isElsewhere) await suitesStore.update(sql, input.suiteId, { folders: kept });
      await suitesStore.update(sql, target, {
        folders: withFolders([...(isElsewhere ? destination.folders : kept), ...arrived], [input.folder]),
      });
      await suitesStore.recount(sql, suiteIds);
    });
  };
}
export type MoveScripts = ReturnType<typeof createMoveScripts>;

async function readSuite(sql: Sql, actor: Actor, suiteId: string) {
  const scripts = await scriptsStore.placesOf(sql, suiteId);
  const [suite] = await suitesStore.findMany(sql, actor.organizationId, [suiteId]);
  const folders = withFolders(
    suite?.folders ?? [],
    scripts.map(({ folder }) => folder),
  );
  return { scripts, folders };
}

function assertPresent(movers: Movers, chosen: { scriptIds: readonly string[]; folders: readonly string[] }): void {
  const ids = new Set(movers.scripts.map(({ id }) => id));
  if (chosen.scriptIds.some((id) => !ids.has(id))) throw new AppError(apiTestingErrors.scriptNotFound);
  const paths = new Set(movers.folders.map(({ path }) => path));
  if (chosen.folders.some((path) => !paths.has(path))) throw new AppError(apiTestingErrors.folderNotFound);
}

interface Arrival {
  movers: Movers;
  chosen: { folders: readonly string[] };
  pathOf: (path: string) => string;
  folder: string;
  isElsewhere: boolean;
  existing: readonly SuiteFolder[];
}

function assertFits({ movers, chosen, pathOf, folder, isElsewhere, existing }: Arrival): void {
  if (!isElsewhere && chosen.folders.some((path) => isWithin(folder, path)))
    throw new AppError(apiTestingErrors.folderInItself);
  const leaving = new Set(isElsewhere ? [] : movers.folders.map(({ path }) => path));
  const taken = new Set(existing.map(({ path }) => path).filter((path) => !leaving.has(path)));
  const arrivals = chosen.folders.map(pathOf);
  if (arrivals.some((path) => taken.has(path)) || new Set(arrivals).size < arrivals.length)
    throw new AppError(apiTestingErrors.folderNameTaken);
  if (movers.folders.some(({ path }) => pathOf(path).length > Math.max(folderPathLimit, path.length)))
    throw new AppError(apiTestingErrors.folderPathTooLong);
}
