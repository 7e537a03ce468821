import type { Suite } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SuitePlace, type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import { assertOpenPlace, changingIn, moveSuites, namesIn } from './place-suites.ts';
import type { ShowSuites } from './show-suites.ts';

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  showSuites: ShowSuites;
}

/** createArrangeSuites moves and copies suites between sprints and the test lab. */
export function createArrangeSuites({ platform, workspaces, open, showSuites }: Needs) {
  const changing = changingIn({ platform, workspaces });
  /** Suites of one project, which the caller may change. */
  const openMany = async (caller: Actor, ids: readonly string[]) => {
    const rows: SuiteRow[] = [];
    for (const id of new Set(ids)) rows.push(await open.suite(caller, id, 'edit'));
    const projectIds = [...new Set(rows.map(({ projectId }) => projectId))];
    const [projectId] = projectIds;
    if (projectId === undefined || projectIds.length > 1) throw new AppError(repositoryErrors.suitesOfProjects);
    return { rows, projectId };
  };
  const copySuites = async (db: Sql, caller: Actor, rows: readonly SuiteRow[], place: SuitePlace) => {
    const wanted = rows.map(({ name, sprintId }) => (sprintId === place.sprintId ? `${name} copy` : name));
    const names = await namesIn(db, place, wanted);
    const ids: string[] = [];
    for (const [index, row] of rows.entries()) {
      const { createdAt: _created, updatedAt: _updated, lastRunId: _run, ...kept } = row;
      const id = newId();
      const name = names[index] ?? row.name;
      await suitesStore.insert(db, { ...kept, id, sprintId: place.sprintId, name, createdByName: caller.name });
      await suitesStore.setScripts(db, id, await suitesStore.listScripts(db, row.id));
      ids.push(id);
    }
    return ids;
  };

  return {
    /** Moves or copies suites into a sprint of their project, or into its test lab if none is given. */
    async bringInto(
      caller: Actor,
      { ids, sprintId, isMove }: { ids: readonly string[]; sprintId: string | null; isMove: boolean },
    ): Promise<Suite[]> {
      const { rows, projectId } = await openMany(caller, ids);
      const place = { projectId, sprintId };
      if (sprintId !== null && (await open.sprint(caller, sprintId, 'edit')).projectId !== projectId)
        throw new AppError(repositoryErrors.sprintNotFound);
      const brought = await changing(caller, place, async (db) => {
        if (!isMove) return copySuites(db, caller, rows, place);
        for (const from of new Set(rows.map((row) => row.sprintId)))
          await assertOpenPlace(db, caller.organizationId, { projectId, sprintId: from });
        await moveSuites(db, rows, place);
        return rows.map(({ id }) => id);
      });
      return showSuites.many(caller.organizationId, brought);
    },
  };
}
/** ArrangeSuites moves and copies suites between sprints and the test lab. */
export type ArrangeSuites = ReturnType<typeof createArrangeSuites>;
