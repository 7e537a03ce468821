import { mockFileRoutes, mockVariableRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { MockFiles } from '../app/files/mock-files.ts';
import type { MockVariables } from '../app/mock-variables.ts';

export function addVariableRoutes(registrar: Registrar, variables: MockVariables): void {
  const routes = mockVariableRoutes;
  registrar.add(routes.listVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query.projectId),
  }));
  registrar.add(routes.createVariables, async ({ caller, body }) => ({
    variables: await variables.add(caller, body.projectId, body.variables),
  }));
  registrar.add(routes.updateVariable, ({ caller, body }) => variables.update(caller, body));
  registrar.add(routes.deleteVariables, async ({ caller, query }) => {
    await variables.delete(caller, query.projectId, query.variableIds);
    return { message: 'Deleted' };
  });
}

export function addFileRoutes(registrar: Registrar, files: MockFiles): void {
  const routes = mockFileRoutes;
  registrar.add(routes.presignUpload, ({ caller, body }) => files.presign(caller, body));
  registrar.add(routes.listMockFiles, ({ caller, params, query: { page, size, searchTerm } }) =>
    files.list(caller, { projectId: params.id, searchTerm }, { page, size }),
  );
  registrar.add(routes.readMockFile, async ({ caller, params, reply }) => {
    const { fileName, sizeBytes, stream } = await files.read(caller, params.id);
    const name = fileName
      .split('/')
      .at(-1)
      ?.replace(/[^\w.() -]/g, '_');
    return reply
      .type('application/octet-stream')
      .header('content-length', sizeBytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(stream);
  });
  registrar.add(routes.deleteMockFile, async ({ caller, params }) => {
    await files.delete(caller, params.id);
    return { message: 'Deleted' };
  });
}
