import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';

const document = {
  flow: { version: 1, nodes: [{ id: 'start', kind: 'start', name: 'Start' }] },
  layout: { start: { x: 0, y: 0 } },
};

/** A workflow as a file. */
export const workflowFile = { format: 'touchstone-workflow', version: 1, name: 'From a file', document };

/** Workflows. */
export const calls: ServiceCalls = {
  audiences: {
    everyone: `
      POST workflow/api/flow-webhooks/{token}
      POST workflow/api/hooks/{token}
    `,
    members: `
      GET workflow/api/execution-summary
      GET workflow/api/flow-kinds
      GET workflow/api/flow-ports
      GET workflow/api/flow-runs
      GET workflow/api/flow-runs/{runId}
      GET workflow/api/flow-runs/{runId}/compare
      GET workflow/api/flows
      GET workflow/api/flows/{flowId}
      GET workflow/api/flows/{flowId}/export
      GET workflow/api/flows/{flowId}/hooks
      GET workflow/api/get-worflow-count
      GET workflow/api/node-count-in-processflow
      GET workflow/api/processflow
      GET workflow/api/run-configurations
      GET workflow/api/script-execution-status
      POST workflow/api/detailed-flow-view
      POST workflow/api/flows/validate
      POST workflow/api/get_summary
    `,
    membersWhoChange: `
      DELETE workflow/api/flows
      DELETE workflow/api/flows/{flowId}/hooks/{hookId}
      DELETE workflow/api/run-configurations/{configurationId}
      PATCH workflow/api/flows/{flowId}
      POST workflow/api/create-process-flow
      POST workflow/api/flow-runs/{runId}/rerun
      POST workflow/api/flow-runs/{runId}/signal
      POST workflow/api/flows
      POST workflow/api/flows/{flowId}/clone
      POST workflow/api/flows/{flowId}/hooks
      POST workflow/api/flows/{flowId}/run
      POST workflow/api/flows/import
      POST workflow/api/run-configurations
      PUT workflow/api/flows/{flowId}
      PUT workflow/api/run-configurations/{configurationId}
    `,
  },
  expectations: {
    'POST workflow/api/flow-webhooks/{token}': all(404),
    'POST workflow/api/hooks/{token}': all(404),
    'GET workflow/api/flows/{flowId}/hooks': reads,
    'POST workflow/api/flows/{flowId}/hooks': writes(201),
    'DELETE workflow/api/flows/{flowId}/hooks/{hookId}': destroys,
    'GET workflow/api/flows': reads,
    'POST workflow/api/flows': writes(201),
    'DELETE workflow/api/flows': destroys,
    'GET workflow/api/flows/{flowId}': reads,
    'PUT workflow/api/flows/{flowId}': writes(409),
    'PATCH workflow/api/flows/{flowId}': writes(),
    'POST workflow/api/flows/{flowId}/clone': writes(201),
    'POST workflow/api/flows/{flowId}/run': writes(201),
    'POST workflow/api/flows/validate': reads,
    'POST workflow/api/get_summary': reads,
    'GET workflow/api/flows/{flowId}/export': reads,
    'POST workflow/api/flows/import': writes(201),
    'GET workflow/api/flow-runs/{runId}/compare': reads,
    'GET workflow/api/run-configurations': reads,
    'POST workflow/api/run-configurations': writes(201),
    'PUT workflow/api/run-configurations/{configurationId}': writes(),
    'DELETE workflow/api/run-configurations/{configurationId}': destroys,
    'GET workflow/api/flow-kinds': reads,
    'GET workflow/api/flow-ports': reads,
    'GET workflow/api/flow-runs': reads,
    'GET workflow/api/flow-runs/{runId}': reads,
    'POST workflow/api/flow-runs/{runId}/rerun': writes(409),
    'POST workflow/api/flow-runs/{runId}/signal': writes(409),
    'POST workflow/api/create-process-flow': writes(201),
    'GET workflow/api/processflow': reads,
    'POST workflow/api/detailed-flow-view': reads,
    'GET workflow/api/execution-summary': reads,
    'GET workflow/api/script-execution-status': reads,
    'GET workflow/api/get-worflow-count': reads,
    'GET workflow/api/node-count-in-processflow': reads,
  },
  examples({ projectId = '', scriptId = '', flowId = '', flowRunId = '', configurationId = '', hookId = '' }) {
    const params = { flowId };
    const ofRun = { params: { runId: flowRunId } };
    const query = { processExecutionId: flowRunId };
    return {
      'POST workflow/api/flows': { body: { projectId, name: fresh('Workflow') } },
      'POST workflow/api/hooks/{token}': { params: { token: 'guess' }, body: {} },
      'GET workflow/api/flows/{flowId}/hooks': { params },
      'POST workflow/api/flows/{flowId}/hooks': { params, body: { name: fresh('Hook') } },
      'DELETE workflow/api/flows/{flowId}/hooks/{hookId}': { params: { flowId, hookId } },
      'DELETE workflow/api/flows': { query: { flowIds: flowId } },
      'GET workflow/api/flows/{flowId}': { params },
      // The sample has been saved since.
      'PUT workflow/api/flows/{flowId}': { params, body: { revision: 1, document } },
      'PATCH workflow/api/flows/{flowId}': { params, body: { description: fresh('Described') } },
      'POST workflow/api/flows/{flowId}/clone': { params, body: { name: fresh('Clone') } },
      'POST workflow/api/flows/{flowId}/run': { params, body: {} },
      'GET workflow/api/flows/{flowId}/export': { params },
      'POST workflow/api/flows/import': { body: { projectId, file: workflowFile } },
      'GET workflow/api/flow-runs/{runId}/compare': { ...ofRun, query: { with: flowRunId } },
      'GET workflow/api/run-configurations': { query: { projectId } },
      'POST workflow/api/run-configurations': { body: { projectId, name: fresh('Configuration') } },
      'PUT workflow/api/run-configurations/{configurationId}': {
        params: { configurationId },
        body: { name: fresh('Configuration') },
      },
      'DELETE workflow/api/run-configurations/{configurationId}': { params: { configurationId } },
      'POST workflow/api/get_summary': { body: { flowId } },
      'POST workflow/api/flows/validate': { body: { projectId, document } },
      'GET workflow/api/flow-ports': { query: { projectId, kind: 'api-script', referenceId: scriptId } },
      'GET workflow/api/flow-runs/{runId}': ofRun,
      // The run has no such node.
      'POST workflow/api/flow-runs/{runId}/rerun': { ...ofRun, body: { fromNode: 'nowhere' } },
      'POST workflow/api/flow-runs/{runId}/signal': { ...ofRun, body: { node: 'start', outcome: 'approved' } },
      'POST workflow/api/create-process-flow': {
        body: { projectId, processFlowName: fresh('Process'), scriptIds: [scriptId] },
      },
      'POST workflow/api/detailed-flow-view': { body: { processFlowId: flowId } },
      'GET workflow/api/execution-summary': { query },
      'GET workflow/api/script-execution-status': { query },
      'GET workflow/api/node-count-in-processflow': { query: { processFlowId: flowId } },
    };
  },
};
