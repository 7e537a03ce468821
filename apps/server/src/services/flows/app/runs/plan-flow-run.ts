import type { FlowNode } from '@touchstone/engine-flow/core';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { PlannedRun, RunViewer } from '../../../runs/index.ts';
import type { Environments } from '../../../workspaces/index.ts';
import type { StoredDocument } from '../../domain/flow-document.ts';
import type { FlowNodeKind } from '../../domain/flow-kind.ts';
import { deepest, type FlowRunLabel, type FlowRunPlan, planNodes, starterOf } from '../../domain/flow-run-plan.ts';
import { flowErrors } from '../../errors.ts';
import { flowsStore } from '../../store/flows.store.ts';
import type { Configurations } from '../configurations.ts';
import type { OpenFlow } from '../open-flow.ts';
import type { ValidateDocument } from '../validate-document.ts';
import { digestOf } from './child-id.ts';

/** The input of a workflow run. */
export interface PlanFlowInput {
  projectId: string;
  flowId: string;
  environmentId?: string | undefined;
  variables?: Record<string, unknown> | undefined;
  /** A run configuration; other input takes precedence over its values. */
  configurationId?: string | undefined;
  /** Concurrent nodes; absent: as set in the workflow. */
  parallel?: number | undefined;
  /** Number of parent workflows. */
  depth?: number;
}

/** createPlanFlowRun plans a run of a workflow as saved, unless it has design faults. */
export function createPlanFlowRun({
  platform,
  kinds,
  environments,
  configurations,
  openFlow,
  validate,
}: {
  platform: Platform;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  environments: Environments;
  configurations: Configurations;
  openFlow: OpenFlow;
  validate: ValidateDocument;
}) {
  return async function planFlowRun(caller: RunViewer, input: PlanFlowInput): Promise<PlannedRun> {
    const { projectId, flowId, configurationId, depth = 0 } = input;
    if (depth >= deepest) throw new AppError(flowErrors.tooDeep, { params: { depth } });
    const row = await openFlow(caller, flowId, 'edit');
    if (row.projectId !== projectId) throw new AppError(flowErrors.notFound);
    const chosen = configurationId ? await configurations.ofRun(caller, projectId, configurationId) : undefined;
    const environmentId = input.environmentId ?? chosen?.environmentId ?? null;
    const environmentName = environmentId ? await environments.nameOf(row, environmentId) : null;
    const parallel = input.parallel ?? chosen?.parallel ?? null;
    const faults = await validate(caller, projectId, row.document.flow);
    if (faults.length > 0) {
      const details = faults.map(({ node, link, port, code, message }) => ({
        path: [node ?? link ?? code, port].filter(Boolean).join('.'),
        message,
      }));
      throw new AppError(flowErrors.hasFaults, { params: { count: faults.length }, details });
    }
    const runPlan: FlowRunPlan = {
      flowId,
      revision: row.revision,
      document: parallel === null ? row.document : withParallel(row.document, parallel),
      caller: starterOf(caller),
      environmentId,
      configuration: { name: chosen?.name ?? null, environmentName, parallel },
      variables: { ...chosen?.variables, ...input.variables },
      depth,
    };
    const label: FlowRunLabel = { flowId, revision: row.revision, nodes: row.nodeCount };
    return {
      name: row.name,
      plan: runPlan,
      label,
      steps: planSteps(kinds, flowId, row.document.flow.nodes),
      auditDetail: { flowId, revision: row.revision },
      stored: ({ runId }) => flowsStore.setLastRun(platform.database.sql, flowId, runId),
    };
  };
}

/** planSteps returns the steps of a run that executes these nodes. */
export const planSteps = (kinds: ReadonlyMap<string, FlowNodeKind>, flowId: string, nodes: readonly FlowNode[]) => {
  const subtitle = (node: FlowNode) =>
    kinds.get(node.kind)?.subtitle?.(node) ?? kinds.get(node.kind)?.title ?? node.kind;
  return planNodes(flowId, nodes, subtitle, { newStepId: newId, digestOf });
};

const withParallel = (document: StoredDocument, parallel: number): StoredDocument => ({
  ...document,
  flow: { ...document.flow, parallel },
});
export type PlanFlowRun = ReturnType<typeof createPlanFlowRun>;
