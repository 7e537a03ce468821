import { incidentRoutes, maintenanceRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Incidents } from '../app/incidents/incidents.ts';
import type { Windows } from '../app/maintenance/windows.ts';

export function addIncidentRoutes(registrar: Registrar, incidents: Incidents, windows: Windows): void {
  registrar.add(incidentRoutes.listIncidents, ({ caller, query: { page, size, ...filter } }) =>
    incidents.list(caller, filter, { page, size }),
  );
  registrar.add(incidentRoutes.getIncident, ({ caller, params }) => incidents.view(caller, params.id));
  registrar.add(incidentRoutes.acknowledgeIncident, ({ caller, params, body }) =>
    incidents.acknowledge(caller, params.id, body.comment),
  );
  registrar.add(incidentRoutes.writePostMortem, ({ caller, params, body }) =>
    incidents.writePostMortem(caller, params.id, body.text),
  );
  registrar.add(incidentRoutes.deleteIncident, async ({ caller, params }) => {
    await incidents.delete(caller, params.id);
    return { message: 'Deleted' };
  });

  registrar.add(maintenanceRoutes.listWindows, ({ caller, query: { projectId, page, size } }) =>
    windows.list(caller, projectId, { page, size }),
  );
  registrar.add(maintenanceRoutes.createWindow, ({ caller, body }) => windows.create(caller, body));
  registrar.add(maintenanceRoutes.updateWindow, ({ caller, params, body }) => windows.update(caller, params.id, body));
  registrar.add(maintenanceRoutes.endWindow, ({ caller, params }) => windows.end(caller, params.id));
  registrar.add(maintenanceRoutes.deleteWindow, async ({ caller, params }) => {
    await windows.delete(caller, params.id);
    return { message: 'Deleted' };
  });
}
