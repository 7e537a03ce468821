import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, type WorkspaceReport } from '@touchstone/contracts/api-testing';
import { type Project, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { type FolderFiles, writeFolder } from '@touchstone/engine-import/workspace';
import { CliError } from '../cli-error.ts';
import { allPages, findNamed } from '../remote/remote-lookup.ts';

/** A workspace as on the server. */
export interface RemoteContent {
  files: FolderFiles;
  revision: string;
}

/** findWorkspace finds a workspace by name or id. */
export async function findWorkspace(client: Client, wanted: string): Promise<Project> {
  const projects = await allPages<Project>((page) =>
    client.call(workspaceRoutes.listProjects, { query: { page, size: 200 } }),
  );
  return findNamed(projects, wanted, 'workspace', ({ projectId, projectName }) => ({
    id: projectId,
    name: projectName,
  }));
}

/** readRemote reads a workspace as a folder of files. */
export async function readRemote(client: Client, projectId: string): Promise<RemoteContent> {
  const answer = await client.raw(apiTestingRoutes.exportProject, { body: { projectId, format: 'touchstone' } });
  const revision = answer.headers.get('x-workspace-revision');
  if (!revision) throw new CliError('This server is older than the command and has no workspace files. Update it.');
  return { files: writeFolder((await answer.json()) as Record<string, unknown>), revision };
}

const form = (document: object): FormData => {
  const body = new FormData();
  body.append('file', new Blob([JSON.stringify(document)], { type: 'application/json' }), 'workspace.json');
  return body;
};

export const planRemote = (client: Client, projectId: string, document: object): Promise<WorkspaceReport> =>
  client.call(apiTestingRoutes.planWorkspace, { query: { projectId, removes: 'true' }, body: form(document) });

export const applyRemote = (
  client: Client,
  { projectId, revision }: { projectId: string; revision: string },
  document: object,
): Promise<WorkspaceReport> =>
  client.call(apiTestingRoutes.applyWorkspace, {
    query: { projectId, revision, removes: 'true' },
    body: form(document),
  });
