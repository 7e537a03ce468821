import { AppError } from '@touchstone/kernel';
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { freeCopyName } from '../../domain/free-copy-name.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SprintRow, sprintsStore } from '../../store/sprints.store.ts';
import { type SuitePlace, type SuiteRow, suitesStore } from '../../store/suites.store.ts';

/** The most suites of a sprint or test lab. */
export const maxSuites = 1000;

/** assertOpen throws if a sprint is completed, and so read-only. */
export function assertOpen({ status, name }: Pick<SprintRow, 'status' | 'name'>): void {
  if (status === 'COMPLETED') throw new AppError(repositoryErrors.sprintCompleted, { params: { name } });
}

/**
 * assertOpenPlace throws if the suites of a place can't be changed; the caller must hold the project, so that this
 * doesn't change.
 */
export async function assertOpenPlace(sql: Sql, organizationId: string, { sprintId }: SuitePlace): Promise<void> {
  if (sprintId === null) return;
  const row = await sprintsStore.find(sql, organizationId, sprintId);
  if (!row) throw new AppError(repositoryErrors.sprintNotFound);
  assertOpen(row);
}

/** namesIn returns free names in a place, one per suite; throws if there is no room for them. */
export async function namesIn(sql: Sql, place: SuitePlace, wanted: readonly string[]): Promise<string[]> {
  await lockUntilCommit(sql, `suites of ${place.sprintId ?? place.projectId}`);
  const taken = (await suitesStore.listAll(sql, place)).map(({ name }) => name);
  if (taken.length + wanted.length > maxSuites)
    throw new AppError(repositoryErrors.tooManySuites, { params: { most: maxSuites } });
  return wanted.map((name) => {
    const free = freeCopyName(name, taken);
    taken.push(free);
    return free;
  });
}

/** moveSuites moves suites into a place of their project. */
export async function moveSuites(sql: Sql, rows: readonly SuiteRow[], place: SuitePlace): Promise<void> {
  const chosen = rows.filter(({ sprintId }) => sprintId !== place.sprintId);
  const names = await namesIn(
    sql,
    place,
    chosen.map(({ name }) => name),
  );
  for (const [index, { id, name }] of chosen.entries())
    await suitesStore.update(sql, id, { sprintId: place.sprintId, name: names[index] ?? name });
}

/**
 * changingIn returns a function that runs a change to the suites of a place that is open for changes, and stays so
 * until the change is done.
 */
export const changingIn =
  ({ platform, workspaces }: { platform: Platform; workspaces: Pick<Workspaces, 'hold'> }) =>
  <T>(caller: Actor, place: SuitePlace, work: (db: Sql) => Promise<T>): Promise<T> =>
    platform.database.transaction(async (db) => {
      await workspaces.hold(db, place.projectId);
      await assertOpenPlace(db, caller.organizationId, place);
      return work(db);
    });
