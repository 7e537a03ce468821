import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Flows } from '../app/flows.ts';
import type { PlanFlowRun } from '../app/runs/plan-flow-run.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { ChildRun, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';
import { flowRunsStore } from '../store/flow-runs.store.ts';

/** createSubWorkflowKind lets a workflow run another one, as a part of its own run; inputs become its variables. */
export function createSubWorkflowKind({
  platform,
  flows,
  plan,
}: {
  platform: Platform;
  flows: Flows;
  plan: PlanFlowRun;
}): FlowNodeKind {
  const engine = engineKind('sub-workflow');
  return {
    node: engine,
    title: 'Workflow',
    description: 'Runs another workflow; its inputs are variables there.',
    group: 'control',
    service: 'workflow',
    hasOwnPorts: true,
    planChild: (attempt) => planPart(plan, attempt, attempt.inputs),
    async readChild(run) {
      const given = await flowRunsStore.outputsOf(platform.database.pool, [run.runId]);
      const detail = { runId: run.runId, counts: run.counts };
      const outputs = given.get(run.runId) ?? {};
      return { outcome: run.status === 'passed' ? 'passed' : 'failed', message: run.message, outputs, detail };
    },
    paths: {
      namesOf: (caller, ids) => flows.namesById(caller, ids),
      find: (caller, projectId, names, near) => flows.findNamed(caller, projectId, names.at(-1) ?? '', near),
    },
    existing: (caller, projectId, ids) => flows.existing(caller.organizationId, projectId, ids),
  };
}

/** planPart plans a run of the workflow that a node refers to, one level below the node's run. */
export async function planPart(
  plan: PlanFlowRun,
  { caller, projectId, node, environmentId, depth }: FlowAttempt,
  variables: Readonly<Record<string, unknown>>,
): Promise<ChildRun> {
  const { workflowId } = node.settings;
  const input = { projectId, flowId: String(workflowId), environmentId, variables, depth: depth + 1 };
  const planned = await plan(caller, input).catch((error: unknown) => {
    const [detail] = error instanceof AppError ? error.details : [];
    throw detail ? new Error(`${(error as Error).message} ${detail.message}`) : error;
  });
  const { name, plan: runPlan, label, steps } = planned;
  return { kind: flowRunKind, name, plan: runPlan, label, steps };
}
