import {
  mockRoutes,
  mockSuiteRoutes,
  tryRoutes,
  virtualizationProjectRoutes,
} from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ReadMockAuthority } from '../app/hosting/mock-authority.ts';
import type { Mocks } from '../app/projects/mocks.ts';
import type { Projects } from '../app/projects/projects.ts';
import type { CloneSuite } from '../app/suites/clone-suite.ts';
import type { Suites } from '../app/suites/suites.ts';
import type { TryMock } from '../app/try-mock.ts';

export function addProjectRoutes(registrar: Registrar, projects: Projects): void {
  const routes = virtualizationProjectRoutes;
  registrar.add(routes.listVirtualizationProjects, ({ caller, params, query: { page, size, searchTerm } }) =>
    projects.list(caller, { teamId: params.id, searchTerm }, { page, size }),
  );
  registrar.add(routes.createVirtualizationProject, ({ caller, body: { serviceStoreId: _store, ...body } }) =>
    projects.create(caller, body),
  );
  registrar.add(routes.updateVirtualizationProject, ({ caller, body }) => projects.update(caller, body));
  registrar.add(routes.getVirtualizationProject, ({ caller, params }) => projects.view(caller, params.id));
  registrar.add(routes.deleteVirtualizationProject, async ({ caller, params, body }) => {
    await projects.delete(caller, params.id, body);
    return { message: 'Deleted' };
  });
}

export function addMockRoutes(
  registrar: Registrar,
  { mocks, authority, tryMock }: { mocks: Mocks; authority: ReadMockAuthority; tryMock: TryMock },
): void {
  registrar.add(mockRoutes.getMock, ({ caller, params }) => mocks.view(caller, params.id));
  registrar.add(mockRoutes.updateMock, ({ caller, params, body }) => mocks.update(caller, params.id, body));
  registrar.add(mockRoutes.toggleMock, ({ caller, params, body }) => mocks.toggle(caller, params.id, body.isEnabled));
  registrar.add(mockRoutes.switchMockPort, ({ caller, params, body }) =>
    mocks.switchPort(caller, params.id, body.isOn),
  );
  registrar.add(mockRoutes.readMockAuthority, async ({ reply }) =>
    reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="touchstone-mock-ca.pem"')
      .send((await authority()).certificate),
  );
  registrar.add(mockRoutes.renewMockKey, ({ caller, params }) => mocks.renewKey(caller, params.id));
  registrar.add(mockRoutes.resetMock, async ({ caller, params, body }) => {
    await mocks.reset(caller, params.id, body);
    return { message: 'Reset' };
  });
  registrar.add(tryRoutes.tryMock, ({ caller, params, body }) => tryMock(caller, params.id, body));
}

export function addSuiteRoutes(registrar: Registrar, suites: Suites, cloneSuite: CloneSuite): void {
  const routes = mockSuiteRoutes;
  registrar.add(routes.listSuites, async ({ caller, params }) => ({ suites: await suites.list(caller, params.id) }));
  registrar.add(routes.createSuite, ({ caller, body }) => suites.create(caller, body));
  registrar.add(routes.updateSuite, ({ caller, body }) => suites.update(caller, body));
  registrar.add(routes.toggleSuite, ({ caller, params, body }) => suites.toggle(caller, params.id, body.isEnabled));
  registrar.add(routes.moveSuite, ({ caller, params, body }) => suites.move(caller, params.id, body.parentId));
  registrar.add(routes.cloneSuite, ({ caller, params, body }) => cloneSuite(caller, params.id, body.name));
  registrar.add(routes.deleteSuite, async ({ caller, params }) => {
    await suites.delete(caller, params.id);
    return { message: 'Deleted' };
  });
}
