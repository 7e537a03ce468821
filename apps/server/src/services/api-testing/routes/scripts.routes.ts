import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { MoveScripts } from '../app/suites/move-scripts.ts';
import type { OpenSuites } from '../app/suites/open-suites.ts';
import type { Scripts } from '../app/suites/scripts.ts';
import type { PartKind } from '../domain/suites/script-parts.ts';
import { apiTestingErrors } from '../errors.ts';

const calls = apiTestingRoutes;
const parts = [
  [calls.deleteHeader, 'header'],
  [calls.deleteParam, 'param'],
  [calls.deleteHeaderAssertion, 'assertHeader'],
  [calls.deleteJsonAssertion, 'assertJson'],
  [calls.deleteBodyAssertion, 'assertBody'],
  [calls.deleteStatusAssertion, 'assertStatus'],
  [calls.deleteXpathAssertion, 'assertXpath'],
  [calls.deleteDataHandler, 'dataHandler'],
  [calls.deleteFormData, 'formData'],
] as const satisfies [unknown, PartKind][];

export function addScriptRoutes(
  registrar: Registrar,
  {
    platform,
    scripts,
    moveScripts,
    workspaces,
    access,
  }: { platform: Platform; scripts: Scripts; moveScripts: MoveScripts; workspaces: Workspaces; access: OpenSuites },
): void {
  registrar.add(calls.listScripts, ({ caller, query: { page, size, ...filter } }) =>
    scripts.list(caller, filter, { page, size }),
  );
  registrar.add(calls.getScript, ({ caller, query }) => scripts.read(caller, query.scriptId));
  registrar.add(calls.saveScript, ({ caller, query, body }) =>
    scripts.save(caller, query.suiteId ?? [], body, query.updatedAt ? new Date(query.updatedAt) : undefined),
  );
  registrar.add(calls.deleteScripts, async ({ caller, query }) => {
    await scripts.delete(caller, query.scriptIds, query.trashId);
    return { message: query.scriptIds.length === 1 ? 'Script deleted' : `${query.scriptIds.length} scripts deleted` };
  });
  registrar.add(calls.cloneScript, ({ caller, body }) => scripts.clone(caller, body));
  registrar.add(calls.reorderScripts, async ({ caller, body }) => {
    await scripts.reorder(caller, body.suiteId, body.scriptIds);
    return { message: 'Order saved' };
  });
  registrar.add(calls.moveScripts, async ({ caller, body }) => {
    await moveScripts(caller, body);
    return { message: 'Moved' };
  });
  for (const [route, kind] of parts) {
    registrar.add(route, async ({ caller, params }) => {
      await scripts.deletePart(caller, kind, params.id);
      return { message: 'Deleted' };
    });
  }
  registrar.add(calls.addFormData, ({ caller, body }) => scripts.addFormFields(caller, body.scriptId, body.fields));
  registrar.add(calls.uploadFile, async ({ caller, query, request }) => {
    const [script] = query.scriptId ? await access.openScripts(caller, [query.scriptId], 'edit') : [];
    const projectId = script?.projectId ?? query.projectId;
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!projectId || !part) throw new AppError(apiTestingErrors.noFile);
    if (!script) await workspaces.open(caller, projectId, 'edit');
    const name = part.filename.replace(/[^\w.() -]/g, '_').slice(-255) || 'file';
    const owner = `project:${projectId}`;
    const stored = await platform.files.put({
      organizationId: caller.organizationId,
      owner,
      name,
      contentType: part.mimetype,
      content: part.file,
    });
    if (part.file.truncated)
      throw new AppError(platformErrors.tooLarge, { params: { limitMb: platform.config.UPLOAD_MB } });
    return {
      fileId: stored.fileId,
      fileName: stored.name,
      sizeBytes: stored.sizeBytes,
      contentType: stored.contentType,
    };
  });
  registrar.add(calls.downloadScriptFile, async ({ caller, query, reply }) => {
    const file = await platform.files.open(caller.organizationId, query.fileId);
    const projectId = /^project:(.+)$/.exec(file.owner)?.[1];
    if (!projectId) throw new AppError(platformErrors.fileNotFound);
    await workspaces.open(caller, projectId, 'view');
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${file.name.replaceAll('"', '')}"`)
      .send(file.stream);
  });
}
