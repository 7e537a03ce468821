import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { collaborationRoutes, type WorkspaceState } from '@touchstone/contracts/collaboration';
import { notificationRoutes, topicOf } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newSuite } from '../../api-testing/testing/builders.ts';
import { readStream } from '../../notifications/testing/read-stream.ts';

const calls = collaborationRoutes;
const waitOptions = { timeout: 15_000, interval: 30 };
let server: TestServer;
let projectId: string;
let ana: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  projectId = await newProject(server.admin.client);
  ana = await server.createUser(server.admin, { role: 'ROLE_USER' });
});
afterAll(() => server.close());

interface StreamEvent {
  kind: string;
  status?: number;
  data?: WorkspaceState;
}

/** Follows the workspace and records what is sent. */
function follow({ client }: TestUser) {
  const body = { topics: [{ topic: topicOf.workspace(projectId) }] };
  const { data, leave } = readStream(client, notificationRoutes.followTopics, { body });
  const events = data as StreamEvent[];
  return { events, state: () => events.at(-1)?.data, leave };
}
const arrive = (user: TestUser, place: string | null) =>
  user.client.call(calls.recordLastActive, { body: { projectId, tab: 'one', place } });

test('followers of a workspace are sent who is there, where, and what changed, whoever changed it', async () => {
  const stream = follow(server.admin);
  const suiteId = await newSuite(server.admin.client, projectId, 'Orders');
  await arrive(server.admin, null);
  await arrive(ana, `suite:${suiteId}`);
  await expect
    .poll(() => stream.state()?.people.map(({ userId, places }) => [userId, places]), waitOptions)
    .toEqual(expect.arrayContaining([[ana.userId, [`suite:${suiteId}`]]]));
  const revision = () => stream.state()?.changes.find(({ service }) => service === 'api-testing')?.revision ?? 0;
  const before = revision();
  await ana.client.call(apiTestingRoutes.updateSuite, { body: { suiteId, suiteName: 'All orders' } });
  await expect.poll(revision, waitOptions).toBe(before + 1);
  expect(stream.state()?.changes).toMatchObject([{ service: 'api-testing', userId: ana.userId }]);
  // Neither reads nor refused calls are changes.
  await ana.client.call(apiTestingRoutes.listSuites, { query: { projectId } });
  await ana.client
    .call(workspaceRoutes.deleteProject, { query: { projectId, projectName: 'x' } })
    .catch(() => undefined);
  await ana.client.call(calls.recordLastActive, { body: { projectId, tab: 'one', isLeaving: true } });
  await expect
    .poll(() => stream.state()?.people.map(({ userId }) => userId), waitOptions)
    .toEqual([server.admin.userId]);
  expect(revision()).toBe(before + 1);
  stream.leave();
});

test("a removed person's stream ends, and a changed role is sent as state", async () => {
  await server.admin.client.call(workspaceRoutes.updateProject, { body: { projectId, workspaceType: 'PRIVATE' } });
  const { invited } = await server.admin.client.call(calls.sendInvite, {
    body: { projectId, userEmails: [ana.email], role: 'EDITOR' },
  });
  const collaborationId = invited[0]?.collaborationId ?? '';
  await ana.client.call(calls.acceptInvite, { body: { collaborationId } });
  const stream = follow(ana);
  await expect.poll(() => stream.state()?.role, waitOptions).toBe('EDITOR');
  await server.admin.client.call(calls.updateRole, { body: { collaborationId, newRole: 'VIEWER' } });
  await expect.poll(() => stream.state()?.role, waitOptions).toBe('VIEWER');
  await server.admin.client.call(calls.removeUser, { body: { collaborationId } });
  await expect.poll(() => stream.events.at(-1), waitOptions).toMatchObject({ kind: 'refused', status: 404 });
  const again = follow(ana);
  await expect.poll(() => again.events, waitOptions).toMatchObject([{ kind: 'refused', status: 404 }]);
});
