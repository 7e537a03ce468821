import type { Client } from '@touchstone/contracts';
import {
  apiMonitoringRoutes,
  type Monitor,
  type MonitorDefinitionInput,
  type NewMonitor,
} from '@touchstone/contracts/api-monitoring';
import type { TestServer } from '@touchstone/testing';

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** newMonitoring creates a monitoring project with a collection through the API. */
export async function newMonitoring(client: Client): Promise<{ projectId: string; collectionId: string }> {
  const { projectId } = await client.call(apiMonitoringRoutes.createMonitoringProject, {
    body: { projectName: `Monitoring ${next()}` },
  });
  const body = { projectId, name: `Collection ${next()}` };
  const { collectionId } = await client.call(apiMonitoringRoutes.createCollection, { body });
  return { projectId, collectionId };
}

/** newMonitor creates a monitor through the API. */
export const newMonitor = (
  client: Client,
  place: { projectId: string; collectionId: string },
  definition: MonitorDefinitionInput,
  given: Partial<NewMonitor> = {},
): Promise<Monitor> =>
  client.call(apiMonitoringRoutes.createMonitor, {
    body: { ...place, name: `Monitor ${next()}`, definition, ...given },
  });

/**
 * startMonitor creates and starts a monitor with an interval shorter than users can choose. `before` runs before the
 * first check.
 */
export async function startMonitor(
  { server, client, place }: { server: TestServer; client: Client; place: { projectId: string; collectionId: string } },
  definition: MonitorDefinitionInput,
  {
    everySeconds = 1,
    before,
    ...given
  }: Partial<NewMonitor> & { everySeconds?: number; before?: (monitorId: string) => Promise<unknown> } = {},
): Promise<string> {
  const { monitorId } = await newMonitor(client, place, definition, { ...given, state: 'STOPPED' });
  await server.platform.database.pool.query('update api_monitoring.monitor set every_seconds = $2 where id = $1', [
    monitorId,
    everySeconds,
  ]);
  await before?.(monitorId);
  await client.call(apiMonitoringRoutes.startMonitor, { params: { id: monitorId } });
  return monitorId;
}
