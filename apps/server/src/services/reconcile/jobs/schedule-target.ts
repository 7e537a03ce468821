import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { ScheduleTargetKind } from '../../scheduler/index.ts';
import { reconciliationsStore } from '../store/reconciliations.store.ts';
import { reconcileKind } from './reconcile-run.ts';

/** createScheduleTarget lets jobs run reconciliations. */
export function createScheduleTarget({ platform, runs }: { platform: Platform; runs: Runs }): ScheduleTargetKind {
  const { sql } = platform.database;
  return {
    kind: reconcileKind,
    title: 'Reconciliation',
    takesEnvironment: true,
    takesConfiguration: false,
    async list(scope, searchTerm, page) {
      const { rows, totalElements } = await reconciliationsStore.list(sql, { ...scope, searchTerm }, page);
      return { content: rows.map(({ id, name }) => ({ id, title: name })), totalElements };
    },
    async describe({ organizationId, projectId }, ids) {
      const rows = await reconciliationsStore.findMany(sql, organizationId, ids);
      return new Map(
        rows
          .filter((row) => row.projectId === projectId)
          .map(({ id, name }) => [
            id,
            { title: name, link: `/api-testing/reconciliations/${id}?project=${projectId}` },
          ]),
      );
    },
    start(caller, { projectId, id, environmentId }, runId) {
      const input = { projectId, reconciliationId: id, ...(environmentId && { environmentId }) };
      return runs.start(caller, reconcileKind, input, undefined, { runId });
    },
  };
}
