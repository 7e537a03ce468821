import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DeletedWorkspaces } from '../app/deleted/deleted-workspaces.ts';
import type { Workspaces } from '../app/workspaces.ts';

export function addProjectRoutes(registrar: Registrar, workspaces: Workspaces, deleted: DeletedWorkspaces): void {
  registrar.add(workspaceRoutes.listProjects, ({ caller, query: { page, size, ...filter } }) =>
    workspaces.list(caller, filter, { page, size }),
  );
  registrar.add(workspaceRoutes.createProject, ({ caller, body }) => workspaces.create(caller, body));
  registrar.add(workspaceRoutes.updateProject, ({ caller, body }) => workspaces.update(caller, body));
  registrar.add(workspaceRoutes.deleteProject, async ({ caller, query }) => {
    const { projectId, projectName, restorable } = query;
    if (restorable) await deleted.moveToTrash(caller, projectId, projectName);
    else await workspaces.delete(caller, projectId, { projectName });
    return { message: 'Workspace deleted' };
  });
  registrar.add(workspaceRoutes.getProject, ({ caller, query }) => workspaces.view(caller, query.projectId));
  registrar.add(deletedRoutes.listDeletedProjects, async ({ caller, query }) => ({
    projects: await deleted.list(caller, query.service),
  }));
  registrar.add(deletedRoutes.restoreDeletedProject, ({ caller, body }) => deleted.restore(caller, body.projectId));
  registrar.add(deletedRoutes.deleteProjectForGood, async ({ caller, query }) => {
    await deleted.deleteForGood(caller, query.projectId);
    return { message: 'Deleted for good' };
  });
}
