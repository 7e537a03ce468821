import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DataFiles } from '../app/workspaces/data-files.ts';
import type { Workspaces } from '../app/workspaces/workspaces.ts';
import { apiTestingErrors } from '../errors.ts';

const calls = apiTestingRoutes;

export function addDataFileRoutes(
  registrar: Registrar,
  { dataFiles, workspaces }: { dataFiles: DataFiles; workspaces: Workspaces },
): void {
  registrar.add(calls.uploadDataFile, async ({ caller, query, request }) => {
    await workspaces.open(caller, query.projectId, 'edit');
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new AppError(apiTestingErrors.noFile);
    const { filename: fileName, mimetype: contentType, file: content } = part;
    return dataFiles.upload(caller, query, { fileName, contentType, content });
  });
  registrar.add(calls.getDataFile, ({ caller, query: { fileId, ...context } }) =>
    dataFiles.get(caller, fileId, context),
  );
}
