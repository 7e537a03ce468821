import type { Client } from '@touchstone/contracts';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun, newProject } from '../../api-testing/testing/builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { chain, flowRun, newFlow, runFlow, start, statusesOf } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, timeout);
afterAll(() => server.close());

const hook = { id: 'hook', kind: 'webhook-wait', name: 'hook', outputs: [{ name: 'body', type: 'json' as const }] };
const hashes = () => server.platform.database.pool.query('select token_hash, run_id from flows.webhook');

/** A waiting run, and the path of its address. */
async function waiting(more: object = {}, by = client, place = projectId): Promise<{ runId: string; path: string }> {
  const flowId = await newFlow(by, place, {
    nodes: [start, { ...hook, ...more }],
    links: chain('start', 'hook'),
  });
  const runId = await runFlow(by, flowId);
  const isOpen = async () => (await hashes()).rows.some((row) => row.run_id === runId);
  await expect.poll(isOpen, { timeout }).toBe(true);
  const { nodes } = await flowRun(by, runId);
  const node = nodes.find((one) => one.node === 'hook');
  const { address = '' } = (node?.detail ?? {}) as { address?: string };
  return { runId, path: new URL(address).pathname };
}

async function call(path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.body?.cancel();
  return response.status;
}

test('a workflow waits until its address is called once, and passes the payload on', { timeout }, async () => {
  const { runId, path } = await waiting();
  expect(JSON.stringify((await hashes()).rows)).not.toContain(path.split('/').at(-1));
  expect(await call(`${path}x`, {})).toBe(404);
  expect(await call(path, { text: 'x'.repeat(70_000) })).toBe(413);
  const calls = await Promise.all([call(path, { order: 7 }), call(path, { order: 7 })]);
  expect(calls.toSorted()).toEqual([200, 404]);
  await followRun(client, runId);
  const { status, nodes } = await flowRun(client, runId);
  const node = nodes.find((one) => one.node === 'hook');
  expect([status, node?.outputs, node?.detail]).toEqual(['passed', { body: { order: 7 } }, null]);
  expect(await call(path, {})).toBe(404);
});

test("after its time limit it can't be continued any more", { timeout }, async () => {
  const { runId, path } = await waiting({ timeoutMs: 2000 });
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect([run.status, statusesOf(run).hook]).toEqual(['failed', 'failed']);
  expect(await call(path, {})).toBe(404);
});

test('while the organization is deactivated, an address is unknown and keeps its call', { timeout }, async () => {
  const setActive = await organizationSwitch(server);
  const owner = await server.createOrganization();
  const { path } = await waiting({}, owner.client, await newProject(owner.client));
  await setActive(owner.organizationId, false);
  expect(await call(path, {})).toBe(404);
  await setActive(owner.organizationId, true);
  expect(await call(path, {})).toBe(200);
});

test('calls from one address are rate-limited', { timeout }, async () => {
  const path = '/services/workflow/api/flow-webhooks/guess';
  const statuses = await Promise.all(Array.from({ length: 70 }, () => call(path, {})));
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});
