import type { Suite } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { readLastRuns } from '../last-runs.ts';

/** createShowSuites returns suites as callers see them, with their newest runs. */
export function createShowSuites({ platform, runs }: { platform: Platform; runs: Pick<Runs, 'listByIds'> }) {
  const { sql } = platform.database;

  const show = async (organizationId: string, rows: readonly SuiteRow[]): Promise<Suite[]> => {
    const ids = rows.map(({ id }) => id);
    const counts = await suitesStore.countScripts(sql, ids);
    const lastRunOf = await readLastRuns(runs, organizationId, rows);
    return rows.map((row) => ({
      uuid: row.id,
      testSuiteName: row.name,
      description: row.description,
      moduleName: row.moduleName,
      isChaining: row.isChaining,
      isFunctional: row.isFunctional,
      sprintUUID: row.sprintId,
      projectUUID: row.projectId,
      scriptCount: counts.get(row.id) ?? 0,
      lastRun: lastRunOf(row),
      createdBy: row.createdByName,
      createdDate: row.createdAt.toISOString(),
      modifiedDate: row.updatedAt.toISOString(),
    }));
  };
  /** Suites in the order of the ids; missing ones are omitted. */
  const many = async (organizationId: string, ids: readonly string[]): Promise<Suite[]> => {
    const rows = await suitesStore.findMany(sql, organizationId, ids);
    const shown = new Map((await show(organizationId, rows)).map((one) => [one.uuid, one]));
    return ids.flatMap((id) => shown.get(id) ?? []);
  };

  return {
    show,
    many,
    async one(organizationId: string, id: string): Promise<Suite> {
      const [found] = await many(organizationId, [id]);
      if (!found) throw new AppError(repositoryErrors.suiteNotFound);
      return found;
    },
  };
}
/** ShowSuites returns suites as callers see them. */
export type ShowSuites = ReturnType<typeof createShowSuites>;
