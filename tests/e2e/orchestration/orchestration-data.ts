import type { Client } from '@touchstone/contracts';
import { type FlowDocument, flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { followToEnd } from '../test-data.ts';

interface Made {
  folderKey: string;
  folderUuid: string;
  /** The project's workspace. */
  orchestrationProjectId: string;
}

/** newOrchestrationProject makes a test orchestration project. */
export async function newOrchestrationProject(client: Client, name: string, key: string): Promise<Made> {
  const body = { name, deepLinkId: key, color: '#4f7cff', isRootFolder: true };
  const { deepLinkId, folderUuid, projectId } = await client.call(orchestrationRoutes.createFolder, { body });
  return { folderKey: deepLinkId, folderUuid, orchestrationProjectId: projectId };
}

/** newWorkflow makes a workflow in a folder: a chain of blocks. */
export async function newWorkflow(
  client: Client,
  folderUuid: string,
  name: string,
  nodes: readonly { id: string; kind: string; name: string; settings?: object }[],
): Promise<string> {
  const ids = ['start', ...nodes.map(({ id }) => id)];
  const document = {
    flow: {
      version: 1,
      nodes: [{ id: 'start', kind: 'start', name: 'Start' }, ...nodes],
      links: nodes.map(({ id }, index) => ({ id: `to ${id}`, from: ids[index], to: id })),
    },
    layout: Object.fromEntries(ids.map((id, index) => [id, { x: 320 * index, y: 0 }])),
  } as FlowDocument;
  const body = { folderUuid, name, document };
  return (await client.call(orchestrationRoutes.createWorkflow, { body })).flowId;
}

/** startWorkflow starts a run. */
export const startWorkflow = async (
  client: Client,
  flowId: string,
  variables: Record<string, string> = {},
): Promise<string> => (await client.call(flowRoutes.runFlow, { params: { flowId }, body: { variables } })).runId;

/** runWorkflow starts a run and waits for its last event. */
export async function runWorkflow(client: Client, flowId: string): Promise<string> {
  const runId = await startWorkflow(client, flowId);
  await followToEnd(client, runId);
  return runId;
}
