import type { MockSuite } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import { virtualizationErrors } from '../../errors.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';

export const maxSuites = 2000;

/** createShowSuites converts suites to their API form. */
export function createShowSuites({ database }: Platform) {
  const list = async (projectId: string): Promise<MockSuite[]> => {
    const [rows, counts] = await Promise.all([
      suitesStore.list(database.sql, projectId),
      suitesStore.countAssets(database.sql, projectId),
    ]);
    const active = activeSuites(rows);
    return rows.map((row) => ({
      suiteId: row.id,
      projectId,
      parentId: row.parentId,
      name: row.name,
      description: row.description,
      isEnabled: row.isEnabled,
      isActive: active.has(row.id),
      assetCount: counts.get(row.id)?.all ?? 0,
      enabledCount: counts.get(row.id)?.enabled ?? 0,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }));
  };
  const show = async ({ id, projectId }: Pick<SuiteRow, 'id' | 'projectId'>): Promise<MockSuite> => {
    const found = (await list(projectId)).find(({ suiteId }) => suiteId === id);
    if (!found) throw new AppError(virtualizationErrors.suiteNotFound);
    return found;
  };
  return { list, show };
}

/** createInTree serializes changes of a project's suite tree. */
export const createInTree =
  ({ database }: Platform) =>
  <T>(projectId: string, work: (sql: Sql, suites: SuiteRow[]) => Promise<T>): Promise<T> =>
    database.transaction(async (sql) => {
      if (!(await mocksStore.lock(sql, projectId))) throw new AppError(virtualizationErrors.projectNotFound);
      return work(sql, await suitesStore.list(sql, projectId));
    });

/** named turns a unique violation into the "name taken" error. */
export const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'suite_name'))
      throw new AppError(virtualizationErrors.suiteNameTaken, { params: { name } });
    throw error;
  });
