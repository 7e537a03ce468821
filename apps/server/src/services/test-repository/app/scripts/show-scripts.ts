import type { RepositoryScript } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type ScriptWithModule, scriptsStore } from '../../store/scripts.store.ts';
import { readLastRuns } from '../last-runs.ts';

/** createShowScripts returns scripts as callers see them, with their newest runs. */
export function createShowScripts({ platform, runs }: { platform: Platform; runs: Pick<Runs, 'listByIds'> }) {
  const { sql } = platform.database;

  const show = async (organizationId: string, rows: readonly ScriptWithModule[]): Promise<RepositoryScript[]> => {
    const lastRunOf = await readLastRuns(runs, organizationId, rows);
    return rows.map((row) => ({
      uuid: row.id,
      testScriptName: row.name,
      objective: row.objective,
      moduleUUID: row.moduleId,
      moduleName: row.moduleName,
      projectUUID: row.projectId,
      tagName: row.tags,
      isLocked: row.lockedBy !== null,
      lockedBy: row.lockedByName,
      isReusable: row.isReusable,
      sequenceId: row.sequenceId,
      stepCount: row.stepCount,
      revision: row.revision,
      dataTableUUID: row.dataTableId,
      lastRun: lastRunOf(row),
      createdBy: row.createdByName,
      createdDate: row.createdAt.toISOString(),
      modifiedBy: row.updatedByName,
      modifiedDate: row.updatedAt.toISOString(),
    }));
  };
  /** Scripts in the order of the ids; missing ones are omitted. */
  const many = async (organizationId: string, ids: readonly string[]): Promise<RepositoryScript[]> => {
    const rows = await scriptsStore.findMany(sql, organizationId, ids);
    const shown = new Map((await show(organizationId, rows)).map((one) => [one.uuid, one]));
    return ids.flatMap((id) => shown.get(id) ?? []);
  };

  return {
    show,
    many,
    async one(organizationId: string, id: string): Promise<RepositoryScript> {
      const [found] = await many(organizationId, [id]);
      if (!found) throw new AppError(repositoryErrors.scriptNotFound);
      return found;
    },
  };
}
/** ShowScripts returns scripts as callers see them. */
export type ShowScripts = ReturnType<typeof createShowScripts>;
