import type { DifferenceKind, ReconcileResult } from '@touchstone/contracts/reconcile';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs, RunViewer } from '../../runs/index.ts';
import { reconcileErrors } from '../errors.ts';
import { resultsStore } from '../store/results.store.ts';

/** createReadResults reads the results of reconciliation runs, for callers who may see the runs. */
export function createReadResults({ platform, runs }: { platform: Platform; runs: Runs }) {
  const { sql } = platform.database;
  return {
    async get(caller: RunViewer, runId: string): Promise<ReconcileResult> {
      await runs.open(caller, runId);
      const row = await resultsStore.find(sql, runId);
      if (!row) throw new AppError(reconcileErrors.resultNotFound);
      return { runId, reconciliationId: row.reconciliationId, ...row.found };
    },
    async listDifferences(
      caller: RunViewer,
      { runId, kind, ...page }: { runId: string; kind?: DifferenceKind | undefined; page: number; size: number },
    ) {
      await runs.open(caller, runId);
      const { content, totalElements } = await resultsStore.listDifferences(sql, { runId, kind }, page);
      return {
        content: content.map(({ position, kind: found, content: row }) => ({ position, kind: found, ...row })),
        totalElements,
        ...page,
      };
    },
  };
}
/** ReadResults reads the results of reconciliation runs. */
export type ReadResults = ReturnType<typeof createReadResults>;
