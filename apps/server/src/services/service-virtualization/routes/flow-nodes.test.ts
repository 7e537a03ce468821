import type { Client } from '@touchstone/contracts';
import { type FlowRunState, flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { runRoutes } from '@touchstone/contracts/runs';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import {
  chain,
  documentOf,
  newFlow,
  runFlow,
  runFlowToEnd,
  start,
  statusesOf,
} from '../../flows/testing/flow-builders.ts';
import { changeMock, type MockPlace, newAsset, newMock } from '../testing/mock-builders.ts';

const timeout = 60_000;
const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  projectId = await newProject(client);
}, 120_000);
afterAll(() => server.close());

type Node = { id: string; kind: string; name: string; settings: object } & Record<string, unknown>;
const node = (id: string, kind: string, settings: object, more: object = {}): Node => ({
  id,
  kind,
  name: id,
  settings,
  ...more,
});
const ask = (id: string, url: string, headers: object[] = []): Node => node(id, 'http', { url, headers });
const run = async (nodes: Node[], more: object = {}, by = client): Promise<FlowRunState> => {
  const flowId = await newFlow(by, projectId, {
    nodes: [start, ...nodes] as never,
    links: chain('start', ...nodes.map(({ id }) => id)),
    ...more,
  });
  return runFlowToEnd(by, flowId);
};
const nodeOf = ({ nodes }: FlowRunState, id: string) => nodes.find((one) => one.node === id);
const orders = { request: { method: 'GET', urlPath: '/orders' }, response: { jsonBody: [] } };
const newShop = async (): Promise<MockPlace> => {
  const place = await newMock(client);
  await newAsset(client, place, orders, { name: 'List orders' });
  return place;
};
const faultsOf = async (id: string) => (await client.call(calls.listMockFaults, { params: { id } })).faults;

test('a workflow switches a mock, sets a scenario for one caller, and verifies its calls', { timeout }, async () => {
  const { address, projectId: mockId, suiteId } = await newShop();
  const place = { projectId: mockId, suiteId };
  const step = (from: string, to: string, body: string) => ({
    request: { urlPath: '/pay' },
    response: { body },
    scenarioName: 'Payment',
    requiredScenarioState: from,
    newScenarioState: to,
    stateScope: { header: 'X-User' },
  });
  await newAsset(client, place, step('Started', 'Started', 'paid'), { kind: 'dynamic' });
  await newAsset(client, place, step('broke', 'broke', 'refused'), { kind: 'dynamic' });
  await client.call(calls.toggleMock, { params: { id: mockId }, body: { isEnabled: false } });
  const input = { name: 'user', type: 'string', required: true, value: 'ana' };
  const pay = (user: string) => ask(`pay-${user}`, `${address}/pay`, [{ key: 'X-User', value: user }]);
  const state = await run([
    node('on', 'mock-switch', { mockId, isOn: true }),
    node(
      'broke',
      'mock-state',
      { mockId, scenario: 'Payment', scope: '{{user}}', state: 'broke' },
      { inputs: [input] },
    ),
    pay('ana'),
    pay('ben'),
    node('twice', 'mock-verify', { mockId, path: '/pay', compare: 'exactly', count: 2 }),
    node('never', 'mock-verify', { mockId, path: '/orders', compare: 'exactly', count: 0 }),
  ]);
  expect(statusesOf(state)).toEqual(Object.fromEntries(state.nodes.map(({ node: id }) => [id, 'passed'])));
  expect(nodeOf(state, 'on')?.outputs).toEqual({ address });
  expect(nodeOf(state, 'pay-ana')?.outputs.body).toBe('refused');
  expect(nodeOf(state, 'pay-ben')?.outputs.body).toBe('paid');
  expect(nodeOf(state, 'twice')?.outputs).toMatchObject({ passed: true, count: 2 });
});

test('a fault takes precedence over all assets for matching calls, and ends with the run', {
  timeout,
}, async () => {
  const { address, projectId: mockId } = await newShop();
  const settings = {
    mockId,
    method: 'GET',
    path: '/orders',
    header: 'X-User',
    headerValue: 'ana',
    status: 502,
    body: 'down',
  };
  const state = await run([
    node('fault', 'mock-fault', settings),
    ask('other', `${address}/orders`, [{ key: 'X-User', value: 'ben' }]),
    ask('ana', `${address}/orders`, [{ key: 'X-User', value: 'ana' }]),
  ]);
  expect(statusesOf(state)).toMatchObject({ fault: 'passed', other: 'passed', ana: 'failed' });
  expect(nodeOf(state, 'ana')?.outputs).toMatchObject({ statusCode: 502, body: 'down' });
  await expect.poll(() => faultsOf(mockId)).toEqual([]);
  await expect.poll(async () => (await fetch(`${address}/orders`, { headers: { 'X-User': 'ana' } })).status).toBe(200);
  const { content } = await client.call(calls.listJournal, { params: { id: mockId }, query: { status: '502' } });
  expect(content.map(({ assetName, assetId }) => [assetName, assetId])).toEqual([['Fault: fault', null]]);
});

test('a fault outlives the process, is visible to users, and ends by timeout, by a node or manually', {
  timeout,
}, async () => {
  const { address, projectId: mockId } = await newShop();
  const status = async () => (await fetch(`${address}/orders`)).status;
  const held = { id: 'hold', kind: 'approval', name: 'Hold', settings: { to: [owner.email] } };
  const inject = async (settings: object, ...then: Node[]) => {
    const nodes = [start, node('fault', 'mock-fault', { mockId, path: '/orders', ...settings }), ...then, held];
    const links = chain(...nodes.map(({ id }) => id));
    const runId = await runFlow(client, await newFlow(client, projectId, { nodes: nodes as never, links }));
    return { runId, stop: () => client.call(runRoutes.stopRun, { params: { runId } }) };
  };
  const { runId, stop } = await inject({ status: 500 });
  await expect.poll(() => faultsOf(mockId)).toHaveLength(1);
  expect(await faultsOf(mockId)).toMatchObject([{ name: 'fault', runId }]);
  expect(await status()).toBe(500);
  // A different seed reloads the mock, as a restart would.
  await changeMock(client, mockId, { seed: 7 });
  expect(await status()).toBe(500);
  expect(await client.call(calls.endMockFaults, { params: { id: mockId } })).toEqual({ message: '1 fault ended' });
  expect(await status()).toBe(200);
  await stop();

  const second = await inject({ seconds: 1 });
  await expect.poll(status).toBe(503);
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
  await second.stop();

  const third = await inject({}, node('end', 'mock-reset', { mockId, faults: true }));
  const ended = async () => (await client.call(flowRoutes.getFlowRun, { params: { runId: third.runId } })).nodes;
  await expect.poll(async () => (await ended()).find((one) => one.node === 'end')?.outputs).toEqual({ endedFaults: 1 });
  expect(await status()).toBe(200);
  await third.stop();
});

test('a failed verification lists the calls and near misses, and fails the run', { timeout }, async () => {
  const { address, projectId: mockId } = await newShop();
  const state = await run([
    ask('ask', `${address}/orders`),
    node('verify', 'mock-verify', { mockId, method: 'GET', path: '/order', compare: 'exactly', count: 1 }),
  ]);
  expect(state.status).toBe('failed');
  expect(nodeOf(state, 'verify')?.message).toBe(
    'Expected exactly 1 requests, got 0. Nearest: GET /orders: urlPath: expected /order, got /orders.',
  );
  const { runId } = state;
  const report = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'html' } });
  expect(await report.text()).toContain('Near misses');
});

test('calls are verified by body and order, since the start of the run or in the whole journal', {
  timeout,
}, async () => {
  const place = await newMock(client);
  const { address, projectId: mockId } = place;
  await newAsset(client, place, { request: { urlPathPattern: '/.*' }, response: {} });
  const post = (id: number) => fetch(`${address}/items`, { method: 'POST', body: JSON.stringify({ id }) });
  await post(1);
  await fetch(`${address}/items/1`);
  // Calls from before the mock was reloaded are only in the journal.
  await changeMock(client, mockId, { seed: 3 });
  const conditions = '{"bodyPatterns":[{"equalToJson":{"id":{{id}}}}]}';
  const inputs = [{ name: 'id', type: 'number', required: true, value: 1 }];
  const first = { mockId, method: 'POST', path: '/items', conditions, count: 1, since: 'all' };
  const state = await run([
    node('all', 'mock-verify', first, { inputs }),
    node('none', 'mock-verify', { ...first, compare: 'exactly', count: 0, since: 'run' }, { inputs }),
    node('order', 'mock-verify', { mockId, mode: 'order', order: 'POST /items\nGET /items/1', since: 'all' }),
    node('wrong', 'mock-verify', { mockId, mode: 'order', order: 'GET /items/1\nPOST /items', since: 'all' }),
  ]);
  expect(statusesOf(state)).toMatchObject({ all: 'passed', none: 'passed', order: 'passed', wrong: 'failed' });
  expect(nodeOf(state, 'wrong')?.message).toMatch(/^No request matches pattern 2 after request 1\./);
});

test('a mock that was deleted, or that the starter may not change, is reported before and during a run', {
  timeout,
}, async () => {
  const { projectId: mockId } = await newShop();
  const document = documentOf({
    nodes: [start, node('off', 'mock-switch', { mockId, isOn: false })] as never,
    links: chain('start', 'off'),
  });
  const faultsIn = async (by = client) =>
    (await by.call(flowRoutes.validateFlow, { body: { projectId, document } })).faults.map(({ code, message }) => [
      code,
      message,
    ]);
  expect(await faultsIn()).toEqual([]);
  await client.call(calls.updateVirtualizationProject, { body: { projectId: mockId, workspaceType: 'PRIVATE' } });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  expect(await faultsIn(colleague.client)).toEqual([['DELETED_MOCK', 'The mock of "off" was deleted.']]);
  const { projectName } = await client.call(calls.getVirtualizationProject, { params: { id: mockId } });
  await client.call(calls.deleteVirtualizationProject, { params: { id: mockId }, body: { projectName } });
  expect(await faultsIn()).toEqual([['DELETED_MOCK', 'The mock of "off" was deleted.']]);
});

test('workflows of test orchestration work with mocks too', { timeout }, async () => {
  const { address, projectId: mockId } = await newShop();
  const made = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Nightly' } });
  const nodes = [
    start,
    node('reset', 'mock-reset', { mockId, journal: true, state: true }),
    ask('ask', `${address}/orders`),
    node('verify', 'mock-verify', { mockId, path: '/orders', compare: 'exactly', count: 1, since: 'all' }),
  ];
  await fetch(`${address}/orders`);
  const links = chain('start', 'reset', 'ask', 'verify');
  const body = { folderUuid: made.projectId, name: 'Mocked', document: documentOf({ nodes: nodes as never, links }) };
  const { flowId } = await client.call(orchestrationRoutes.createWorkflow, { body: body as never });
  const state = await runFlowToEnd(client, flowId);
  expect(state.status).toBe('passed');
});

test('the file of a workflow names mocks and assets; elsewhere they are found by name, or reported as missing', async () => {
  const { projectId: mockId, suiteId } = await newMock(client);
  const asset = await newAsset(client, { projectId: mockId, suiteId }, orders, { name: 'List orders' });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      node('off', 'mock-switch', { mockId, assetId: asset.assetId, isOn: false }),
      node('reset', 'mock-reset', { mockId, state: true }),
    ] as never,
    links: chain('start', 'off', 'reset'),
  });
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  const { projectName } = await client.call(workspaceRoutes.getProject, { query: { projectId: mockId } });
  expect(file.references.map(({ names }) => names)).toEqual([[projectName], [projectName, 'List orders']]);
  // Another installation has other ids.
  const [otherMock, otherAsset] = [newId(), newId()];
  const moved = JSON.parse(JSON.stringify(file).replaceAll(mockId, otherMock).replaceAll(asset.assetId, otherAsset));
  const made = await client.call(flowRoutes.importFlow, { body: { projectId, file: moved } });
  expect(made.missing).toEqual([]);
  const { document } = await client.call(flowRoutes.getFlow, { params: { flowId: made.flowId } });
  expect(document.flow.nodes.slice(1)).toMatchObject([
    { settings: { mockId, assetId: asset.assetId } },
    { settings: { mockId } },
  ]);
  const unknown = JSON.parse(JSON.stringify(moved).replaceAll(projectName, 'Not here'));
  const { missing } = await client.call(flowRoutes.importFlow, { body: { projectId, file: unknown } });
  expect(missing.map(({ names }) => names)).toEqual([['Not here'], ['Not here', 'List orders']]);
});
