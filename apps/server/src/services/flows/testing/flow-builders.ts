import type { Client } from '@touchstone/contracts';
import { type FlowDocument, type FlowRunState, flowRoutes } from '@touchstone/contracts/flows';
import type { FlowInput } from '@touchstone/engine-flow/core';
import { followRun } from '../../api-testing/testing/builders.ts';

let counter = 0;

/** documentOf returns a workflow in its API form. */
export const documentOf = (flow: Omit<FlowInput, 'version'>): FlowDocument => ({
  flow: { version: 1, ...flow } as FlowDocument['flow'],
  layout: {},
});

/** start is the start node of every workflow. */
export const start = { id: 'start', kind: 'start', name: 'Start' };

/** chain links nodes one after another. */
export const chain = (...ids: string[]) =>
  ids.slice(1).map((to, index) => ({ id: `${ids[index]}-${to}`, from: ids[index] ?? '', to }));

/** newFlow creates a workflow through the API. */
export async function newFlow(client: Client, projectId: string, flow: Omit<FlowInput, 'version'>): Promise<string> {
  counter += 1;
  const body = { projectId, name: `Workflow ${counter}`, document: documentOf(flow) };
  return (await client.call(flowRoutes.createFlow, { body })).flowId;
}

/** runFlow starts a workflow. */
export const runFlow = async (
  client: Client,
  flowId: string,
  variables: Record<string, string> = {},
): Promise<string> => (await client.call(flowRoutes.runFlow, { params: { flowId }, body: { variables } })).runId;

/** flowRun returns the state of a run. */
export const flowRun = (client: Client, runId: string): Promise<FlowRunState> =>
  client.call(flowRoutes.getFlowRun, { params: { runId } });

/** runFlowToEnd starts a workflow and waits for its last event. */
export async function runFlowToEnd(client: Client, flowId: string): Promise<FlowRunState> {
  const runId = await runFlow(client, flowId);
  await followRun(client, runId);
  return flowRun(client, runId);
}

/** statusesOf returns the status of each node. */
export const statusesOf = ({ nodes }: FlowRunState): Record<string, string> =>
  Object.fromEntries(nodes.map(({ node, status }) => [node, status]));
