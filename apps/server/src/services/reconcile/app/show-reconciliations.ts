import type { Reconciliation, ReconciliationItem } from '@touchstone/contracts/reconcile';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting } from '../../api-testing/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { ReconciliationRow } from '../store/reconciliations.store.ts';
import { resultsStore } from '../store/results.store.ts';

interface Needs {
  platform: Platform;
  runs: Runs;
  requestSender: ApiTesting['requestSender'];
}

/** createShowReconciliations returns stored reconciliations with their newest runs. */
export function createShowReconciliations({ platform, runs, requestSender }: Needs) {
  const { sql } = platform.database;

  const lastRuns = async (rows: readonly ReconciliationRow[], organizationId: string) => {
    const ids = rows.flatMap(({ lastRunId }) => lastRunId ?? []);
    const [found, summaries] = await Promise.all([
      ids.length > 0 ? runs.listByIds(organizationId, ids) : [],
      resultsStore.summaries(sql, ids),
    ]);
    const known = new Map(found.map((run) => [run.runId, run]));
    return ({ lastRunId }: ReconciliationRow): ReconciliationItem['lastRun'] => {
      const run = lastRunId ? known.get(lastRunId) : undefined;
      if (!run) return null;
      const { runId, status, message, createdAt } = run;
      return { runId, status, summary: summaries.get(runId) ?? message, startedAt: createdAt.toISOString() };
    };
  };

  const show = async (caller: Actor, row: ReconciliationRow): Promise<Reconciliation> => {
    const [lastRunOf, script] = await Promise.all([
      lastRuns([row], caller.organizationId),
      requestSender.find(caller.organizationId, row.scriptId),
    ]);
    const { id: reconciliationId, projectId, name, scriptId, environmentId, databaseConfigurationId } = row;
    return {
      reconciliationId,
      projectId,
      name,
      scriptId,
      environmentId,
      databaseConfigurationId,
      ...row.definition,
      checkInRuns: row.checkInRuns,
      suiteId: script?.suiteId ?? null,
      scriptName: script?.name ?? null,
      lastRun: lastRunOf(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  };

  return { show, lastRuns };
}
