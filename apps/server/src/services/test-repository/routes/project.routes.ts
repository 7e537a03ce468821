import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Modules } from '../app/modules.ts';
import type { Projects } from '../app/projects.ts';

export function addProjectRoutes(registrar: Registrar, calls: RepositoryCalls, projects: Projects): void {
  registrar.add(calls.listTeamProjects, ({ caller, query }) => projects.listAll(caller, query.teamId));
  registrar.add(calls.listProjects, ({ caller, query: { page, size, ...filter } }) =>
    projects.list(caller, filter, { page, size }),
  );
  registrar.add(calls.getProject, ({ caller, params }) => projects.view(caller, params.id));
  registrar.add(calls.createProject, ({ caller, body: { serviceStoreId: _store, ...body } }) =>
    projects.create(caller, body),
  );
  registrar.add(calls.updateProject, ({ caller, body }) => projects.update(caller, body));
  registrar.add(calls.deleteProject, async ({ caller, params, query }) => {
    await projects.delete(caller, params.id, query);
    return { message: 'Project deleted' };
  });
  registrar.add(calls.listProjectMembers, async ({ caller, query }) => ({
    members: await projects.listMembers(caller, query.projectUUID),
  }));
  registrar.add(calls.listRecentProjects, ({ caller, query }) => projects.listRecent(caller, query.teamUUID));
}

export function addModuleRoutes(registrar: Registrar, calls: RepositoryCalls, modules: Modules): void {
  registrar.add(calls.listModules, ({ caller, query: { projectId, ...filter } }) =>
    modules.list(caller, projectId, filter),
  );
  registrar.add(calls.getModule, ({ caller, params }) => modules.view(caller, params.id));
  registrar.add(calls.listRecentModules, ({ caller, query }) => modules.listRecent(caller, query.projectUUID));
  registrar.add(calls.createModule, ({ caller, query, body }) => modules.create(caller, query.projectId, body));
  registrar.add(calls.updateModule, ({ caller, query, body }) => modules.update(caller, query.projectUUID, body));
  registrar.add(calls.deleteModule, async ({ caller, params }) => {
    await modules.delete(caller, params.id);
    return { message: 'Module deleted' };
  });
}
