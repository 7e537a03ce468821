import { monitoringToolRoutes, monitoringWorkspaceRoutes } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting } from '../../api-testing/index.ts';
import { readCertificateUpload } from '../../workspaces/index.ts';
import type { Open } from '../app/open.ts';
import type { WorkspaceParts } from '../app/projects/workspace-parts.ts';
import { apiMonitoringErrors } from '../errors.ts';

export function addWorkspacePartRoutes(registrar: Registrar, { certificates, variables }: WorkspaceParts): void {
  const routes = monitoringWorkspaceRoutes;
  registrar.add(routes.createCertificate, ({ caller, body }) => certificates.create(caller, body));
  registrar.add(routes.updateCertificate, ({ caller, body }) => certificates.update(caller, body));
  registrar.add(routes.deleteCertificate, async ({ caller, query }) => {
    await certificates.delete(caller, query.certificateId);
    return { message: 'Certificate deleted' };
  });
  registrar.add(routes.listActiveCertificates, async ({ caller, query }) => ({
    certificates: await certificates.listActive(caller, query.projectId),
  }));
  registrar.add(routes.convertCertificate, async ({ caller, query, request }) =>
    certificates.convert(caller, query.projectId, await readCertificateUpload(request)),
  );
  registrar.add(routes.listVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query.projectId, query.environmentId),
  }));
  registrar.add(routes.createVariables, async ({ caller, body: { projectId, environmentId, variables: given } }) => ({
    variables: await variables.add(caller, { projectId, environmentId }, given),
  }));
  registrar.add(routes.updateVariable, ({ caller, body }) => variables.update(caller, body));
  registrar.add(routes.deleteVariables, async ({ caller, query }) => {
    await variables.delete(caller, query.projectId, query.variableIds);
    return { message: 'Deleted' };
  });
}

export function addToolRoutes(
  registrar: Registrar,
  { platform, open, extraction }: { platform: Platform; open: Open; extraction: ApiTesting['extraction'] },
): void {
  const routes = monitoringToolRoutes;
  registrar.add(routes.extractJson, async ({ caller, body }) => ({
    matches: await extraction.json(caller, body.body, body.path),
  }));
  registrar.add(routes.extractXpath, async ({ caller, body }) => ({
    matches: await extraction.xpath(caller, body.body, body.path),
  }));
  registrar.add(routes.inferJsonSchema, async ({ caller, body }) => ({
    schema: await extraction.jsonSchema(caller, body.body),
  }));
  registrar.add(routes.uploadFile, async ({ caller, params, request }) => {
    await open.project(caller, params.id, 'edit');
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new AppError(apiMonitoringErrors.noFile);
    const stored = await platform.files.put({
      organizationId: caller.organizationId,
      owner: `project:${params.id}`,
      name: part.filename.replace(/[^\w.() -]/g, '_').slice(-255) || 'file',
      contentType: part.mimetype,
      content: part.file,
    });
    if (part.file.truncated)
      throw new AppError(platformErrors.tooLarge, { params: { limitMb: platform.config.UPLOAD_MB } });
    const { fileId, name, sizeBytes, contentType } = stored;
    return { fileId, fileName: name, sizeBytes, contentType };
  });
}
