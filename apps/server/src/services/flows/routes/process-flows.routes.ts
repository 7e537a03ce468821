import { flowRoutes } from '@touchstone/contracts/flows';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ProcessFlows } from '../app/process-flows.ts';
import type { FlowRuns } from '../app/runs/flow-runs.ts';

export function addProcessFlowRoutes(
  registrar: Registrar,
  { processFlows, flowRuns }: { processFlows: ProcessFlows; flowRuns: FlowRuns },
): void {
  registrar.add(flowRoutes.createProcessFlow, ({ caller, body }) => processFlows.create(caller, body));
  registrar.add(flowRoutes.listProcessFlows, ({ caller, query: { page, size, ...filter } }) =>
    processFlows.list(caller, filter, { page, size }),
  );
  registrar.add(flowRoutes.detailedFlowView, ({ caller, body }) => processFlows.detail(caller, body.processFlowId));
  registrar.add(flowRoutes.getExecutionSummary, ({ caller, query }) =>
    flowRuns.summary(caller, query.processExecutionId),
  );
  registrar.add(flowRoutes.listScriptStatuses, ({ caller, query }) => {
    const { processExecutionId: runId, testSuiteId: suiteId, page, size } = query;
    return flowRuns.scripts(caller, { runId, suiteId }, { page, size });
  });
  registrar.add(flowRoutes.countWorkflows, ({ caller, query }) => processFlows.count(caller, query.projectId));
  registrar.add(flowRoutes.countNodes, ({ caller, query }) => processFlows.countNodes(caller, query.processFlowId));
}
