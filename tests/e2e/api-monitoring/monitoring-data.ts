import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewMonitor } from '@touchstone/contracts/api-monitoring';

const calls = apiMonitoringRoutes;

/** newMonitoringProject makes a project of monitoring with a collection. */
export async function newMonitoringProject(
  client: Client,
  projectName: string,
): Promise<{ projectId: string; collectionId: string }> {
  const { projectId } = await client.call(calls.createMonitoringProject, { body: { projectName } });
  const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Checkout' } });
  return { projectId, collectionId };
}

/** newHttpMonitor makes a monitored API that is checked every ten seconds, and down at once. */
export async function newHttpMonitor(
  client: Client,
  place: { projectId: string; collectionId: string },
  name: string,
  url: string,
  given: Partial<NewMonitor> = {},
): Promise<string> {
  const body: NewMonitor = {
    ...place,
    name,
    definition: { kind: 'http', method: 'GET', url },
    schedule: { type: 'interval', everySeconds: 10 },
    retries: 0,
    ...given,
  };
  return (await client.call(calls.createMonitor, { body })).monitorId;
}
