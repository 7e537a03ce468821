import { ApiError, type Client } from '@touchstone/contracts';
import { type FlowSummary, flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { CliError } from '../cli-error.ts';
import { allPages, findNamed } from '../remote/remote-lookup.ts';

/** A workspace of API testing or a project of test orchestration. */
interface Place {
  id: string;
  name: string;
}
export interface FoundFlow {
  place: Place;
  flow: FlowSummary;
}
const pageSize = 200;

/** findFlow finds a workflow by name or id, in the given workspace or in all workspaces the user may open. */
export async function findFlow(client: Client, wanted: string, project: string | undefined): Promise<FoundFlow> {
  const all = await listPlaces(client);
  const places = project === undefined ? all : [findNamed(all, project, 'workspace', (place) => place)];
  const found: FoundFlow[] = [];
  for (const place of places) {
    const flows = await allPages((page) =>
      client.call(flowRoutes.listFlows, { query: { projectId: place.id, page, size: pageSize } }),
    );
    found.push(...flows.map((flow) => ({ place, flow })));
  }
  const key = ({ flow }: FoundFlow) => ({ id: flow.flowId, name: flow.name });
  const named = found.filter(({ flow }) => flow.name.toLowerCase() === wanted.toLowerCase());
  const holders = new Set(named.map(({ place }) => place.name));
  if (holders.size > 1 && !found.some(({ flow }) => flow.flowId === wanted))
    throw new CliError(
      `Several workspaces have a workflow "${wanted}": ${[...holders].map((name) => `"${name}"`).join(', ')}. Say which with --project.`,
    );
  return findNamed(found, wanted, 'workflow', key);
}

/** Workspaces and projects the user may open; none for services the user may not use. */
async function listPlaces(client: Client): Promise<Place[]> {
  const workspaces = await allPages((page) =>
    client.call(workspaceRoutes.listProjects, { query: { page, size: pageSize } }),
  ).catch(noneIfRefused);
  const entries = await allPages((page) =>
    client.call(orchestrationRoutes.listEntries, { body: { page, size: pageSize } }),
  ).catch(noneIfRefused);
  return [
    ...workspaces.map(({ projectId, projectName }) => ({ id: projectId, name: projectName })),
    ...entries.map(({ projectId, name }) => ({ id: projectId, name })),
  ];
}

function noneIfRefused(error: unknown): never[] {
  if (error instanceof ApiError && error.status === 403) return [];
  throw error;
}
