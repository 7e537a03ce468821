import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { systemClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';
import { startTarget, type Target } from '../testing/target.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let target: Target;
let skippedMs = 0;
/** Status pages are cached for a few seconds. */
const forgetPages = () => {
  skippedMs += 4000;
};
beforeAll(async () => {
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  target = await startTarget();
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

type Place = Awaited<ReturnType<typeof newMonitoring>>;
async function people() {
  const { client } = await server.createOrganization({ plan: 'PRO' });
  return {
    client,
    async newStarted(place: Place) {
      return (await newMonitor(client, place, { kind: 'http', url: target.url })).monitorId;
    },
    async moveToTrash({ projectId }: Place) {
      const { projectName } = await client.call(calls.getMonitoringProject, { params: { id: projectId } });
      const body = { projectName, restorable: true };
      await client.call(calls.deleteMonitoringProject, { params: { id: projectId }, body });
    },
    restore: ({ projectId }: Place) => client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } }),
    monitorOf: (id: string) => client.call(calls.getMonitor, { params: { id } }),
  };
}
const isDue = async (monitorId: string): Promise<boolean> =>
  (
    await server.platform.database.pool.query(
      'select 1 from api_monitoring.monitor_slot where monitor_id = $1 and next_due_at is not null',
      [monitorId],
    )
  ).rowCount === 1;

test('nothing in a deleted project is checked or shown; once restored, its checks resume', async () => {
  const { client, newStarted, moveToTrash, restore, monitorOf } = await people();
  const place = await newMonitoring(client);
  const checked = await newStarted(place);
  const stopped = (await newMonitor(client, place, { kind: 'http', url: target.url }, { state: 'STOPPED' })).monitorId;
  const groups = [{ name: 'All', items: [{ monitorId: checked, name: 'Shop', description: '' }] }];
  const body = { projectId: place.projectId, title: 'Status', slug: 'away-status', groups };
  await client.call(calls.createPage, { body });
  const page = () => fetch(`${server.url}/status/away-status`).then(({ status }) => status);
  expect(await page()).toBe(200);
  await expect.poll(async () => (await monitorOf(checked)).status).toBe('UP');

  await moveToTrash(place);
  expect(await isDue(checked)).toBe(false);
  expect(await failureOf(monitorOf(checked))).toMatchObject({ status: 404 });
  forgetPages();
  expect(await page()).toBe(404);

  await restore(place);
  await expect.poll(async () => (await monitorOf(checked)).status).toBe('UP');
  expect((await monitorOf(stopped)).status).toBe('PAUSED');
  forgetPages();
  expect(await page()).toBe(200);
});

test('an open incident ends with its project, and states why', async () => {
  const { client, moveToTrash, restore } = await people();
  const place = await newMonitoring(client);
  const unanswered = { kind: 'http', url: 'http://127.0.0.1:9/' } as const;
  await newMonitor(client, place, unanswered, { retries: 0 });
  const incidents = async () =>
    (await client.call(calls.listIncidents, { query: { projectId: place.projectId } })).content;
  await expect.poll(async () => (await incidents()).map(({ state }) => state)).toEqual(['OPEN']);
  await moveToTrash(place);
  await restore(place);
  const closed = async () => (await incidents()).filter(({ state }) => state === 'CLOSED');
  await expect.poll(async () => (await closed()).length).toBe(1);
  const [incident] = await closed();
  const { entries } = await client.call(calls.getIncident, { params: { id: incident?.incidentId ?? '' } });
  expect(entries.map(({ text }) => text)).toContain('Closed because the project was deleted.');
});

test('[api-monitoring-6] restoring a project starts no more monitors than the plan has left', async () => {
  const { client, newStarted, moveToTrash, restore, monitorOf } = await people();
  const [first, second] = [await newMonitoring(client), await newMonitoring(client)];
  const mine: string[] = [];
  for (let count = 0; count < 3; count += 1) mine.push(await newStarted(first));
  await moveToTrash(first);
  for (let count = 0; count < 4; count += 1) await newStarted(second);
  await restore(first);
  await expect.poll(() => isDue(mine[0] ?? '')).toBe(true);
  const statuses = await Promise.all(mine.map(async (id) => (await monitorOf(id)).status));
  expect(statuses.slice(1)).toEqual(['PAUSED', 'PAUSED']);
  expect(statuses[0]).not.toBe('PAUSED');
});
