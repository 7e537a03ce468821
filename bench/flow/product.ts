import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@touchstone/contracts';
import { type FlowDocument, type FlowRunState, flowRoutes } from '@touchstone/contracts/flows';
import { finalRunStatuses, type RunAnswer, runRoutes } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';

/** A workflow as written in these measurements; the start is added. */
export interface Graph {
  nodes: { id: string; kind: string; name: string; settings?: Record<string, unknown>; outputs?: unknown[] }[];
  links: { id: string; from: string; to: string }[];
  parallel?: number;
}

export const newProject = async (client: Client): Promise<string> =>
  (await client.call(workspaceRoutes.createProject, { body: { projectName: `Flows ${crypto.randomUUID()}` } }))
    .projectId;

/** newFlow stores a workflow. */
export async function newFlow(client: Client, projectId: string, name: string, graph: Graph): Promise<string> {
  const flow = { version: 1, ...graph, nodes: [{ id: 'start', kind: 'start', name: 'Start' }, ...graph.nodes] };
  const document = { flow: flow as unknown as FlowDocument['flow'], layout: {} };
  return (await client.call(flowRoutes.createFlow, { body: { projectId, name, document } })).flowId;
}

export const runFlow = async (client: Client, flowId: string): Promise<string> =>
  (await client.call(flowRoutes.runFlow, { params: { flowId }, body: {} })).runId;

export const flowRunOf = (client: Client, runId: string): Promise<FlowRunState> =>
  client.call(flowRoutes.getFlowRun, { params: { runId } });

/** untilEnded polls until the run has ended, whatever happens to the server in the meantime. */
export async function untilEnded(client: Client, runId: string, everyMs = 100): Promise<RunAnswer> {
  for (;;) {
    const run = await client.call(runRoutes.getRun, { params: { runId } }).catch((error: { status?: number }) => {
      if ((error.status ?? 0) >= 400 && (error.status ?? 0) < 500) throw error;
      return undefined;
    });
    if (run && finalRunStatuses.includes(run.status)) return run;
    await delay(everyMs);
  }
}

/** request returns a node that sends a POST request and outputs the response body. */
export const request = (id: string, url: string): Graph['nodes'][number] => ({
  id,
  kind: 'http',
  name: id,
  settings: { method: 'POST', url },
  outputs: [{ name: 'body', type: 'json' }],
});

export const link = (from: string, to: string): Graph['links'][number] => ({ id: `${from}-${to}`, from, to });

/** A quantile of sorted figures; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
