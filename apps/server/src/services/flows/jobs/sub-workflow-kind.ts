import { AppError } from '@touchstone/kernel';
import type { Flows } from '../app/flows.ts';
import type { PlanFlowRun } from '../app/plan-flow-run.ts';
import { engineKind } from '../domain/control-kinds.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';

/** createSubWorkflowKind lets a workflow run another one, as a run that is a part of its own; inputs are variables there. */
export function createSubWorkflowKind({ flows, plan }: { flows: Flows; plan: PlanFlowRun }): FlowNodeKind {
  const engine = engineKind('sub-workflow');
  return {
    node: engine,
    title: 'Workflow',
    description: 'Runs another workflow; its inputs are variables there.',
    group: 'control',
    service: 'workflow',
    hasOwnPorts: true,
    async planChild({ caller, projectId, node, inputs, environmentId, depth }) {
      const { workflowId } = node.settings;
      const input = { projectId, flowId: String(workflowId), environmentId, variables: inputs, depth: depth + 1 };
      const {
        name,
        plan: runPlan,
        label,
        steps,
      } = await plan(caller, input).catch((error: unknown) => {
        const [detail] = error instanceof AppError ? error.details : [];
        throw detail ? new Error(`${(error as Error).message} ${detail.message}`) : error;
      });
      return { kind: flowRunKind, name, plan: runPlan, label, steps };
    },
    async findMissing(caller, projectId, references) {
      const ids = references.map(({ id }) => id).filter((id) => /^[0-9a-f-]{36}$/i.test(id));
      const there = await flows.existing(caller.organizationId, projectId, ids);
      return references.filter(({ id }) => !there.has(id));
    },
  };
}
