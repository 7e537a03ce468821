import { type Client, createClient } from '@touchstone/contracts';
import { type FlowHook, flowRoutes, type NewFlowHook } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject } from '../../api-testing/testing/builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { chain, flowRun, newFlow, start, statusesOf } from '../testing/flow-builders.ts';

const timeout = 120_000;
const lines: string[] = [];
let server: TestServer;
let client: Client;
let projectId: string;
let flowId: string;
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env: { LOG_LEVEL: 'debug' }, logTo });
  ({ client } = server.admin);
  projectId = await newProject(client);
  flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      {
        id: 'first',
        kind: 'javascript',
        name: 'first',
        settings: { code: 'return 1' },
        outputs: [{ name: 'result', type: 'number' }],
      },
      { id: 'paid', kind: 'javascript', name: 'paid', settings: { code: 'return 2' } },
      { id: 'other', kind: 'javascript', name: 'other', settings: { code: 'return 3' } },
    ],
    links: [
      ...chain('start', 'first'),
      { id: 'seven', from: 'first', to: 'paid', condition: '{{order}} == 7' },
      { id: 'else', from: 'first', to: 'other', condition: '{{order}} == 8' },
    ],
  });
}, timeout);
afterAll(() => server.close());

const newHook = (name: string, by = client): Promise<NewFlowHook> =>
  by.call(flowRoutes.createHook, { params: { flowId }, body: { name } });
const listHooks = async (): Promise<FlowHook[]> =>
  (await client.call(flowRoutes.listHooks, { params: { flowId } })).content;

/** Calls as another program does, without a session. */
async function post(address: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(new URL(address).pathname, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = (await response.json()) as { runId?: string; message?: string };
  return { status: response.status, ...answer };
}

test('a program starts a workflow by its hook, and its data become values of the run', { timeout }, async () => {
  const hook = await newHook('Deployed');
  const { status, runId = '' } = await post(hook.address, JSON.stringify({ order: 7, stage: 'test' }));
  expect(status).toBe(202);
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(run.configuration.variables).toEqual({ order: 7, stage: 'test', body: { order: 7, stage: 'test' } });
  expect(statusesOf(run)).toMatchObject({ first: 'passed', paid: 'passed', other: 'skipped' });
  const listed = await client.call(runRoutes.getRun, { params: { runId } });
  expect(listed).toMatchObject({ startedBy: 'Ada Admin', label: 'Deployed', kind: 'workflow' });
  const [shown] = await listHooks();
  expect(shown).toMatchObject({ name: 'Deployed', lastRunId: runId, lastProblem: null });
  expect(JSON.stringify(shown)).not.toContain(hook.token);
});

test('the same key starts one run, even if calls are concurrent', { timeout }, async () => {
  const { address } = await newHook('Once');
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => post(address, '{}', { 'idempotency-key': 'build-81' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
  const other = await post(address, '{}', { 'idempotency-key': 'build-82' });
  expect(other.runId).not.toBe(answers[0]?.runId);
  expect((await post(address, '{}', { 'idempotency-key': 'x'.repeat(201) })).status).toBe(400);
});

test('the token is stored as a hash, never logged, and stops working once revoked', { timeout }, async () => {
  const { hookId, token, address } = await newHook('Secret');
  await post(address, '[1]');
  const { rows } = await server.platform.database.pool.query('select * from flows.hook');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(lines.some((line) => line.includes('/hooks/:token'))).toBe(true);
  expect(lines.some((line) => line.includes(token))).toBe(false);
  await client.call(flowRoutes.deleteHook, { params: { flowId, hookId } });
  expect((await post(address, '{}')).status).toBe(404);
  const again = client.call(flowRoutes.deleteHook, { params: { flowId, hookId } });
  expect((await failureOf(again)).code).toBe('FLOWS_HOOK_NOT_FOUND');
});

test('a hook whose creator lost the right to run the workflow starts nothing, and says why', { timeout }, async () => {
  const maker = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const { hookId, address } = await newHook('Orphan', maker.client);
  await server.platform.database.pool.query(`update user_management."user" set role = 'ROLE_GUEST' where id = $1`, [
    maker.userId,
  ]);
  const refused = await post(address, '{}');
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringContaining('The workflow could not be started.'),
  ]);
  await server.platform.database.pool.query(`update user_management."user" set active = false where id = $1`, [
    maker.userId,
  ]);
  expect((await post(address, '{}')).message).toContain("can't sign in anymore");
  const hook = (await listHooks()).find((one) => one.hookId === hookId);
  expect([hook?.lastRunId, hook?.lastProblem]).toEqual([null, expect.stringContaining("can't sign in")]);
});

test('a hook of a deactivated organization answers like an unknown one, also if a visitor created it', {
  timeout,
}, async () => {
  const setActive = await organizationSwitch(server);
  const owner = await server.createOrganization();
  const root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
  const own = await newFlow(owner.client, await newProject(owner.client), { nodes: [start], links: [] });
  const visiting = createClient({
    baseUrl: server.url,
    headers: async () => ({ authorization: `Bearer ${root.token}`, 'organization-id': owner.organizationId }),
  });
  const params = { flowId: own };
  const hooks = [
    await owner.client.call(flowRoutes.createHook, { params, body: { name: 'Own' } }),
    await visiting.call(flowRoutes.createHook, { params, body: { name: 'Visitor' } }),
  ];
  const call = async () => Promise.all(hooks.map(({ address }) => post(address, '{}')));
  await setActive(owner.organizationId, false);
  const unknown = await post(hooks[0]?.address.replace(/[^/]+$/, 'x'.repeat(43)) ?? '', '{}');
  for (const answer of await call()) {
    expect([answer.status, answer.message]).toEqual([404, unknown.message]);
  }
  const { content } = await visiting.call(flowRoutes.listHooks, { params });
  expect(content.map(({ lastCalledAt, lastProblem }) => [lastCalledAt, lastProblem])).toEqual([
    [null, null],
    [null, null],
  ]);
  await setActive(owner.organizationId, true);
  expect((await call()).map(({ status }) => status)).toEqual([202, 202]);
});

test('bodies that are not JSON or are too large are refused, and calls are rate-limited', { timeout }, async () => {
  const { address } = await newHook('Strict');
  expect((await post(address, '{')).status).toBe(400);
  expect((await post(address, JSON.stringify({ text: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
  const guess = new URL(address.replace(/[^/]+$/, 'guess'));
  const answers = await Promise.all(Array.from({ length: 130 }, () => post(guess.href, '{}')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
});
