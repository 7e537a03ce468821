import type { RepositoryScript } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { freeCopyName } from '../../domain/free-copy-name.ts';
import { repositoryErrors } from '../../errors.ts';
import { modulesStore } from '../../store/modules.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import type { ShowScripts } from './show-scripts.ts';
import { assertRoom } from './write-scripts.ts';

/** Where scripts go, and their names there. */
interface Target {
  moduleId: string;
  /** Names taken there; extended by each new script. */
  taken: string[];
  position: number;
}

/** createArrangeScripts reorders, copies and moves scripts. */
export function createArrangeScripts({ platform, open, show }: { platform: Platform; open: Open; show: ShowScripts }) {
  const { database } = platform;

  /** Scripts the caller may change, in module order; all must belong to one project. */
  const openMany = async (caller: Actor, ids: readonly string[]): Promise<ScriptRow[]> => {
    const found = await scriptsStore.findMany(database.sql, caller.organizationId, [...new Set(ids)]);
    if (found.length < new Set(ids).size) throw new AppError(repositoryErrors.scriptNotFound);
    for (const projectId of new Set(found.map((row) => row.projectId))) await open.project(caller, projectId, 'edit');
    return found
      .toSorted((a, b) => a.moduleName.localeCompare(b.moduleName) || a.sequenceId - b.sequenceId)
      .map(({ moduleName: _module, sequenceId: _sequence, ...row }) => row);
  };
  const targetOf = async (sql: Sql, moduleId: string, added: number): Promise<Target> => {
    await assertRoom(sql, moduleId, added);
    const places = await scriptsStore.listPlaces(sql, moduleId);
    return { moduleId, taken: places.map(({ name }) => name), position: places.at(-1)?.position ?? 0 };
  };
  const place = (target: Target, wanted: string): { name: string; position: number } => {
    const name = freeCopyName(wanted, target.taken);
    target.taken.push(name);
    target.position += 1;
    return { name, position: target.position };
  };
  const copy = async (sql: Sql, caller: Actor, row: ScriptRow, target: Target): Promise<string> => {
    const id = newId();
    const isSameModule = row.moduleId === target.moduleId;
    const { createdAt: _created, updatedAt: _updated, lastRunId: _run, ...kept } = row;
    await scriptsStore.insert(sql, [
      {
        ...kept,
        id,
        moduleId: target.moduleId,
        ...place(target, isSameModule ? `${row.name} copy` : row.name),
        lockedBy: null,
        lockedByName: null,
        revision: 1,
        createdByName: caller.name,
        updatedByName: caller.name,
        steps: await scriptsStore.readSteps(sql, row.id),
      },
    ]);
    return id;
  };

  return {
    /** Moves a script to a position in its module, from 1 on; larger numbers mean the end. */
    async sequence(caller: Actor, scriptId: string, sequenceId: number): Promise<void> {
      const { moduleId } = await open.script(caller, scriptId, 'edit');
      await database.transaction(async (sql) => {
        await modulesStore.lock(sql, [moduleId]);
        const others = (await scriptsStore.listPlaces(sql, moduleId))
          .map(({ id }) => id)
          .filter((id) => id !== scriptId);
        await scriptsStore.setPositions(sql, moduleId, others.toSpliced(sequenceId - 1, 0, scriptId));
      });
    },
    /** Copies scripts within their modules. */
    async copyInPlace(caller: Actor, ids: readonly string[]): Promise<RepositoryScript[]> {
      const rows = await openMany(caller, ids);
      const copies = await database.transaction(async (sql) => {
        const moduleIds = [...new Set(rows.map(({ moduleId }) => moduleId))];
        await modulesStore.lock(sql, moduleIds);
        const made: string[] = [];
        for (const moduleId of moduleIds) {
          const inModule = rows.filter((row) => row.moduleId === moduleId);
          const target = await targetOf(sql, moduleId, inModule.length);
          for (const row of inModule) made.push(await copy(sql, caller, row, target));
        }
        return made;
      });
      return show.many(caller.organizationId, copies);
    },
    /** Moves or copies scripts into a module of their project. */
    async bringInto(
      caller: Actor,
      { ids, moduleId, isMove }: { ids: readonly string[]; moduleId: string; isMove: boolean },
    ): Promise<RepositoryScript[]> {
      const rows = await openMany(caller, ids);
      const { projectId } = await open.module(caller, moduleId, 'edit');
      if (rows.some((row) => row.projectId !== projectId)) throw new AppError(repositoryErrors.moduleNotFound);
      if (isMove) for (const row of rows) await open.assertUnlocked(caller, row);
      const brought = await database.transaction(async (sql) => {
        await modulesStore.lock(sql, [...new Set([moduleId, ...rows.map((row) => row.moduleId)])]);
        const chosen = isMove ? rows.filter((row) => row.moduleId !== moduleId) : rows;
        const target = await targetOf(sql, moduleId, chosen.length);
        const done: string[] = [];
        for (const row of chosen) {
          if (isMove) await scriptsStore.update(sql, row.id, { moduleId, ...place(target, row.name) });
          done.push(isMove ? row.id : await copy(sql, caller, row, target));
        }
        return isMove ? rows.map(({ id }) => id) : done;
      });
      return show.many(caller.organizationId, brought);
    },
  };
}
/** ArrangeScripts reorders, copies and moves scripts. */
export type ArrangeScripts = ReturnType<typeof createArrangeScripts>;
