import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { PlannedRun, RunViewer } from '../../runs/index.ts';
import type { Environments } from '../../workspaces/index.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { deepest, type FlowRunLabel, type FlowRunPlan, planNodes } from '../domain/flow-run-plan.ts';
import { flowErrors } from '../errors.ts';
import { flowsStore } from '../store/flows.store.ts';
import { digestOf } from './child-id.ts';
import type { OpenFlow } from './open-flow.ts';
import type { ValidateDocument } from './validate-document.ts';

/** What a run of a workflow is made from. */
export interface PlanFlowInput {
  projectId: string;
  flowId: string;
  environmentId?: string | undefined;
  variables?: Record<string, unknown> | undefined;
  /** Workflows above this one. */
  depth?: number;
}

/** createPlanFlowRun plans a run of a workflow as it is saved, where it has no design fault. */
export function createPlanFlowRun({
  platform,
  kinds,
  environments,
  openFlow,
  validate,
}: {
  platform: Platform;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  environments: Environments;
  openFlow: OpenFlow;
  validate: ValidateDocument;
}) {
  return async function planFlowRun(caller: RunViewer, input: PlanFlowInput): Promise<PlannedRun> {
    const { projectId, flowId, environmentId, variables = {}, depth = 0 } = input;
    if (depth >= deepest) throw new AppError(flowErrors.tooDeep, { params: { depth } });
    const row = await openFlow(caller, flowId, 'edit');
    if (row.projectId !== projectId) throw new AppError(flowErrors.notFound);
    if (environmentId) await environments.assertThere(row, environmentId);
    const faults = await validate(caller, projectId, row.document.flow);
    if (faults.length > 0) {
      const details = faults.map(({ node, link, port, code, message }) => ({
        path: [node ?? link ?? code, port].filter(Boolean).join('.'),
        message,
      }));
      throw new AppError(flowErrors.hasFaults, { params: { count: faults.length }, details });
    }
    const { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address } = caller;
    const runPlan: FlowRunPlan = {
      flowId,
      revision: row.revision,
      document: row.document,
      caller: { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address },
      environmentId: environmentId ?? null,
      variables,
      depth,
    };
    const label: FlowRunLabel = { flowId, revision: row.revision, nodes: row.nodeCount };
    const subtitle = (node: Parameters<NonNullable<FlowNodeKind['subtitle']>>[0]) =>
      kinds.get(node.kind)?.subtitle?.(node) ?? kinds.get(node.kind)?.title ?? node.kind;
    return {
      name: row.name,
      plan: runPlan,
      label,
      steps: planNodes(flowId, row.document.flow.nodes, subtitle, { newStepId: newId, digestOf }),
      auditDetail: { flowId, revision: row.revision },
      stored: ({ runId }) => flowsStore.setLastRun(platform.database.sql, flowId, runId),
    };
  };
}
export type PlanFlowRun = ReturnType<typeof createPlanFlowRun>;
