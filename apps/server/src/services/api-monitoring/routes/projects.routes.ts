import { collectionRoutes, monitoringProjectRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Collections } from '../app/projects/collections.ts';
import type { Projects } from '../app/projects/projects.ts';

export function addProjectRoutes(registrar: Registrar, projects: Projects, collections: Collections): void {
  const routes = monitoringProjectRoutes;
  registrar.add(routes.listMonitoringProjects, ({ caller, params, query: { page, size, searchTerm } }) =>
    projects.list(caller, { teamId: params.id, searchTerm }, { page, size }),
  );
  registrar.add(routes.createMonitoringProject, ({ caller, body: { serviceStoreId: _store, ...body } }) =>
    projects.create(caller, body),
  );
  registrar.add(routes.updateMonitoringProject, ({ caller, body }) => projects.update(caller, body));
  registrar.add(routes.getMonitoringProject, ({ caller, params }) => projects.view(caller, params.id));
  registrar.add(routes.deleteMonitoringProject, async ({ caller, params, body }) => {
    await projects.delete(caller, params.id, body);
    return { message: 'Deleted' };
  });

  registrar.add(collectionRoutes.listCollections, ({ caller, params, query: { page, size, searchTerm } }) =>
    collections.list(caller, { projectId: params.id, searchTerm }, { page, size }),
  );
  registrar.add(collectionRoutes.createCollection, ({ caller, body }) => collections.create(caller, body));
  registrar.add(collectionRoutes.updateCollection, ({ caller, body }) => collections.update(caller, body));
  registrar.add(collectionRoutes.deleteCollection, async ({ caller, params }) => {
    await collections.delete(caller, [params.id]);
    return { message: 'Deleted' };
  });
  registrar.add(collectionRoutes.deleteCollections, async ({ caller, body: { projectId, collectionIds } }) => {
    await collections.delete(caller, collectionIds, projectId);
    return { message: 'Deleted' };
  });
}
