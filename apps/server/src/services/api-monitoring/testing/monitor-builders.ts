import type { Client } from '@touchstone/contracts';
import {
  apiMonitoringRoutes,
  type Monitor,
  type MonitorDefinitionInput,
  type NewMonitor,
} from '@touchstone/contracts/api-monitoring';

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** newMonitoring makes a project of monitoring through the API, with a collection in it. */
export async function newMonitoring(client: Client): Promise<{ projectId: string; collectionId: string }> {
  const { projectId } = await client.call(apiMonitoringRoutes.createMonitoringProject, {
    body: { projectName: `Monitoring ${next()}` },
  });
  const body = { projectId, name: `Collection ${next()}` };
  const { collectionId } = await client.call(apiMonitoringRoutes.createCollection, { body });
  return { projectId, collectionId };
}

/** newMonitor makes a monitor through the API. */
export const newMonitor = (
  client: Client,
  place: { projectId: string; collectionId: string },
  definition: MonitorDefinitionInput,
  given: Partial<NewMonitor> = {},
): Promise<Monitor> =>
  client.call(apiMonitoringRoutes.createMonitor, {
    body: { ...place, name: `Monitor ${next()}`, definition, ...given },
  });
