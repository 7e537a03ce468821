import type { RepositoryScript, RepositoryStep } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { calledFunctions, countSteps } from '../../domain/step-tree.ts';
import { distinctTags } from '../../domain/tags.ts';
import { repositoryErrors } from '../../errors.ts';
import { dataTablesStore } from '../../store/data-tables.store.ts';
import type { ModuleRow } from '../../store/modules.store.ts';
import { modulesStore } from '../../store/modules.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import { deleteScripts } from './delete-scripts.ts';
import type { ShowScripts } from './show-scripts.ts';

const maxScripts = 10_000;

interface ScriptChange {
  uuid: string;
  testScriptName?: string | undefined;
  objective?: string | undefined;
  tagName?: string[] | undefined;
  isLocked?: boolean | undefined;
  isReusable?: boolean | undefined;
  dataTableUUID?: string | null | undefined;
}
interface NewScript {
  testScriptName: string;
  objective: string;
  tagName: string[];
  steps?: RepositoryStep[];
}

/** createWriteScripts creates, updates and deletes scripts, except for their steps. */
export function createWriteScripts({ platform, open, show }: { platform: Platform; open: Open; show: ShowScripts }) {
  const { database } = platform;

  /** Throws if the table belongs to another project. */
  const assertTable = async (row: ScriptRow, tableId: string | null | undefined): Promise<void> => {
    if (!tableId) return;
    const table = await dataTablesStore.find(database.sql, row.organizationId, tableId);
    if (table?.projectId !== row.projectId) throw new AppError(repositoryErrors.tableNotFound);
  };

  return {
    async create(caller: Actor, moduleId: string, input: NewScript): Promise<RepositoryScript> {
      const place = await open.module(caller, moduleId, 'edit');
      const id = await named(
        input.testScriptName,
        database.transaction((sql) => insertScript(sql, caller, place, input)),
      );
      return show.one(caller.organizationId, id);
    },
    async update(caller: Actor, moduleId: string, { uuid, ...change }: ScriptChange): Promise<RepositoryScript> {
      const row = await open.script(caller, uuid, 'edit');
      if (row.moduleId !== moduleId) throw new AppError(repositoryErrors.scriptElsewhere);
      await open.assertUnlocked(caller, row);
      await assertTable(row, change.dataTableUUID);
      const { testScriptName: name = row.name, objective = row.objective, tagName = row.tags } = change;
      const { isReusable = row.isReusable, dataTableUUID = row.dataTableId, isLocked } = change;
      await named(
        name,
        scriptsStore.update(database.sql, uuid, {
          name,
          objective,
          tags: distinctTags(tagName),
          isReusable,
          dataTableId: dataTableUUID,
          ...lockOf(caller, row, isLocked),
          updatedByName: caller.name,
        }),
      );
      return show.one(caller.organizationId, uuid);
    },
    async setReusable(caller: Actor, ids: readonly string[], isReusable: boolean): Promise<RepositoryScript[]> {
      const rows: ScriptRow[] = [];
      for (const id of new Set(ids)) rows.push(await open.script(caller, id, 'edit'));
      for (const row of rows) await open.assertUnlocked(caller, row);
      await database.transaction(async (sql) => {
        for (const { id } of rows) await scriptsStore.update(sql, id, { isReusable, updatedByName: caller.name });
      });
      return show.many(
        caller.organizationId,
        rows.map(({ id }) => id),
      );
    },
    /** Deletes the given scripts of a module, or with `isSelectAll` all others; returns how many. */
    async delete(
      caller: Actor,
      { moduleId, isSelectAll, ids }: { moduleId: string; isSelectAll: boolean; ids: readonly string[] },
    ): Promise<number> {
      const place = await open.module(caller, moduleId, 'edit');
      const chosen = { ids, allBut: isSelectAll };
      await open.assertUnlockedIn(caller, moduleId, chosen);
      const deletedScripts = await deleteScripts(platform, place, chosen);
      if (deletedScripts.length === 0 && !isSelectAll) throw new AppError(repositoryErrors.scriptNotFound);
      const names = deletedScripts.map(({ name }) => name).slice(0, 20);
      await platform.audit(caller, {
        action: 'script.deleted',
        target: moduleId,
        detail: { count: deletedScripts.length, names },
      });
      return deletedScripts.length;
    },
  };
}
/** WriteScripts creates, updates and deletes scripts. */
export type WriteScripts = ReturnType<typeof createWriteScripts>;

/** insertScript appends a script to a module; returns its id. */
export async function insertScript(
  sql: Sql,
  caller: Actor,
  place: ModuleRow,
  { testScriptName: name, objective, tagName, steps = [] }: NewScript,
): Promise<string> {
  await modulesStore.lock(sql, [place.id]);
  await assertRoom(sql, place.id, 1);
  const id = newId();
  const row = {
    id,
    organizationId: place.organizationId,
    projectId: place.projectId,
    moduleId: place.id,
    name,
    objective,
    tags: distinctTags(tagName),
    position: (await scriptsStore.lastPosition(sql, place.id)) + 1,
    stepCount: countSteps(steps),
    calls: calledFunctions(steps),
    createdByName: caller.name,
    updatedByName: caller.name,
    steps,
  };
  await scriptsStore.insert(sql, [row]);
  return id;
}

/** assertRoom throws if the module, whose scripts are locked, has no room for this many more. */
export async function assertRoom(sql: Sql, moduleId: string, added: number): Promise<void> {
  const present = (await modulesStore.countScripts(sql, [moduleId])).get(moduleId) ?? 0;
  if (present + added > maxScripts)
    throw new AppError(repositoryErrors.tooManyScripts, { params: { most: maxScripts } });
}

/** A user who has locked a script keeps the lock until it is removed. */
function lockOf(caller: Actor, row: ScriptRow, isLocked: boolean | undefined) {
  if (isLocked === undefined || isLocked === (row.lockedBy !== null)) return {};
  return isLocked ? { lockedBy: caller.userId, lockedByName: caller.name } : { lockedBy: null, lockedByName: null };
}

/** named converts a unique violation to "script name taken". */
export const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'script_name'))
      throw new AppError(repositoryErrors.scriptNameTaken, { params: { name } });
    throw error;
  });
