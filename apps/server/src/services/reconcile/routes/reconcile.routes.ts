import { reconcileRoutes } from '@touchstone/contracts/reconcile';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Runs } from '../../runs/index.ts';
import type { PreviewSides } from '../app/preview-sides.ts';
import type { ReadResults } from '../app/read-results.ts';
import type { Reconciliations } from '../app/reconciliations.ts';
import { reconcileKind } from '../jobs/reconcile-run.ts';
import { leaveSignal } from './leave-signal.ts';

const calls = reconcileRoutes;

export function addReconcileRoutes(
  registrar: Registrar,
  needs: { reconciliations: Reconciliations; results: ReadResults; previews: PreviewSides; runs: Pick<Runs, 'start'> },
): void {
  const { reconciliations, results, previews, runs } = needs;
  registrar.add(calls.listReconciliations, ({ caller, query }) => reconciliations.list(caller, query));
  registrar.add(calls.getReconciliation, ({ caller, params }) => reconciliations.get(caller, params.reconciliationId));
  registrar.add(calls.createReconciliation, ({ caller, body }) => reconciliations.create(caller, body));
  registrar.add(calls.updateReconciliation, ({ caller, params, body }) =>
    reconciliations.update(caller, params.reconciliationId, body),
  );
  registrar.add(calls.deleteReconciliation, async ({ caller, params }) => {
    await reconciliations.delete(caller, params.reconciliationId);
    return { message: 'Reconciliation deleted' };
  });
  registrar.add(calls.runReconciliation, async ({ caller, params }) => {
    const { projectId, reconciliationId } = await reconciliations.get(caller, params.reconciliationId);
    const { runId } = await runs.start(caller, reconcileKind, { projectId, reconciliationId } as { projectId: string });
    return { runId, message: 'Run initiated' };
  });
  registrar.add(calls.previewReconcileQuery, ({ caller, body, reply }) =>
    previews.query(caller, body, leaveSignal(reply)),
  );
  registrar.add(calls.previewReconcileResponse, ({ caller, body, reply }) =>
    previews.response(caller, body, leaveSignal(reply)),
  );
  registrar.add(calls.suggestReconcileMapping, ({ caller, body, reply }) =>
    previews.mapping(caller, body, leaveSignal(reply)),
  );
  registrar.add(calls.getReconcileResult, ({ caller, query }) => results.get(caller, query.runId));
  registrar.add(calls.listRowDifferences, ({ caller, query }) => results.listDifferences(caller, query));
}
