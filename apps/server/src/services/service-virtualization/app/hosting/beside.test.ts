import { request } from 'node:http';
import { type Client, createClient } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, freePort, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type MockPlace, newAsset, newKey, newMock } from '../../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
const patience = { timeout: 20_000 };
const postgresUrl = inject('postgresUrl');
let first: TestServer;
let second: TestServer;
let owner: TestUser;
let client: Client;
/** Client of the second server. */
let other: Client;
let place: MockPlace;
const start = async (beside?: TestServer) => {
  const env = { PORT: String(await freePort()), TOUCHSTONE_ROLES: beside ? 'api' : 'api,scheduler' };
  return beside
    ? createTestServer({ postgresUrl, env: { ...env, PUBLIC_URL: beside.url }, beside })
    : createTestServer({ postgresUrl, env });
};
const originOf = ({ platform }: TestServer) => `http://127.0.0.1:${platform.config.PORT}`;
beforeAll(async () => {
  first = await start();
  second = await start(first);
  owner = await first.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  other = createClient({ baseUrl: originOf(second), headers: () => ({ Authorization: `Bearer ${owner.token}` }) });
}, 120_000);
afterAll(async () => {
  await second.close();
  await first.close();
});

const at = (server: TestServer, path: string) => `${place.address.replace(originOf(first), originOf(server))}${path}`;
const textAt = async (server: TestServer, path: string, init?: RequestInit) =>
  (await fetch(at(server, path), init)).text();
const hostOf = async () => {
  const { rows } = await first.platform.database.pool.query<{ served_by: string | null }>(
    'select served_by from service_virtualization.project where id = $1',
    [place.projectId],
  );
  return rows[0]?.served_by;
};
const hello = (body: string) => ({ request: { urlPath: '/hello' }, response: { body } });

describe('a mock hosted by the other process', () => {
  beforeEach(async () => {
    place = await newMock(client);
    await newAsset(client, place, hello('hi'));
    expect(await textAt(first, '/hello')).toBe('hi');
    expect(await hostOf()).toBe(first.platform.processes.own);
  });

  test('answers as it does there, with the address of the caller and the sent headers', async () => {
    const echo = {
      request: { urlPath: '/echo' },
      response: {
        status: 203,
        headers: { 'X-Seen': ['{{request.headers.x-a}}', '{{request.clientIp}}'] },
        body: '{{request.method}} {{request.url}} {{request.body}} {{request.scheme}}',
        transformers: ['response-template'],
      },
    };
    await newAsset(client, place, echo, { kind: 'dynamic' });
    const answers = [];
    for (const server of [first, second]) {
      const answer = await fetch(at(server, '/echo?q=1'), { method: 'PUT', headers: { 'X-A': 'a' }, body: 'sent' });
      answers.push([answer.status, answer.headers.get('x-seen'), await answer.text()]);
    }
    expect(answers).toEqual(Array(2).fill([203, 'a, 127.0.0.1', 'PUT /echo?q=1 sent http']));
    expect((await fetch(at(second, '/none'))).status).toBe(404);
    const { content } = await client.call(calls.listJournal, { params: { id: place.projectId }, query: {} });
    expect(content.map(({ url, clientIp }) => [url, clientIp]).toReversed()).toEqual([
      ['/hello', '127.0.0.1'],
      ['/echo?q=1', '127.0.0.1'],
      ['/echo?q=1', '127.0.0.1'],
      ['/none', '127.0.0.1'],
    ]);
    const entry = await other.call(calls.getJournalEntry, { params: { id: content[1]?.entryId ?? '' } });
    expect(JSON.stringify(entry.request)).not.toMatch(/touchstone-forwarded/i);
    expect(entry.why.length).toBeGreaterThan(0);
  });

  test.each(['EMPTY_RESPONSE', 'CONNECTION_RESET_BY_PEER', 'RANDOM_DATA_THEN_CLOSE'])(
    'breaks the connection of its caller in the same way: %s',
    async (fault) => {
      await newAsset(client, place, { request: { urlPath: '/fault' }, response: { fault } }, { kind: 'dynamic' });
      const codeOf = (server: TestServer) =>
        new Promise((resolve) => {
          request(at(server, '/fault'), { agent: false }, (answer) => resolve(answer.statusCode))
            .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
            .end();
        });
      expect(await codeOf(second)).toBe(await codeOf(first));
    },
  );

  test('can be edited, toggled, tried, reset and verified from here, with immediate effect there', async () => {
    const { projectId } = place;
    const params = { id: projectId };
    const { content } = await other.call(calls.listAssets, { params, query: {} });
    const assetId = content[0]?.assetId ?? '';
    await other.call(calls.updateAsset, { body: { assetId, revision: 1, stub: hello('edited') } });
    expect(await textAt(first, '/hello')).toBe('edited');
    await other.call(calls.toggleAssets, { body: { projectId, assetIds: [assetId], isEnabled: false } });
    expect((await fetch(at(first, '/hello'))).status).toBe(404);
    await other.call(calls.toggleAssets, { body: { projectId, assetIds: [assetId], isEnabled: true } });
    await other.call(calls.toggleMock, { params, body: { isEnabled: false } });
    expect((await fetch(at(first, '/hello'))).status).toBe(503);
    await other.call(calls.toggleMock, { params, body: { isEnabled: true } });
    await other.call(calls.createVariables, { body: { projectId, variables: [{ name: 'a', value: '1' }] } });
    await newAsset(other, place, { request: { urlPath: '/v' }, response: { body: '{{vars.a}}' } });
    expect(await textAt(first, '/v')).toBe('1');
    await other.call(calls.setStateValue, { params, body: { key: 'a', value: 1 } });
    expect((await client.call(calls.getMockState, { params })).values).toEqual([{ scope: '', key: 'a', value: 1 }]);
    expect((await other.call(calls.tryMock, { params, body: { path: '/hello' } })).response.body.text).toBe('edited');
    const pattern = { urlPath: '/hello' };
    const verify = () => other.call(calls.verifyJournal, { params, body: { pattern } });
    expect((await verify()).count).toBe(4);
    await other.call(calls.resetMock, { params, body: { state: true, journal: true } });
    expect((await client.call(calls.getMockState, { params })).values).toEqual([]);
    expect((await verify()).count).toBe(0);
    await other.call(calls.deleteAssets, { body: { projectId, assetIds: [assetId] } });
    expect((await fetch(at(first, '/hello'))).status).toBe(404);
    expect(await hostOf()).toBe(first.platform.processes.own);
  });

  test('can be edited by a WireMock client from here', async () => {
    const headers = { Authorization: `Token ${await newKey(other, place.projectId)}` };
    const body = JSON.stringify({ request: { url: '/w' }, response: { body: 'w' } });
    expect((await fetch(at(second, '/__admin/mappings'), { method: 'POST', headers, body })).status).toBe(201);
    expect([await textAt(first, '/w'), await textAt(second, '/w')]).toEqual(['w', 'w']);
  });

  test('opens WebSockets from here', async () => {
    const stub = { request: { url: '/ws' }, response: { webSocket: { messages: [{ body: 'hello' }] } } };
    await newAsset(client, place, stub, { kind: 'dynamic' });
    const socket = new WebSocket(at(second, '/ws').replace('http', 'ws'));
    const message = await new Promise((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(data);
      socket.onerror = () => reject(new Error('no WebSocket'));
    });
    expect(message).toBe('hello');
    socket.close();
  });

  test('is found here under its new address, and no longer once deleted', async () => {
    const { projectId } = place;
    const params = { id: projectId };
    expect(await textAt(second, '/hello')).toBe('hi');
    const pathKey = `moved-${projectId.slice(-8)}`;
    await other.call(calls.updateMock, { params, body: { pathKey } });
    place = { ...place, address: place.address.replace(/[^/]+$/, pathKey) };
    for (const server of [second, first]) expect(await textAt(server, '/hello')).toBe('hi');
    const { projectName } = await other.call(calls.getVirtualizationProject, { params });
    await other.call(calls.deleteVirtualizationProject, { params, body: { projectName } });
    for (const server of [second, first])
      await vi.waitFor(async () => expect((await fetch(at(server, '/hello'))).status).toBe(404), patience);
  });
});

test('a mock continues here, with its state, when its process ends', async () => {
  place = await newMock(client);
  const turn = (required: string, next: string) => ({
    request: { urlPath: '/turn' },
    response: { body: required },
    scenarioName: 'turn',
    requiredScenarioState: required,
    newScenarioState: next,
  });
  await newAsset(client, place, turn('Started', 'two'), { kind: 'dynamic' });
  await newAsset(client, place, turn('two', 'Started'), { kind: 'dynamic' });
  expect([await textAt(second, '/turn'), await textAt(first, '/turn')]).toEqual(['Started', 'two']);
  expect(await textAt(second, '/turn')).toBe('Started');
  expect(await hostOf()).toBe(second.platform.processes.own);
  await second.app.stop();
  expect(await hostOf()).toBeNull();
  expect(await textAt(first, '/turn')).toBe('two');
  expect(await hostOf()).toBe(first.platform.processes.own);
});
