import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../../platform/http/caller.ts';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import type { WorkspaceFiles } from '../../app/workspace-file/workspace-files.ts';
import { readUploads } from './read-uploads.ts';

/**
 * reading drops `openedForChange`: the caller needs the right to change the workspace but changes nothing, so open
 * pages aren't notified.
 */
export const reading = ({ openedForChange: _, ...caller }: Caller): Caller => caller;

/** addWorkspaceFileRoutes adds the calls that read and write entire workspaces. */
export function addWorkspaceFileRoutes(
  registrar: Registrar,
  {
    workspaceFiles,
    workspaces,
    uploadMb,
  }: { workspaceFiles: WorkspaceFiles; workspaces: Workspaces; uploadMb: number },
): void {
  const contentOf = async (request: FastifyRequest): Promise<Buffer> => {
    const [file] = await readUploads(request, uploadMb);
    return file?.bytes ?? Buffer.alloc(0);
  };
  registrar.add(apiTestingRoutes.importWorkspace, async ({ caller, query, request }) =>
    workspaceFiles.import(caller, { ...query, content: await contentOf(request) }),
  );
  registrar.add(apiTestingRoutes.planWorkspace, async ({ caller: whole, query, request }) => {
    const caller = reading(whole);
    const { projectId, removes } = query;
    await workspaces.open(caller, projectId, 'edit');
    return workspaceFiles.plan(caller, { projectId, removes: removes === 'true', content: await contentOf(request) });
  });
  registrar.add(apiTestingRoutes.applyWorkspace, async ({ caller, query, request }) => {
    const { projectId, removes, revision } = query;
    await workspaces.open(caller, projectId, 'edit');
    const content = await contentOf(request);
    return workspaceFiles.apply(caller, { projectId, revision, removes: removes === 'true', content });
  });
  registrar.add(apiTestingRoutes.findText, ({ caller, body }) => workspaceFiles.find(reading(caller), body));
  registrar.add(apiTestingRoutes.replaceText, ({ caller, body }) => workspaceFiles.replace(caller, body));
}

/** sendWorkspaceFile sends a workspace as a file, with its revision and what it leaves out. */
export const sendWorkspaceFile = (
  reply: FastifyReply,
  { fileName, text, revision, losses }: Awaited<ReturnType<WorkspaceFiles['export']>>,
) =>
  reply
    .type('application/json')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('x-export-losses', encodeURIComponent(JSON.stringify(losses)))
    .header('x-workspace-revision', revision)
    .send(text);
