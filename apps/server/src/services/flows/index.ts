import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add, defineSlot, take } from '../../platform/slots.ts';
import { runKinds, runsService } from '../runs/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createFlowRuns } from './app/flow-runs.ts';
import { createFlows } from './app/flows.ts';
import { createOpenFlow } from './app/open-flow.ts';
import { createPlanFlowRun } from './app/plan-flow-run.ts';
import { createProcessFlows } from './app/process-flows.ts';
import { createKindsFor, createValidateDocument } from './app/validate-document.ts';
import { controlKinds } from './domain/control-kinds.ts';
import type { FlowNodeKind } from './domain/flow-kind.ts';
import { flowErrors } from './errors.ts';
import { createFlowKind } from './jobs/flow-kind.ts';
import { createHttpKind } from './jobs/http-kind.ts';
import { messageKinds } from './jobs/message-kinds.ts';
import { createSubWorkflowKind } from './jobs/sub-workflow-kind.ts';
import { addFlowRoutes } from './routes/flows.routes.ts';
import { addProcessFlowRoutes } from './routes/process-flows.routes.ts';

export type { AttemptEnd, ChildRun, FlowAttempt, FlowNodeKind } from './domain/flow-kind.ts';

/** Services whose tests workflows can run add kinds of nodes here. */
export const nodeKinds = defineSlot<FlowNodeKind>('kinds of nodes of workflows');

const needs = { runs: runsService, workspaces: workspacesService };

/** flowsService keeps workflows and runs them; see the README. */
export const flowsService = defineService<undefined, typeof needs>({
  name: 'flows',
  needs,
  errors: flowErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { runs, workspaces: { workspaces, environments, databases, variables, certificates } }) {
    const kinds = new Map<string, FlowNodeKind>();
    const register = (kind: FlowNodeKind): void => {
      const name = kind.node.kind;
      if (kinds.has(name)) throw new Error(`Two kinds of nodes are named ${name}.`);
      kinds.set(name, kind);
    };
    const openFlow = createOpenFlow({ platform, workspaces });
    const kindsFor = createKindsFor({ platform, kinds });
    const validate = createValidateDocument({ platform, kinds, environments, databases, kindsFor });
    const plan = createPlanFlowRun({ platform, kinds, environments, openFlow, validate });
    const flows = createFlows({ platform, runs, workspaces, openFlow });
    const flowRuns = createFlowRuns({ platform, runs });
    for (const kind of [
      ...controlKinds,
      ...messageKinds(platform),
      createHttpKind({ platform, variables, certificates }),
      createSubWorkflowKind({ flows, plan }),
    ])
      register(kind);
    const processFlows = createProcessFlows({ flows, kinds, openFlow, validate });
    return {
      door: undefined,
      adds: [add(runKinds, createFlowKind({ platform, runs, workspaces, kinds, plan }))],
      takes: [take(nodeKinds, register)],
      on: [
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          flows.deleteProject({ organizationId, projectId }),
        ),
      ],
      routes(registrar) {
        addFlowRoutes(registrar, { flows, flowRuns, kinds, kindsFor, validate, runs, workspaces });
        addProcessFlowRoutes(registrar, { processFlows, flowRuns });
      },
    };
  },
});
