import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { changeMock, type MockPlace, newAsset, newKey, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const step = (from: string, to: string) => ({
  request: { method: 'GET', urlPath: '/order' },
  response: { body: from },
  scenarioName: 'Order',
  requiredScenarioState: from,
  newScenarioState: to,
});
const order = async (place: MockPlace) => {
  await newAsset(client, place, step('Started', 'paid'), { kind: 'dynamic' });
  await newAsset(client, place, step('paid', 'sent'), { kind: 'dynamic' });
};
const ask = async ({ address }: MockPlace, user?: string) =>
  (await fetch(`${address}/order`, { headers: user ? { 'X-User': user } : {} })).text();
const stateOf = (projectId: string) => client.call(calls.getMockState, { params: { id: projectId } });

test("a scenario fails for one caller only, and the state shows each caller's position", async () => {
  const place = await newMock(client);
  const { projectId } = place;
  await order(place);
  await changeMock(client, projectId, { stateScope: 'header:X-User' });
  expect(await ask(place, 'ana')).toBe('Started');
  expect(await ask(place, 'ana')).toBe('paid');
  expect(await ask(place, 'ben')).toBe('Started');
  const [scenario] = (await stateOf(projectId)).scenarios;
  expect(scenario).toMatchObject({ name: 'Order', state: 'Started', states: ['Started', 'paid', 'sent'] });
  expect(scenario?.callers).toEqual([
    { scope: 'ana', state: 'sent' },
    { scope: 'ben', state: 'paid' },
  ]);
  expect(scenario?.steps.map(({ from, to }) => [from, to]).toSorted()).toEqual([
    ['Started', 'paid'],
    ['paid', 'sent'],
  ]);
  const set = (state: string | null) =>
    client.call(calls.setScenario, { params: { id: projectId }, body: { name: 'Order', scope: 'ana', state } });
  await set('paid');
  expect(await ask(place, 'ana')).toBe('paid');
  await set(null);
  expect(await ask(place, 'ana')).toBe('Started');
  expect(await failureOf(set('lost'))).toMatchObject({
    status: 400,
    message: 'The scenario Order has no state lost. It has Started, paid, sent.',
  });
});

test('key-value state is written by stubs and by users', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const stub = { request: { url: '/who' }, response: { body: '{{state.who}}', transformers: ['response-template'] } };
  await newAsset(client, place, stub, { kind: 'dynamic' });
  await newAsset(client, place, { request: { url: '/in' }, setState: { who: 'ana' } }, { kind: 'dynamic' });
  await fetch(`${address}/in`);
  expect(await (await fetch(`${address}/who`)).text()).toBe('ana');
  const set = (value: string | null) =>
    client.call(calls.setStateValue, { params: { id: projectId }, body: { key: 'who', value } });
  await set('ben');
  expect(await (await fetch(`${address}/who`)).text()).toBe('ben');
  expect((await stateOf(projectId)).values).toEqual([{ scope: '', key: 'who', value: 'ben' }]);
  await set(null);
  expect((await stateOf(projectId)).values).toEqual([]);
});

test('records are kept for callers and users, and can be reset', async () => {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const resource = { name: 'pets', path: '/pets', items: [{ id: 1, name: 'Rex' }] };
  const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
  expect((await client.call(calls.createAsset, { body })).form).toBe('resource');
  const list = async () => (await fetch(`${address}/pets`)).json();
  await fetch(`${address}/pets`, { method: 'POST', body: '{"name":"Tom"}' });
  await client.call(calls.putRecord, {
    params: { id: projectId },
    body: { resource: 'pets', record: { name: 'Kit' } },
  });
  const remove = (recordId: string) =>
    client.call(calls.deleteRecord, { params: { id: projectId }, query: { resource: 'pets', recordId } });
  await remove('1');
  expect(await list()).toEqual([
    { id: 2, name: 'Tom' },
    { id: 3, name: 'Kit' },
  ]);
  expect((await failureOf(remove('9'))).status).toBe(404);
  const { content } = await client.call(calls.listRecords, { params: { id: projectId }, query: { resource: 'pets' } });
  expect(content).toHaveLength(2);
  await client.call(calls.resetMock, { params: { id: projectId }, body: { records: true } });
  expect(await list()).toEqual([{ id: 1, name: 'Rex' }]);
});

test('calls are verified by number and by order', async () => {
  const place = await newMock(client);
  await newAsset(client, place, { request: { urlPathPattern: '/.*' }, response: {} });
  for (const path of ['/a', '/b', '/a']) await fetch(`${place.address}${path}`);
  const verify = (body: object) =>
    client.call(calls.verifyJournal, { params: { id: place.projectId }, body: body as never });
  const a = { urlPath: '/a' };
  expect(await verify({ pattern: a, exactly: 2 })).toMatchObject({ passed: true, count: 2 });
  expect(await verify({ pattern: a, atMost: 1 })).toMatchObject({ passed: false });
  expect(await verify({ order: [a, { urlPath: '/b' }, a] })).toMatchObject({ passed: true });
  expect(await verify({ order: [{ urlPath: '/b' }, { urlPath: '/b' }] })).toMatchObject({ passed: false });
  expect((await failureOf(verify({ pattern: { headers: { A: { sounds: 'x' } } } }))).status).toBe(400);
});

test('a stub is created from a call, and a near miss is adjusted to match', async () => {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const { assetId } = await newAsset(client, place, {
    request: { method: 'GET', urlPath: '/users', headers: { 'X-Id': { equalTo: '7' } } },
    response: { body: 'users' },
  });
  const send = async () => (await fetch(`${address}/user?a=1`, { method: 'POST', body: '{"n":1}' })).text();
  await send();
  const { content } = await client.call(calls.listJournal, { params: { id: projectId }, query: {} });
  const propose = (body: object) =>
    client.call(calls.proposeAsset, { params: { id: content[0]?.entryId ?? '' }, body });
  const adjusted = await propose({ assetId });
  expect(adjusted.changes).toHaveLength(3);
  await client.call(calls.updateAsset, {
    body: { assetId, revision: adjusted.revision ?? 0, stub: adjusted.draft.stub ?? {} },
  });
  expect(await send()).toBe('users');
  const made = await propose({});
  expect(made).toMatchObject({ assetId: null, draft: { name: 'POST /user', kind: 'static' } });
  await client.call(calls.createAsset, { body: { projectId, suiteId, ...made.draft } });
  expect(await send()).toBe('{}');
});

test('state and records outlive the process that hosted the mock', async () => {
  const place = await newMock(client);
  await order(place);
  const { projectId, suiteId, address } = place;
  const resource = { name: 'pets', path: '/pets', items: [] };
  await client.call(calls.createAsset, { body: { projectId, suiteId, name: 'Pets', kind: 'dynamic', resource } });
  await ask(place);
  await fetch(`${address}/pets`, { method: 'POST', body: '{"name":"Tom"}' });
  const { pool } = server.platform.database;
  const { rows } = await pool.query('select scenarios from service_virtualization.scope_state where project_id = $1', [
    projectId,
  ]);
  expect(rows).toEqual([{ scenarios: { Order: 'paid' } }]);
  // A seed is fixed for the life of an engine: changing it reloads the mock from the stored state.
  await changeMock(client, projectId, { seed: 7 });
  expect(await ask(place)).toBe('paid');
  expect(await (await fetch(`${address}/pets`)).json()).toEqual([{ name: 'Tom', id: 1 }]);
});

test("WireMock's admin API stores its stubs as assets, and spares other ones", async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  await newAsset(client, place, { request: { url: '/own' }, response: { body: 'own' } }, { name: 'Own' });
  const key = await newKey(client, projectId);
  const admin = (method: string, path: string, body?: object) =>
    fetch(`${address}/__admin${path}`, {
      method,
      headers: { Authorization: `Token ${key}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await fetch(`${address}/__admin/mappings`)).status).toBe(401);
  const made = await admin('POST', '/mappings', { request: { url: '/x' }, response: { body: 'x' } });
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const names = async () =>
    (await client.call(calls.listAssets, { params: { id: projectId }, query: {} })).content.map(({ name }) => name);
  expect(await names()).toEqual(['ANY /x', 'Own']);
  await admin('PUT', `/mappings/${id}`, { request: { url: '/x' }, response: { body: 'y' } });
  expect(await (await fetch(`${address}/x`)).text()).toBe('y');
  expect((await client.call(calls.getAsset, { params: { id } })).revision).toBe(2);
  const count = await admin('POST', '/requests/count', { url: '/x' });
  expect(await count.json()).toMatchObject({ count: 1 });
  await admin('POST', '/mappings', { request: { url: '/kept' }, response: {}, persistent: true });
  expect((await admin('POST', '/mappings/save')).status).toBe(200);
  expect((await admin('POST', '/mappings/reset')).status).toBe(200);
  expect(await names()).toEqual(['ANY /kept', 'Own']);
  expect((await admin('DELETE', '/mappings')).status).toBe(200);
  expect(await names()).toEqual(['Own']);
  expect((await fetch(`${address}/own`)).status).toBe(200);
  expect((await fetch(`${address}/x`)).status).toBe(404);
  const listed = (await (await admin('GET', '/mappings')).json()) as { mappings: object[] };
  // WireMock's clients reject unknown members, such as the switch.
  expect(listed.mappings.map((mapping) => Object.keys(mapping).includes('enabled'))).toEqual([false]);
});
