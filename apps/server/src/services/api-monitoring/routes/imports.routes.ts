import { monitorImportRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { leaveSignal, readUploads } from '../../api-testing/index.ts';
import type { Imports } from '../app/imports/imports.ts';
import type { SelectEntries } from '../app/imports/select-entries.ts';
import type { Open } from '../app/open.ts';

export function addImportRoutes(
  registrar: Registrar,
  { open, imports, select, uploadMb }: { open: Open; imports: Imports; select: SelectEntries; uploadMb: number },
): void {
  const routes = monitorImportRoutes;
  const urls = [
    [routes.importSwaggerUrl, 'openapi'],
    [routes.importPostmanUrl, 'postman'],
  ] as const;
  for (const [route, format] of urls)
    registrar.add(route, ({ caller, query, reply }) => imports.fromUrl(caller, query, format, leaveSignal(reply)));
  const files = [
    [routes.importSwaggerFile, 'openapi'],
    [routes.importPostmanFile, 'postman'],
  ] as const;
  for (const [route, format] of files)
    registrar.add(route, async ({ caller, query, request, reply }) => {
      await open.project(caller, query.projectId, 'edit');
      const signal = leaveSignal(reply);
      return imports.fromFiles(caller, { ...query, files: await readUploads(request, uploadMb), signal }, format);
    });
  registrar.add(routes.importUptimeKumaFile, async ({ caller, query, request }) => {
    await open.project(caller, query.projectId, 'edit');
    return imports.fromUptimeKuma(caller, query.projectId, await readUploads(request, uploadMb));
  });
  registrar.add(routes.importSelected, ({ caller, body }) => select(caller, body));
}
