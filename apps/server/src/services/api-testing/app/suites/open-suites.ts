import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { gather } from '../../../../platform/database/reads/gather.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';

type Need = 'view' | 'edit';

/** createOpenSuites opens suites and scripts for a caller, checking their role in the workspace. */
export function createOpenSuites({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  const findSuite = gather((asked: readonly { organizationId: string; id: string }[]) =>
    suitesStore.findEach(sql, asked),
  );
  const openWorkspaces = async (actor: Actor, rows: readonly { projectId: string }[], need: Need): Promise<void> => {
    for (const projectId of new Set(rows.map((row) => row.projectId))) await workspaces.open(actor, projectId, need);
  };

  return {
    /** Opens suites in the given order; throws if one is missing. */
    async openSuites(actor: Actor, suiteIds: string[], need: Need): Promise<SuiteRow[]> {
      const { organizationId } = actor;
      const found = await Promise.all([...new Set(suiteIds)].map((id) => findSuite({ organizationId, id })));
      const rows = found.map((row) => {
        if (!row) throw new AppError(apiTestingErrors.suiteNotFound);
        return row;
      });
      await openWorkspaces(actor, rows, need);
      return rows;
    },
    /** Opens one suite. */
    async openSuite(actor: Actor, suiteId: string, need: Need): Promise<SuiteRow> {
      const [row] = await this.openSuites(actor, [suiteId], need);
      return row as SuiteRow;
    },
    /** Opens one script. */
    async openScript(actor: Actor, scriptId: string, need: Need): Promise<ScriptRow> {
      const [row] = await this.openScripts(actor, [scriptId], need);
      return row as ScriptRow;
    },
    /** Opens scripts; throws if one is missing. */
    async openScripts(actor: Actor, scriptIds: string[], need: Need): Promise<ScriptRow[]> {
      const unique = [...new Set(scriptIds)];
      const rows = await scriptsStore.findMany(sql, actor.organizationId, unique);
      if (rows.length < unique.length) throw new AppError(apiTestingErrors.scriptNotFound);
      await openWorkspaces(actor, rows, need);
      return rows;
    },
  };
}
/** OpenSuites opens suites and scripts for a caller. */
export type OpenSuites = ReturnType<typeof createOpenSuites>;

/** lockSuite locks a suite until the transaction ends; throws if it was deleted after it was opened. */
export async function lockSuite(sql: Sql, suiteId: string): Promise<void> {
  if (!(await suitesStore.lock(sql, suiteId))) throw new AppError(apiTestingErrors.suiteNotFound);
}
