import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Workspaces } from '../app/workspaces.ts';

export function addProjectRoutes(registrar: Registrar, workspaces: Workspaces): void {
  registrar.add(workspaceRoutes.listProjects, ({ caller, query: { page, size, ...filter } }) =>
    workspaces.list(caller, filter, { page, size }),
  );
  registrar.add(workspaceRoutes.createProject, ({ caller, body }) => workspaces.create(caller, body));
  registrar.add(workspaceRoutes.updateProject, ({ caller, body }) => workspaces.update(caller, body));
  registrar.add(workspaceRoutes.deleteProject, async ({ caller, query }) => {
    await workspaces.delete(caller, query.projectId, query);
    return { message: 'Workspace deleted' };
  });
  registrar.add(workspaceRoutes.getProject, ({ caller, query }) => workspaces.view(caller, query.projectId));
}
