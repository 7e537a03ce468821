import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { apiTesting } = routes;

/** makeSampleWorkspace makes a workspace with the requests of the sample API, ready to run; answers its id. */
export async function makeSampleWorkspace(): Promise<string> {
  const { projectId } = await api.call(apiTesting.createProject, {
    body: { projectName: 'Petstore', projectDescription: 'The sample API that comes with the product.' },
  });
  const { importId } = await api.call(apiTesting.importPlayground, { query: { projectId } });
  await api.call(apiTesting.importSelectedApis, { body: { projectId, importId, byFolder: true } });
  return projectId;
}
