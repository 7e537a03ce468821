import { maxSuiteScripts, type RepositoryScript, type Suite } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import type { ShowScripts } from '../scripts/show-scripts.ts';
import { assertOpenPlace } from './place-suites.ts';
import type { ShowSuites } from './show-suites.ts';

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  show: ShowScripts;
  showSuites: ShowSuites;
}

/** createSuiteScripts manages which scripts suites contain, and their order. */
export function createSuiteScripts({ platform, workspaces, open, show, showSuites }: Needs) {
  const { database } = platform;
  const { sql } = database;

  /** Sets a suite's scripts to what `choose` returns for the present ones, without duplicates. */
  const change = async (
    caller: Actor,
    suiteId: string,
    choose: (present: readonly string[]) => readonly string[],
  ): Promise<{ suite: Suite; scripts: RepositoryScript[] }> => {
    const { projectId } = await open.suite(caller, suiteId, 'edit');
    const { organizationId } = caller;
    const ids = await database.transaction(async (db) => {
      await workspaces.hold(db, projectId);
      await lockUntilCommit(db, `scripts of suite ${suiteId}`);
      const row = await suitesStore.find(db, organizationId, suiteId);
      if (!row) throw new AppError(repositoryErrors.suiteNotFound);
      await assertOpenPlace(db, organizationId, row);
      const chosen = [...new Set(choose(await suitesStore.listScripts(db, suiteId)))];
      if (chosen.length > maxSuiteScripts)
        throw new AppError(repositoryErrors.tooManySuiteScripts, { params: { most: maxSuiteScripts } });
      const held = await suitesStore.holdScripts(db, projectId, chosen);
      if (held.size < chosen.length) throw new AppError(repositoryErrors.scriptNotFound);
      await suitesStore.setScripts(db, suiteId, chosen);
      await suitesStore.update(db, suiteId, {});
      return chosen;
    });
    return { suite: await showSuites.one(organizationId, suiteId), scripts: await show.many(organizationId, ids) };
  };

  return {
    /** Appends scripts; those already in the suite keep their position. */
    add: (caller: Actor, suiteId: string, ids: readonly string[]) =>
      change(caller, suiteId, (present) => [...present, ...ids]),
    set: (caller: Actor, suiteId: string, ids: readonly string[]) => change(caller, suiteId, () => ids),
    async list(caller: Actor, suiteId: string): Promise<RepositoryScript[]> {
      await open.suite(caller, suiteId, 'view');
      return show.many(caller.organizationId, await suitesStore.listScripts(sql, suiteId));
    },
    /** A suite with its scripts in order, for a run that becomes its last run; throws if its sprint is completed. */
    async readForRun(caller: Actor, suiteId: string): Promise<{ suite: SuiteRow; scriptIds: string[] }> {
      const suite = await open.suite(caller, suiteId, 'edit');
      await assertOpenPlace(sql, caller.organizationId, suite);
      return { suite, scriptIds: await suitesStore.listScripts(sql, suiteId) };
    },
  };
}
/** SuiteScripts manages which scripts suites contain. */
export type SuiteScripts = ReturnType<typeof createSuiteScripts>;
