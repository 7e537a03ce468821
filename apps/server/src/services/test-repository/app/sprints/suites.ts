import type { Page } from '@touchstone/contracts';
import type { Suite } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { sprintsStore } from '../../store/sprints.store.ts';
import { type SuitePlace, suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import { changingIn, maxSuites, namesIn } from './place-suites.ts';
import type { ShowSuites } from './show-suites.ts';

interface SuiteFields {
  testSuiteName: string;
  description: string;
  moduleName: string | null;
  isChaining: boolean;
  isFunctional: boolean;
}
/** A sprint, or a project for its test lab. */
interface Where {
  uuid: string;
  isSprintUUID: boolean;
}
type Given<T> = { [Name in keyof T]?: T[Name] | undefined };
type Need = 'view' | 'edit';

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  showSuites: ShowSuites;
  testsDeleted: SchedulerDoor['testsDeleted'];
}

/** createSuites manages suites in sprints and test labs, except for their scripts. */
export function createSuites({ platform, workspaces, open, showSuites, testsDeleted }: Needs) {
  const { database } = platform;
  const { sql } = database;

  const placeOf = async (caller: Actor, { uuid, isSprintUUID }: Where, need: Need): Promise<SuitePlace> => {
    if (isSprintUUID) return { projectId: (await open.sprint(caller, uuid, need)).projectId, sprintId: uuid };
    await open.project(caller, uuid, need);
    return { projectId: uuid, sprintId: null };
  };
  const changing = changingIn({ platform, workspaces });

  return {
    async view(caller: Actor, id: string): Promise<Suite> {
      await open.suite(caller, id, 'view');
      return showSuites.one(caller.organizationId, id);
    },
    async list(
      caller: Actor,
      where: Where,
      {
        page = 0,
        size = maxSuites,
        searchTerm,
      }: { page?: number; size?: number; searchTerm?: string | undefined } = {},
    ): Promise<Page<Suite>> {
      const place = await placeOf(caller, where, 'view');
      const { content, totalElements } = await suitesStore.list(sql, place, { searchTerm, page, size });
      return { content: await showSuites.show(caller.organizationId, content), totalElements, page, size };
    },
    async create(caller: Actor, where: Where, { testSuiteName: name, ...fields }: SuiteFields): Promise<Suite> {
      const place = await placeOf(caller, where, 'edit');
      const id = newId();
      const values = { id, organizationId: caller.organizationId, ...place, name, ...fields };
      const work = changing(caller, place, async (db) => {
        await namesIn(db, place, [name]);
        await suitesStore.insert(db, { ...values, createdByName: caller.name });
      });
      await named(name, work);
      return showSuites.one(caller.organizationId, id);
    },
    async update(
      caller: Actor,
      where: Where,
      { uuid, testSuiteName, ...given }: Given<SuiteFields> & { uuid: string },
    ): Promise<Suite> {
      const place = await placeOf(caller, where, 'edit');
      const row = await open.suite(caller, uuid, 'edit');
      if (row.projectId !== place.projectId || row.sprintId !== place.sprintId)
        throw new AppError(repositoryErrors.suiteElsewhere);
      const { description = row.description, moduleName = row.moduleName } = given;
      const { isChaining = row.isChaining, isFunctional = row.isFunctional } = given;
      const values = { name: testSuiteName ?? row.name, description, moduleName, isChaining, isFunctional };
      await named(
        values.name,
        changing(caller, place, (db) => suitesStore.update(db, uuid, values)),
      );
      return showSuites.one(caller.organizationId, uuid);
    },
    /**
     * Deletes the given suites of a sprint or of a project's test lab; with `isSelectAll`, all others. Returns how
     * many.
     */
    async delete(
      caller: Actor,
      { uuid, isSelectAll, ids }: { uuid: string; isSelectAll: boolean; ids: readonly string[] },
    ): Promise<number> {
      const isSprintUUID = (await sprintsStore.find(sql, caller.organizationId, uuid)) !== undefined;
      const place = await placeOf(caller, { uuid, isSprintUUID }, 'edit');
      const deleted = await changing(caller, place, async (db) => {
        const rows = await suitesStore.deleteFrom(db, place, { ids, allBut: isSelectAll });
        await testsDeleted(
          db,
          caller.organizationId,
          rows.map(({ id }) => id),
        );
        return rows;
      });
      if (deleted.length === 0 && !isSelectAll) throw new AppError(repositoryErrors.suiteNotFound);
      const names = deleted.map(({ name }) => name);
      await platform.audit(caller, {
        action: 'suite.deleted',
        target: uuid,
        detail: { count: names.length, names: names.slice(0, 20) },
      });
      return names.length;
    },
  };
}
/** Suites manages suites in sprints and test labs. */
export type Suites = ReturnType<typeof createSuites>;

/** Converts a unique violation to "name taken". */
const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'suite_name'))
      throw new AppError(repositoryErrors.suiteNameTaken, { params: { name } });
    throw error;
  });
