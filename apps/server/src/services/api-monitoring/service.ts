import { on } from '../../platform/events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DoorOf, ServiceParts } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { flowsService } from '../flows/index.ts';
import { runsService } from '../runs/index.ts';
import { schedulerService } from '../scheduler/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createTransitions, type OnTransition } from './app/incidents/transitions.ts';
import { createCapacity } from './app/monitors/capacity.ts';
import { createChangeMonitors } from './app/monitors/change-monitors.ts';
import { createCreateMonitors } from './app/monitors/create-monitors.ts';
import { createListMonitors } from './app/monitors/list-monitors.ts';
import { createMonitorValues } from './app/monitors/monitor-values.ts';
import { createShowMonitors } from './app/monitors/show-monitors.ts';
import { createWatchedTests } from './app/monitors/watched-tests.ts';
import { createOpen } from './app/open.ts';
import { createCollections } from './app/projects/collections.ts';
import { clearProject, createProjects } from './app/projects/projects.ts';
import { apiMonitoringLimits } from './limits.ts';
import { addMonitorRoutes } from './routes/monitors.routes.ts';
import { addProjectRoutes } from './routes/projects.routes.ts';

export const needs = {
  apiTesting: apiTestingService,
  flows: flowsService,
  runs: runsService,
  scheduler: schedulerService,
  subscriptions: subscriptionService,
  users: userManagementService,
  workspaces: workspacesService,
};
type Doors = { [Name in keyof typeof needs]: DoorOf<(typeof needs)[Name]> };

/** createApiMonitoring puts the service together. */
export function createApiMonitoring(platform: Platform, doors: Doors): ServiceParts<undefined> {
  const { workspaces, environments } = doors.workspaces;
  /** Those who alert are told here, in the transaction of the change. */
  const listeners: OnTransition[] = [];
  const transitions = createTransitions(listeners);
  const open = createOpen({ platform, workspaces });
  const tests = createWatchedTests({ ...doors, workspaces });
  const show = createShowMonitors({ platform, tests });
  const shared = {
    platform,
    open,
    tests,
    show,
    transitions,
    assertChecked: createMonitorValues({ tests, environments }),
    capacityOf: createCapacity(doors.subscriptions.limitOf),
  };
  const create = createCreateMonitors(shared);
  const change = createChangeMonitors({ ...shared, create });
  return {
    door: undefined,
    adds: [add(planLimits, apiMonitoringLimits)],
    on: [on(workspaceDeleted, ({ projectId }) => platform.database.transaction((sql) => clearProject(sql, projectId)))],
    routes(registrar) {
      addProjectRoutes(registrar, createProjects({ platform, workspaces, open }), createCollections(shared));
      addMonitorRoutes(registrar, { list: createListMonitors(shared), create, change });
    },
  };
}
