import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DataFiles, Workspaces } from '../../workspaces/index.ts';
import type { FindUsedVariables } from '../app/suites/used-variables.ts';
import { apiTestingErrors } from '../errors.ts';

const calls = apiTestingRoutes;

export function addDataFileRoutes(
  registrar: Registrar,
  needs: { dataFiles: DataFiles; workspaces: Workspaces; usedVariables: FindUsedVariables },
): void {
  const { dataFiles, workspaces, usedVariables } = needs;
  registrar.add(calls.uploadDataFile, async ({ caller, query, request }) => {
    await workspaces.open(caller, query.projectId, 'edit');
    const part = request.isMultipart() ? await request.file() : undefined;
    if (!part) throw new AppError(apiTestingErrors.noFile);
    const { filename: fileName, mimetype: contentType, file: content } = part;
    const upload = { fileName, contentType, content };
    return dataFiles.upload(caller, query.projectId, upload, () => usedVariables(caller, query));
  });
  registrar.add(calls.getDataFile, ({ caller, query }) =>
    dataFiles.get(caller, query, () => usedVariables(caller, query)),
  );
}
