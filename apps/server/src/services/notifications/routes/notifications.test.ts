import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';

let server: TestServer;
let target: TargetServer;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});

async function startRun(user: TestUser, path: string): Promise<string> {
  const projectId = await newProject(user.client);
  const suiteId = await newSuite(user.client, projectId);
  await newScript(user.client, suiteId, { url: target.url + path });
  return (await user.client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } })).runId;
}
const subscribe = (user: TestUser | undefined, query: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/services/notifications${notificationRoutes.subscribeNotification.path}?${query}`, {
    headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
  });

test('delivers pushed statuses up to COMPLETED and ends the stream [notifications-1]', async () => {
  const runId = await startRun(server.admin, '/json');
  const events = await followRun(server.admin.client, runId);
  expect(events[0]?.event).toBe('status');
  expect(events.at(-1)).toMatchObject({ event: 'COMPLETED', data: { runId, status: expect.any(String) } });
  expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
});

test('a reader continues after the last event it saw, given by header or query; after the last one the stream ends', async () => {
  const runId = await startRun(server.admin, '/json');
  const last = (await followRun(server.admin.client, runId)).at(-1)?.id ?? 0;
  const texts = [
    await (await subscribe(server.admin, `runId=${runId}`, { 'last-event-id': String(last - 1) })).text(),
    await (await subscribe(server.admin, `runId=${runId}&lastEventId=${last - 1}`)).text(),
  ];
  for (const text of texts) expect(text.match(/^id: \d+$/gm)).toEqual([`id: ${last}`]);
  expect(await (await subscribe(server.admin, `runId=${runId}&lastEventId=${last}`)).text()).toBe('retry: 1000\n\n');
});

test("runs of others can't be followed", async () => {
  const runId = await startRun(server.admin, '/json');
  const stranger = await server.createOrganization();
  const answers = await Promise.all([
    subscribe(stranger, `runId=${runId}`),
    subscribe(undefined, `runId=${runId}`),
    subscribe(server.admin, 'runId=1'),
    subscribe(server.admin, `runId=${crypto.randomUUID()}`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([404, 401, 400, 404]);
  for (const answer of answers) expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

test('open streams are counted, and the product stops despite them', async () => {
  const other = await createTestServer({ postgresUrl: inject('postgresUrl') });
  const projectId = await newProject(other.admin.client);
  const suiteId = await newSuite(other.admin.client, projectId);
  await newScript(other.admin.client, suiteId, { url: `${target.url}/held/stop` });
  const { runId } = await other.admin.client.call(apiTestingRoutes.executeTest, {
    body: { projectId, suiteIds: [suiteId] },
  });
  const streams = Array.from({ length: 20 }, () => followRun(other.admin.client, runId));
  const gauge = async () => (await other.platform.metrics.eventStreams.get()).values[0]?.value;
  await expect.poll(gauge).toBe(20);
  await expect.poll(() => target.received).toContain('GET /held/stop');
  await other.app.stop();
  expect(await gauge()).toBe(0);
  for (const events of await Promise.all(streams)) expect(events.at(-1)?.event).not.toBe('COMPLETED');
  await other.close();
});
