import { expect } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewMonitor } from '@touchstone/contracts/api-monitoring';
import { control } from '../control.ts';

const calls = apiMonitoringRoutes;

/** newMonitoringProject makes a monitoring project with a collection. */
export async function newMonitoringProject(
  client: Client,
  projectName: string,
): Promise<{ projectId: string; collectionId: string }> {
  const { projectId } = await client.call(calls.createMonitoringProject, { body: { projectName } });
  const { collectionId } = await client.call(calls.createCollection, { body: { projectId, name: 'Checkout' } });
  return { projectId, collectionId };
}

/** newHttpMonitor makes a monitored API that is checked every ten seconds, and down after the first failure. */
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

/**
 * checkEverySecond lets a project's monitors be checked more often than users may configure, so that a test waits less.
 */
export const checkEverySecond = (projectId: string) =>
  control('sql', {
    text: `with changed as (
        update api_monitoring.monitor set every_seconds = 1, revision = revision + 1 where project_id = $1 returning id)
      update api_monitoring.monitor_slot set next_due_at = now() where monitor_id in (select id from changed) and next_due_at > now()`,
    values: [projectId],
  });

/**
 * makeMonitoring makes a monitoring project with content of every kind: an open incident, alerts, upcoming maintenance,
 * a status page.
 */
export async function makeMonitoring(client: Client, targetUrl: string) {
  const place = await newMonitoringProject(client, 'Shop watch');
  const { projectId } = place;
  const channel = await client.call(calls.createChannel, {
    body: { projectId, name: 'On call', settings: { kind: 'webhook', url: `${targetUrl}/alerts` } },
  });
  await client.call(calls.createPolicy, {
    body: { projectId, name: 'Everything', steps: [{ afterMinutes: 0, channelIds: [channel.channelId] }] },
  });
  const hourly = { schedule: { type: 'interval', everySeconds: 3600 } } as const;
  const monitorId = await newHttpMonitor(client, place, 'Orders', `${targetUrl}/orders`, { ...hourly, tags: ['shop'] });
  const brokenId = await newHttpMonitor(client, place, 'Payments', `${targetUrl}/status/503`, hourly);
  await client.call(calls.createWindow, {
    body: {
      projectId,
      title: 'New database',
      time: { type: 'once', startsAt: '2036-03-03T02:00:00.000Z', endsAt: '2036-03-03T03:00:00.000Z' },
    },
  });
  const item = (id: string, name: string) => ({ monitorId: id, name, description: '' });
  const { pageId: statusPageId } = await client.call(calls.createPage, {
    body: {
      projectId,
      title: 'Shop status',
      slug: `shop-${projectId.slice(-12)}`,
      groups: [{ name: 'Shop', items: [item(monitorId, 'Ordering'), item(brokenId, 'Paying')] }],
    },
  });
  for (const id of [monitorId, brokenId]) await client.call(calls.retryTest, { body: { monitorId: id } });
  const open = async () => (await client.call(calls.listIncidents, { query: { projectId } })).content[0]?.incidentId;
  await expect.poll(open, { timeout: 60_000 }).toBeDefined();
  return { monitoringProjectId: projectId, monitorId, incidentId: (await open()) ?? '', statusPageId };
}
