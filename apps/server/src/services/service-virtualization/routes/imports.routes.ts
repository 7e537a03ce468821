import { mockImportRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { leaveSignal, readUploads } from '../../api-testing/index.ts';
import type { CarryOutImport } from '../app/imports/carry-out-import.ts';
import type { ExportMock } from '../app/imports/export-mock.ts';
import type { PreviewImports } from '../app/imports/preview-imports.ts';
import type { Open } from '../app/open.ts';

interface Parts {
  open: Open;
  previews: PreviewImports;
  carryOut: CarryOutImport;
  exporting: ExportMock;
  uploadMb: number;
}

export function addImportRoutes(registrar: Registrar, { open, previews, carryOut, exporting, uploadMb }: Parts): void {
  const routes = mockImportRoutes;
  registrar.add(routes.previewImport, ({ caller, body: { text, fileName, ...body }, reply }) => {
    const files = text === undefined ? undefined : [{ fileName, content: text }];
    return previews.preview(caller, { ...body, files }, leaveSignal(reply));
  });
  registrar.add(routes.previewImportFile, async ({ caller, query, request, reply }) => {
    await open.project(caller, query.projectId, 'edit');
    const signal = leaveSignal(reply);
    const uploads = await readUploads(request, uploadMb);
    const files = uploads.map(({ bytes, fileName }) => ({ fileName, content: new Uint8Array(bytes) }));
    return previews.preview(caller, { ...query, files }, signal);
  });
  registrar.add(routes.carryOutImport, ({ caller, body }) => carryOut(caller, body));
  registrar.add(routes.listImportSources, async ({ caller, params }) => ({
    sources: await exporting.sources(caller, params.id),
  }));
  registrar.add(routes.exportMock, async ({ caller, params, query, reply }) => {
    const { fileName, text } = await exporting.file(caller, { projectId: params.id, ...query });
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(text);
  });
}
