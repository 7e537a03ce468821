import type { ReconciliationFields } from '@touchstone/contracts/reconcile';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting, PlannedRequest } from '../../api-testing/index.ts';
import type { PlannedRun, PlannedStep, RunViewer } from '../../runs/index.ts';
import type { Databases } from '../../workspaces/index.ts';
import { stepKinds } from '../domain/run-steps.ts';
import { reconcileErrors } from '../errors.ts';
import { reconciliationsStore } from '../store/reconciliations.store.ts';
import type { ComparedFields } from './compare-sides.ts';
import type { OpenReconciliation } from './open-reconciliation.ts';

/** Everything a run of a reconciliation needs; secrets in it are sealed. */
export interface ReconcileRunPlan {
  reconciliationId: string;
  fields: ComparedFields;
  request: PlannedRequest;
  rowLimit: number | null;
}

/** createPlanReconciliation plans a run of a saved reconciliation. */
export function createPlanReconciliation(needs: {
  platform: Platform;
  access: OpenReconciliation;
  requestSender: ApiTesting['requestSender'];
  databases: Databases;
}) {
  const { platform, access, requestSender, databases } = needs;
  return async function planReconciliation(
    caller: RunViewer,
    input: {
      projectId: string;
      reconciliationId: string;
      environmentId?: string | undefined;
      /** Values that override all other variables. */
      given?: Record<string, string>;
    },
  ): Promise<PlannedRun> {
    const row = await access.open(caller, input.reconciliationId, 'edit');
    if (row.projectId !== input.projectId) throw new AppError(reconcileErrors.notFound);
    const { rowLimit } = await access.openPro(caller, row.projectId);
    const { organizationId } = caller;
    const { projectId, scriptId } = row;
    const script = await requestSender.find(organizationId, scriptId);
    if (!script) throw new AppError(reconcileErrors.requestDeleted);
    const target = await databases.findTarget({ organizationId, projectId }, row.databaseConfigurationId);
    if (!target) throw new AppError(reconcileErrors.databaseDeleted);
    const environmentId = input.environmentId ?? row.environmentId;
    const request = await requestSender.plan(caller, { projectId, scriptId, environmentId, given: input.given });
    const fields = toCompared({ ...row, ...row.definition });
    const plan: ReconcileRunPlan = { reconciliationId: row.id, fields, request, rowLimit };
    return {
      name: row.name,
      plan,
      label: { environmentName: request.environmentName, databaseName: target.name, reconciliationId: row.id },
      steps: stepsOf({ request: request.step.name, database: target.name, reconciliationId: row.id }),
      stored: ({ runId }) => reconciliationsStore.setLastRun(platform.database.sql, row.id, runId),
    };
  };
}
export type PlanReconciliation = ReturnType<typeof createPlanReconciliation>;

/** toCompared drops what the comparison doesn't need. */
export function toCompared(fields: ComparedFields): ComparedFields {
  const { rowPath, keys, columns, timeZone, allowOnlyInApi, allowOnlyInDatabase } = fields;
  const { databaseConfigurationId, query, timeoutMs } = fields satisfies Pick<ReconciliationFields, 'query'>;
  const rules = { rowPath, keys, columns, timeZone, allowOnlyInApi, allowOnlyInDatabase };
  return { ...rules, databaseConfigurationId, query, timeoutMs };
}

async function* stepsOf(names: {
  request: string;
  database: string;
  reconciliationId: string;
}): AsyncGenerator<PlannedStep> {
  const titles = { request: names.request, query: names.database, compare: 'Compare rows' };
  for (const kind of stepKinds)
    yield {
      stepId: newId(),
      kind,
      title: titles[kind],
      groupId: null,
      sourceId: kind === 'compare' ? names.reconciliationId : null,
      plan: {},
      summary: {},
    };
}
