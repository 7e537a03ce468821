import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../../platform/http/registrar.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import type { ExportSuites } from '../../app/imports/export-suites.ts';
import type { Imports } from '../../app/imports/imports.ts';
import type { WorkspaceFiles } from '../../app/workspace-file/workspace-files.ts';
import { exampleRequests } from '../../domain/suites/example-requests.ts';
import { leaveSignal } from '../leave-signal.ts';
import { readUploads } from './read-uploads.ts';
import { reading, sendWorkspaceFile } from './workspace-files.routes.ts';

const calls = apiTestingRoutes;

export function addImportRoutes(
  registrar: Registrar,
  {
    imports,
    exportSuites,
    workspaceFiles,
    workspaces,
    uploadMb,
  }: {
    imports: Imports;
    exportSuites: ExportSuites;
    workspaceFiles: WorkspaceFiles;
    workspaces: Workspaces;
    uploadMb: number;
  },
): void {
  for (const route of [calls.importSwaggerUrl, calls.importPostmanUrl])
    registrar.add(route, ({ caller, query, reply }) => imports.fromUrl(caller, query, leaveSignal(reply)));
  registrar.add(calls.importWsdlUrl, ({ caller, query, reply }) =>
    imports.fromWsdlUrl(caller, query, leaveSignal(reply)),
  );
  for (const route of [calls.importJsonFile, calls.importPostmanFile, calls.importWsdlFile]) {
    registrar.add(route, async ({ caller, query, request, reply }) => {
      await workspaces.open(caller, query.projectId, 'edit');
      const signal = leaveSignal(reply);
      return imports.fromFiles(caller, { ...query, files: await readUploads(request, uploadMb), signal });
    });
  }
  registrar.add(calls.importCurl, ({ caller, body }) => imports.fromText(caller, body));
  registrar.add(calls.useExample, async ({ caller, query }) => {
    if (query.projectId) await workspaces.open(caller, query.projectId, 'view');
    const requests = exampleRequests();
    return { requests: query.isPlayground === false ? requests : requests.slice(0, 1) };
  });
  registrar.add(calls.importSelectedApis, ({ caller, body }) => imports.select(caller, body));
  registrar.add(calls.exportProject, async ({ caller, body, reply }) => {
    const { format, ...choice } = body;
    if (format === 'touchstone')
      return sendWorkspaceFile(reply, await workspaceFiles.export(reading(caller), body.projectId));
    const { fileName, contentType, text, losses } = await exportSuites(reading(caller), { ...choice, format });
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('x-export-losses', encodeURIComponent(JSON.stringify(losses)))
      .send(text);
  });
}
