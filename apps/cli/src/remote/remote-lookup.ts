import type { Client, Page } from '@touchstone/contracts';
import { apiTestingRoutes, type Suite } from '@touchstone/contracts/api-testing';
import { type Project, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { CliError } from '../cli-error.ts';

export interface Found {
  project: Project;
  suites: Suite[];
}

const pageSize = 200;

/** allPages reads a list to its end. */
export async function allPages<T>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read(page);
    items.push(...content);
    if (content.length === 0 || items.length >= totalElements) return items;
  }
}

/** findNamed finds by id, by the exact name, or by the name in other case; more than one of a name is a mistake to tell. */
export function findNamed<T>(
  items: T[],
  wanted: string,
  kind: string,
  read: (item: T) => { id: string; name: string },
): T {
  const byId = items.find((item) => read(item).id === wanted);
  if (byId) return byId;
  const exact = items.filter((item) => read(item).name === wanted);
  const found =
    exact.length > 0 ? exact : items.filter((item) => read(item).name.toLowerCase() === wanted.toLowerCase());
  if (found.length > 1)
    throw new CliError(
      `There are ${found.length} ${kind}s called "${wanted}"; give the id: ${found.map((item) => read(item).id).join(', ')}.`,
    );
  if (found[0] !== undefined) return found[0];
  const names = items.slice(0, 20).map((item) => `"${read(item).name}"`);
  const known =
    names.length > 0
      ? `There are: ${names.join(', ')}${items.length > 20 ? ' and more' : ''}.`
      : `No ${kind} exists yet.`;
  throw new CliError(`No ${kind} is named "${wanted}". ${known}`);
}

const projectKey = ({ projectId, projectName }: Project) => ({ id: projectId, name: projectName });
const suiteKey = ({ suiteId, suiteName }: Suite) => ({ id: suiteId, name: suiteName });

const listSuites = (client: Client, projectId: string): Promise<Suite[]> =>
  allPages((page) => client.call(apiTestingRoutes.listSuites, { query: { projectId, page, size: pageSize } }));

/** findSuites finds the workspace and its suites. Without a named workspace, the only one that has all the suites is meant. */
export async function findSuites(client: Client, wanted: string[], projectName: string | undefined): Promise<Found> {
  const projects = await allPages<Project>((page) =>
    client.call(workspaceRoutes.listProjects, { query: { page, size: pageSize } }),
  );
  const pick = (suites: Suite[]) => wanted.map((name) => findNamed(suites, name, 'suite', suiteKey));
  const only = projectName === undefined ? projects[0] : findNamed(projects, projectName, 'workspace', projectKey);
  if (!only) throw new CliError('This user has no workspace. Create one in the product first.');
  if (projectName !== undefined || projects.length === 1)
    return { project: only, suites: pick(await listSuites(client, only.projectId)) };

  const found: Found[] = [];
  for (const project of projects) {
    const suites = await listSuites(client, project.projectId);
    try {
      found.push({ project, suites: pick(suites) });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  const names = (list: Project[]) => list.map(({ projectName: name }) => `"${name}"`).join(', ');
  const suiteWords = wanted.map((name) => `"${name}"`).join(' and ');
  if (found.length > 1)
    throw new CliError(
      `Several workspaces have ${suiteWords}: ${names(found.map(({ project }) => project))}. Say which with --project.`,
    );
  if (found[0] === undefined)
    throw new CliError(
      `No workspace has ${suiteWords}. Workspaces: ${names(projects)}. Name one with --project to see its suites.`,
    );
  return found[0];
}

/** findEnvironmentId finds an environment of a workspace by name or id. */
export async function findEnvironmentId(client: Client, projectId: string, wanted: string): Promise<string> {
  const { environments } = await client.call(workspaceRoutes.listEnvironments, { query: { projectId } });
  return findNamed(environments, wanted, 'environment', ({ environmentId, environmentName }) => ({
    id: environmentId,
    name: environmentName,
  })).environmentId;
}
