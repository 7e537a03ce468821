import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { FakeClock } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { chain, flowRun, newFlow, start } from '../testing/flow-builders.ts';

const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, 120_000);
afterAll(() => server.close());

const stopFlow = () =>
  newFlow(client, projectId, {
    nodes: [start, { id: 'stop', kind: 'stop', name: 'Stop' }],
    links: chain('start', 'stop'),
  });
const newHook = (flowId: string, name: string, configurationId: string | null = null, by = client) =>
  by.call(flowRoutes.createHook, { params: { flowId }, body: { name, configurationId } });
const listHooks = async (flowId: string, by = client) =>
  (await by.call(flowRoutes.listHooks, { params: { flowId } })).content;
const newConfiguration = async (of: string, name: string, variables: Record<string, string> = {}) =>
  (await client.call(flowRoutes.createConfiguration, { body: { projectId: of, name, variables } })).configurationId;

/** Calls a hook as another program does. */
async function call(token: string, payload: string | undefined, headers: Record<string, string> = {}) {
  const response = await server.app.http.inject({
    method: 'POST',
    url: `/services/workflow/api/hooks/${token}`,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  });
  const { runId = '', code, message } = response.json<{ runId?: string; code?: string; message?: string }>();
  return { status: response.statusCode, runId, code, message };
}

test('hooks are listed by name without their tokens; creating and revoking one is audited', async () => {
  const [flowId, other] = [await stopFlow(), await stopFlow()];
  const configurationId = await newConfiguration(projectId, 'Nightly');
  const made = await newHook(flowId, 'deploy', configurationId);
  const second = await newHook(flowId, 'Build');
  await newHook(other, 'Another');
  const { token, address, ...shown } = made;
  expect(shown).toEqual({
    hookId: expect.any(String),
    flowId,
    name: 'deploy',
    configurationId,
    createdBy: server.admin.userId,
    createdByName: 'Ada Admin',
    createdAt: clock.now().toISOString(),
    lastCalledAt: null,
    lastRunId: null,
    lastProblem: null,
  });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(address).toBe(`${server.url}/services/workflow/api/hooks/${token}`);
  expect(token).not.toBe(second.token);
  expect(await listHooks(flowId)).toEqual([expect.objectContaining({ name: 'Build', configurationId: null }), shown]);

  const { hookId } = shown;
  const revoke = (of: string) => client.call(flowRoutes.deleteHook, { params: { flowId: of, hookId } });
  expect(await failureOf(revoke(other))).toMatchObject({ status: 404, code: 'FLOWS_HOOK_NOT_FOUND' });
  expect(await listHooks(flowId)).toHaveLength(2);
  await revoke(flowId);
  expect((await listHooks(flowId)).map(({ name }) => name)).toEqual(['Build']);
  expect((await call(token, '{}')).status).toBe(404);
  const detail = { flowId, name: 'deploy' };
  expect(await auditEntries(server, { targets: [hookId] })).toMatchObject([
    { action: 'workflow-hook.created', userId: server.admin.userId, detail },
    { action: 'workflow-hook.revoked', userId: server.admin.userId, detail },
  ]);
});

test('a workflow can have 20 hooks, even if several are created at the same time', async () => {
  const flowId = await stopFlow();
  for (let count = 1; count <= 18; count += 1) await newHook(flowId, `Hook ${count}`);
  const last = await Promise.allSettled(['A', 'B', 'C', 'D'].map((name) => newHook(flowId, name)));
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await failureOf(newHook(flowId, 'One more'))).toMatchObject({
    status: 422,
    code: 'FLOWS_TOO_MANY_HOOKS',
    message: 'A workflow can have 20 hooks. Revoke one you no longer need.',
  });
});

test('a hook uses a configuration of the workspace of its workflow', async () => {
  const flowId = await stopFlow();
  const foreign = await newConfiguration(await newProject(client), 'Foreign');
  const refused = await failureOf(newHook(flowId, 'Foreign', foreign));
  expect(refused).toMatchObject({ status: 404, code: 'FLOWS_CONFIGURATION_NOT_FOUND' });
  const configurationId = await newConfiguration(projectId, 'Weekly', { region: 'eu', size: 'large' });
  const { token } = await newHook(flowId, 'Weekly', configurationId);
  const { runId } = await call(token, JSON.stringify({ region: 'us' }));
  const { configuration } = await flowRun(client, runId);
  expect(configuration).toMatchObject({ name: 'Weekly', variables: { region: 'us', size: 'large' } });
  const run = await client.call(runRoutes.getRun, { params: { runId } });
  expect(run).toMatchObject({ startedBy: 'Ada Admin', label: 'Weekly', status: 'queued' });

  await client.call(flowRoutes.deleteConfiguration, { params: { configurationId } });
  expect(await call(token, '{}')).toMatchObject({
    status: 409,
    code: 'FLOWS_HOOK_REFUSED',
    message: 'The workflow could not be started. No such run configuration. It may have been deleted.',
  });
});

test('a hook shows when it was called last, and the last run or why it did not start', async () => {
  const flowId = await stopFlow();
  const { token } = await newHook(flowId, 'Seen');
  const seen = async () => {
    const [hook] = await listHooks(flowId);
    return [hook?.lastCalledAt, hook?.lastRunId, hook?.lastProblem];
  };
  const first = await call(token, undefined);
  expect(first.status).toBe(202);
  expect(await seen()).toEqual([clock.now().toISOString(), first.runId, null]);
  expect((await flowRun(client, first.runId)).configuration.variables).toEqual({});

  clock.advance(60_000);
  const document = { flow: { version: 1 as const, nodes: [{ id: 'odd', kind: 'odd', name: 'odd' }] }, layout: {} };
  await client.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision: 1, document } });
  const refused = await call(token, '{}');
  expect(refused).toMatchObject({ status: 409, code: 'FLOWS_HOOK_REFUSED' });
  const [at, runId, problem] = await seen();
  expect([at, runId]).toEqual([clock.now().toISOString(), first.runId]);
  expect(problem).toContain("The workflow can't run. Design faults:");
  expect(refused.message).toBe(`The workflow could not be started. ${problem}`);

  clock.advance(60_000);
  const mended = { flow: { version: 1 as const, nodes: [start] }, layout: {} };
  await client.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision: 2, document: mended } });
  const last = await call(token, '{}');
  expect(await seen()).toEqual([clock.now().toISOString(), last.runId, null]);
});

test.each([
  { what: 'an empty key', key: '', status: 400 },
  { what: 'a key of 200 characters', key: 'x'.repeat(200), status: 202 },
  { what: 'a key of 201 characters', key: 'x'.repeat(201), status: 400 },
])('$what is answered with status $status', async ({ key, status }) => {
  const flowId = await stopFlow();
  const { token } = await newHook(flowId, 'Keys');
  const answer = await call(token, '{}', { 'idempotency-key': key });
  expect(answer.status).toBe(status);
  if (status === 400) {
    expect(answer.code).toBe('FLOWS_INVALID_KEY');
    expect((await listHooks(flowId))[0]?.lastCalledAt).toBeNull();
  } else {
    expect((await call(token, '{}', { 'idempotency-key': key })).runId).toBe(answer.runId);
    const { token: other } = await newHook(flowId, 'Other');
    expect((await call(other, '{}', { 'idempotency-key': key })).runId).not.toBe(answer.runId);
  }
});

test('a body of up to 1 MB is accepted', async () => {
  const { token } = await newHook(await stopFlow(), 'Large');
  const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
  expect((await call(token, text(1024 * 1024))).status).toBe(202);
  expect((await call(token, text(1024 * 1024 + 1))).status).toBe(413);
});

test('a hook acts with the current permissions of its creator', async () => {
  const flowId = await stopFlow();
  const maker = await server.createUser(server.admin, { role: 'ROLE_USER', firstName: 'Mo', lastName: 'Maker' });
  const { token } = await newHook(flowId, 'Made', null, maker.client);
  const { runId } = await call(token, '{}');
  expect((await client.call(runRoutes.getRun, { params: { runId } })).startedBy).toBe('Mo Maker');
  const { pool } = server.platform.database;
  await pool.query(`update user_management."user" set role = 'ROLE_GUEST' where id = $1`, [maker.userId]);
  expect(await call(token, '{}')).toMatchObject({ status: 409, code: 'FLOWS_HOOK_REFUSED' });
  await pool.query(`update user_management."user" set active = false where id = $1`, [maker.userId]);
  expect(await call(token, '{}')).toMatchObject({
    status: 409,
    message: `The workflow could not be started. The account that created this webhook can't sign in anymore. Create a new webhook.`,
  });
});

test('viewers see hooks but cannot create or revoke them; other organizations see none', async () => {
  const flowId = await stopFlow();
  const { hookId } = await newHook(flowId, 'Shown');
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  expect(await listHooks(flowId, guest)).toHaveLength(1);
  expect((await failureOf(listHooks(flowId, stranger))).status).toBe(404);
  for (const [by, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const) {
    expect((await failureOf(newHook(flowId, 'New', null, by))).status).toBe(status);
    const revoked = by.call(flowRoutes.deleteHook, { params: { flowId, hookId } });
    expect((await failureOf(revoked)).status).toBe(status);
  }
  expect(await listHooks(flowId)).toHaveLength(1);
});
