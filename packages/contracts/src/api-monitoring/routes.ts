import { monitorRoutes } from './monitor.ts';
import { collectionRoutes, monitoringProjectRoutes } from './project.ts';

/** Every call of API monitoring. */
export const apiMonitoringRoutes = {
  ...monitoringProjectRoutes,
  ...collectionRoutes,
  ...monitorRoutes,
};
