import { routes } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import { platformErrors } from '../../../platform/errors.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ExportSuites } from '../app/export-suites.ts';
import type { Imports } from '../app/imports.ts';
import type { Workspaces } from '../app/workspaces.ts';
import { apiTestingErrors } from '../errors.ts';

const calls = routes.apiTesting;

export function addImportRoutes(
  registrar: Registrar,
  {
    imports,
    exportSuites,
    workspaces,
    uploadMb,
  }: { imports: Imports; exportSuites: ExportSuites; workspaces: Workspaces; uploadMb: number },
): void {
  for (const route of [calls.importSwaggerUrl, calls.importPostmanUrl, calls.importWsdlUrl])
    registrar.add(route, ({ caller, query }) => imports.fromUrl(caller, query));
  for (const route of [calls.importJsonFile, calls.importPostmanFile, calls.importWsdlFile]) {
    registrar.add(route, async ({ caller, query, request }) => {
      await workspaces.open(caller, query.projectId, 'edit');
      return imports.fromFile(caller, { ...query, ...(await readUpload(request, uploadMb)) });
    });
  }
  registrar.add(calls.importCurl, ({ caller, body }) =>
    imports.fromFile(caller, { projectId: body.projectId, bytes: Buffer.from(body.text), fileName: 'commands.curl' }),
  );
  registrar.add(calls.importSelectedApis, ({ caller, body }) => imports.select(caller, body));
  registrar.add(calls.exportProject, async ({ caller, body, reply }) => {
    const { fileName, contentType, text } = await exportSuites(caller, body);
    return reply.type(contentType).header('content-disposition', `attachment; filename="${fileName}"`).send(text);
  });
}

async function readUpload(request: FastifyRequest, limitMb: number): Promise<{ bytes: Buffer; fileName: string }> {
  const part = request.isMultipart() ? await request.file() : undefined;
  if (!part) throw new AppError(apiTestingErrors.noFile);
  const bytes = await part.toBuffer().catch((cause: unknown) => {
    throw new AppError(platformErrors.tooLarge, { params: { limitMb }, cause });
  });
  return { bytes, fileName: part.filename };
}
