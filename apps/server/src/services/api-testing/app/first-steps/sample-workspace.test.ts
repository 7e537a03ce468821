import { apiPreviewRoutes, apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { userManagementService } from '@touchstone/server';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
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

test('a second start creates nothing again', async () => {
  expect(await server.app.seed()).toEqual([]);
  expect((await server.admin.client.call(workspaceRoutes.listProjects, { query: {} })).totalElements).toBe(1);
});

test('a company that signs up gets the sample workspace with its first administrator, once', async () => {
  const started = await createTestServer({ postgresUrl: inject('postgresUrl') });
  const users = started.app.door(userManagementService);
  const admin = { email: 'grace@navy.test', firstName: 'Grace', lastName: 'Hopper', role: 'ROLE_ADMIN' as const };
  const made = await users.createOrganization({
    organizationName: 'Navy',
    plan: 'FREE',
    teamName: 'Team One',
    admin: { ...admin, activated: false },
  });
  const named = () =>
    started.platform.database.pool.query('select name from workspaces.project where organization_id = $1', [
      made.organizationId,
    ]);
  expect(await users.activateUser(made.userId)).toBe(true);
  await vi.waitFor(async () => expect((await named()).rows).toEqual([{ name: 'Petstore' }]), { timeout: 20_000 });
  // Later users find the existing sample workspace.
  await started.platform.database.pool.query('delete from workspaces.project');
  const { organizationId } = made;
  const second = { ...admin, organizationId, email: 'ada@navy.test', teamIds: [made.teamId], activated: false };
  const { userId } = await users.createUser(second);
  await users.activateUser(userId);
  await vi.waitFor(async () => expect(await doneJobs(started, userId)).toBe(1), { timeout: 20_000 });
  expect((await named()).rows).toEqual([]);
  await started.close();
});

/** Activation events handled by this service. */
async function doneJobs({ platform }: TestServer, userId: string): Promise<number> {
  const { rows } = await platform.database.pool.query(
    `select count(*)::int from jobs.job where name = 'event.user.activated.api-testing' and data->>'userId' = $1 and state = 'completed'`,
    [userId],
  );
  return rows[0].count;
}

test('first steps are derived from state: the sample, an import, a sent request', async () => {
  const { client } = await server.createOrganization();
  expect(await client.call(calls.getFirstSteps, {})).toEqual({ sample: null, hasImported: false, hasSent: false });
  const sample = await client.call(calls.openSampleWorkspace, {});
  expect(await client.call(calls.openSampleWorkspace, {})).toEqual(sample);
  expect(await client.call(calls.getFirstSteps, {})).toEqual({ sample, hasImported: false, hasSent: false });
  const { projectId } = sample;
  const base = `${server.url}/sample/petstore`;
  const query = { projectId, url: `${base}/openapi.json`, baseUrl: base };
  const { importId } = await client.call(calls.importSwaggerUrl, { query });
  await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  // A request needs no workspace.
  const script = scriptInputSchema.parse({
    scriptName: 'Ping',
    method: 'GET',
    url: `${server.url}/sample/petstore/pets`,
  });
  const detail = await client.call(apiPreviewRoutes.preview, { body: { script } });
  expect(detail.exchange?.response?.status).toBe(200);
  expect(await client.call(calls.getFirstSteps, {})).toEqual({ sample, hasImported: true, hasSent: true });
  const refused = client.call(apiPreviewRoutes.preview, { body: { script, suiteId: sample.suiteId ?? '' } });
  await expect(refused).rejects.toMatchObject({ status: 400 });
});

test('the configured super administrator is created once, in a separate organization', async () => {
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
