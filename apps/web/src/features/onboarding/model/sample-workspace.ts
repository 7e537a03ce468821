import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';

/** makeSampleWorkspace makes a workspace with the requests of the sample API, ready to run; answers its id. */
export async function makeSampleWorkspace(): Promise<string> {
  const { projectId } = await api.call(workspaceRoutes.createProject, {
    body: { projectName: 'Petstore', projectDescription: 'The sample API that comes with the product.' },
  });
  const { importId } = await api.call(apiTestingRoutes.importPlayground, { query: { projectId } });
  await api.call(apiTestingRoutes.importSelectedApis, { body: { projectId, importId, byFolder: true } });
  return projectId;
}
