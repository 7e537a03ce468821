import { driftRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ApplyDrift } from '../app/drift/apply-drift.ts';
import type { DriftChecks } from '../app/drift/drift-checks.ts';

export function addDriftRoutes(
  registrar: Registrar,
  { checks, apply }: { checks: DriftChecks; apply: ApplyDrift },
): void {
  const routes = driftRoutes;
  registrar.add(routes.startDriftCheck, ({ caller, body }) => checks.start(caller, body));
  registrar.add(routes.listDriftChecks, ({ caller, params, query }) => checks.list(caller, params.id, query));
  registrar.add(routes.getDriftCheck, ({ caller, params }) => checks.view(caller, params.id));
  registrar.add(routes.listDriftFindings, ({ caller, params, query }) => checks.findings(caller, params.id, query));
  registrar.add(routes.cancelDriftCheck, ({ caller, params }) => checks.cancel(caller, params.id));
  registrar.add(routes.applyDrift, ({ caller, params, body }) => apply(caller, params.id, body.findingIds));
  registrar.add(routes.deleteDriftCheck, async ({ caller, params }) => {
    await checks.delete(caller, params.id);
    return { message: 'Deleted' };
  });
}
