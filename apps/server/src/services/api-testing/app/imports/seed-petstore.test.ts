import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runToEnd } from '../../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), seed: true });
});
afterAll(() => server.close());

test('the sample workspace runs as its names promise: three suites pass, one fails on purpose', async () => {
  const { client } = server.admin;
  const { content: projects } = await client.call(workspaceRoutes.listProjects, { query: {} });
  const projectId = projects[0]?.projectId ?? '';
  expect(projects).toMatchObject([{ projectName: 'Petstore', suiteCount: 4 }]);
  const { environments } = await client.call(workspaceRoutes.listEnvironments, { query: { projectId } });
  const environmentId = environments[0]?.environmentId ?? '';
  const { content: suites } = await client.call(calls.listSuites, { query: { projectId } });
  const words: Record<string, string> = {};
  for (const suite of suites) {
    const runId = await runToEnd(client, { projectId, suiteIds: [suite.suiteId], environmentId });
    words[suite.suiteName] = (await client.call(calls.getExecutionSummary, { query: { runId } })).executionStatus;
  }
  expect(words).toEqual({
    Pets: 'Pass',
    'Create and delete a pet': 'Pass',
    'Sign in and profile': 'Pass',
    'Fails on purpose': 'Error in Run',
  });
});

test('the sample suites pass with many requests at once too', async () => {
  const { client } = server.admin;
  const { content: projects } = await client.call(workspaceRoutes.listProjects, { query: {} });
  const projectId = projects[0]?.projectId ?? '';
  const { environments } = await client.call(workspaceRoutes.listEnvironments, { query: { projectId } });
  const { content: suites } = await client.call(calls.listSuites, { query: { projectId } });
  const suiteIds = suites.filter((suite) => suite.suiteName !== 'Fails on purpose').map((suite) => suite.suiteId);
  const runId = await runToEnd(client, {
    projectId,
    suiteIds,
    environmentId: environments[0]?.environmentId ?? '',
    parallel: 16,
  });
  expect((await client.call(calls.getExecutionSummary, { query: { runId } })).executionStatus).toBe('Pass');
});

test('a second start makes nothing again', async () => {
  expect(await server.app.seed()).toEqual([]);
  expect((await server.admin.client.call(workspaceRoutes.listProjects, { query: {} })).totalElements).toBe(1);
});

test('the configured super administrator is made once, in an organization apart', async () => {
  const env = { TOUCHSTONE_SUPERADMIN_EMAIL: 'root@example.test' };
  const other = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, env });
  const [account, ...more] = (await other.app.seed()).filter(({ email }) => email === 'root@example.test');
  expect(more).toEqual([]);
  expect(account?.password).toMatch(/^[\w-]{16}$/);
  expect(await other.app.seed()).toEqual([]);
  const form = new URLSearchParams({
    grant_type: 'password',
    username: 'root@example.test',
    password: account?.password ?? '',
  });
  const answer = await other.app.http.inject({
    method: 'POST',
    url: '/services/identity/token',
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const headers = { authorization: `Bearer ${answer.json().access_token}` };
  const listed = await other.app.http.inject({ url: '/services/user-management/api/organization', headers });
  const names = listed.json().content.map((item: { organizationName: string }) => item.organizationName);
  expect(names).toContain('Operations');
  await other.close();
});
