import { request } from 'node:http';
import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { changeMock, newAsset, newKey, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const hello = { request: { method: 'GET', url: '/hello' }, response: { body: 'hi' } };
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
const journalOf = async (projectId: string, query: object = {}) =>
  (await client.call(calls.listJournal, { params: { id: projectId }, query })).content;

test('[service-virtualization-2] an asset answers while it, its suites and the mock are switched on', async () => {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const inner = await client.call(calls.createSuite, { body: { projectId, parentId: suiteId, name: 'Inner' } });
  const { assetId } = await newAsset(client, { projectId, suiteId: inner.suiteId }, hello);
  const ask = () => statusOf(`${address}/hello`);
  expect(await ask()).toBe(200);
  const asset = (isEnabled: boolean) =>
    client.call(calls.toggleAsset, { params: { id: assetId }, body: { isEnabled } });
  expect((await asset(false)).isActive).toBe(false);
  expect(await ask()).toBe(404);
  await asset(true);
  const suite = (isEnabled: boolean) =>
    client.call(calls.toggleSuite, { params: { id: suiteId }, body: { isEnabled } });
  await suite(false);
  expect(await ask()).toBe(404);
  const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
  expect(suites.find(({ name }) => name === 'Inner')).toMatchObject({ isEnabled: true, isActive: false });
  await suite(true);
  const mock = (isEnabled: boolean) =>
    client.call(calls.toggleMock, { params: { id: projectId }, body: { isEnabled } });
  await mock(false);
  expect(await ask()).toBe(503);
  expect((await mock(true)).counts).toMatchObject({ suites: 2, assets: 1, enabled: 1 });
  expect(await ask()).toBe(200);
});

test('of equally matching stubs the newest answers, even after an older one was switched off and on', async () => {
  const place = await newMock(client);
  const older = await newAsset(client, place, { ...hello, response: { body: 'older' } });
  await newAsset(client, place, { ...hello, response: { body: 'newer' } });
  const text = async () => (await fetch(`${place.address}/hello`)).text();
  expect(await text()).toBe('newer');
  for (const isEnabled of [false, true])
    await client.call(calls.toggleAsset, { params: { id: older.assetId }, body: { isEnabled } });
  expect(await text()).toBe('newer');
});

test('a mock also answers on its own host name, where its pages run and its cookies stay', async () => {
  const own = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    env: { MOCK_DOMAIN: 'mocks.example.org' },
  });
  try {
    const organization = await own.createOrganization({ plan: 'ENTERPRISE' });
    const place = await newMock(organization.client);
    const { pathKey, addresses } = await organization.client.call(calls.getMock, { params: { id: place.projectId } });
    const { port } = new URL(own.url);
    expect(addresses).toEqual([
      { kind: 'path', url: place.address },
      { kind: 'host', url: `http://${pathKey}.mocks.example.org:${port}` },
    ]);
    const headers = { 'Set-Cookie': ['a=1; Domain=example.org; Path=/', 'touchstone_refresh=x'] };
    const page = { request: { urlPath: '/services/page' }, response: { headers, body: 'own {{request.url}}' } };
    await newAsset(organization.client, place, page);
    const ask = (host: string, path: string, method = 'GET') =>
      new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers: { Host: host } }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
        });
        sent.on('error', reject).end();
      });
    const answer = await ask(`${pathKey}.mocks.example.org`, '/services/page?a=1');
    expect(answer).toMatchObject({ status: 200, headers: { 'set-cookie': ['a=1; Path=/'] } });
    expect(answer.headers).not.toHaveProperty('content-security-policy');
    expect(await ask('nobody.mocks.example.org', '/services/page')).toMatchObject({ status: 404 });
    // No path of the product is reachable by such a name, and the product's own name leads to no mock.
    expect((await ask(`${pathKey}.mocks.example.org`, '/health/live')).text).toContain(
      'No stub matches GET /health/live',
    );
    expect((await ask(`127.0.0.1:${port}`, '/health/live')).status).toBe(200);
  } finally {
    await own.close();
  }
}, 60_000);

test('in an imported list the first stub answers, even after the mock was reloaded', async () => {
  const place = await newMock(client);
  const headers = { 'X-Mock-Key': await newKey(client, place.projectId) };
  const mappings = ['first', 'second', 'third'].map((body) => ({ request: { url: '/twice' }, response: { body } }));
  const body = JSON.stringify({ mappings });
  expect(await statusOf(`${place.address}/__admin/mappings/import`, { method: 'POST', headers, body })).toBe(200);
  const text = async () => (await fetch(`${place.address}/twice`)).text();
  expect(await text()).toBe('first');
  await changeMock(client, place.projectId, { seed: 7 });
  expect(await text()).toBe('first');
});

test('bodies of any kind arrive unchanged, and one that is too large is refused', async () => {
  const place = await newMock(client);
  const bytes = Buffer.from([0, 255, 1, 254, 10]);
  const binary = { request: { method: 'PUT', bodyPatterns: [{ binaryEqualTo: bytes.toString('base64') }] } };
  await newAsset(client, place, { ...binary, response: { body: 'binary' } });
  const form = { request: { method: 'POST', formParameters: { a: { equalTo: '1' } } } };
  await newAsset(client, place, { ...form, response: { body: 'form' } });
  const part = { request: { method: 'PATCH', multipartPatterns: [{ name: 'f', bodyPatterns: [{ equalTo: 'x' }] }] } };
  await newAsset(client, place, { ...part, response: { body: 'multipart' } });
  const send = async (method: string, body: BodyInit, headers: Record<string, string> = {}) =>
    (await fetch(`${place.address}/any`, { method, body, headers })).text();
  expect(await send('PUT', bytes, { 'content-type': 'application/json' })).toBe('binary');
  expect(await send('POST', new URLSearchParams({ a: '1' }))).toBe('form');
  const files = new FormData();
  files.append('f', 'x');
  expect(await send('PATCH', files)).toBe('multipart');
  expect(await statusOf(`${place.address}/any`, { method: 'POST', body: Buffer.alloc(17 * 1024 * 1024) })).toBe(413);
});

test("answers can't run in the product's pages, and cookies stay with the mock", async () => {
  const place = await newMock(client);
  const response = {
    headers: {
      'Content-Type': 'text/html',
      'Set-Cookie': ['a=1; Path=/; HttpOnly', 'touchstone_refresh=x; Path=/services'],
    },
    body: '<script>alert(1)</script> {{request.headers.Cookie}}',
    transformers: ['response-template'],
  };
  await newAsset(client, place, { request: { url: '/page' }, response }, { kind: 'dynamic' });
  const answer = await fetch(`${place.address}/page`, { headers: { Cookie: 'a=1; touchstone_refresh=secret' } });
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  expect(answer.headers.getSetCookie()).toEqual([`a=1; HttpOnly; Path=${new URL(place.address).pathname}`]);
  expect(await answer.text()).toBe('<script>alert(1)</script> a=1');
});

test('a mock can require its key and admit only some networks', async () => {
  const place = await newMock(client);
  await newAsset(client, place, hello);
  const url = `${place.address}/hello`;
  await changeMock(client, place.projectId, { access: 'key' });
  expect(await statusOf(url)).toBe(401);
  const first = await newKey(client, place.projectId);
  const key = await newKey(client, place.projectId);
  expect(await statusOf(url, { headers: { 'X-Mock-Key': first } })).toBe(401);
  expect(await statusOf(url, { headers: { 'X-Mock-Key': key } })).toBe(200);
  expect(await statusOf(url, { headers: { Authorization: `Token ${key}` } })).toBe(200);
  expect((await client.call(calls.getMock, { params: { id: place.projectId } })).hasKey).toBe(true);
  await changeMock(client, place.projectId, { access: 'open', allowedNetworks: ['10.0.0.0/8'] });
  expect(await statusOf(url)).toBe(403);
  await changeMock(client, place.projectId, { allowedNetworks: ['10.0.0.0/8', '127.0.0.0/8'] });
  expect(await statusOf(url)).toBe(200);
  const bad = await failureOf(changeMock(client, place.projectId, { stateScope: 'moon:full' }));
  expect(bad).toMatchObject({ status: 400, details: [{ path: 'settings.stateScope' }] });
});

test('a mock moves to another address, which stays reserved for it', async () => {
  const place = await newMock(client);
  await newAsset(client, place, hello);
  const rename = (id: string, pathKey: string) => client.call(calls.updateMock, { params: { id }, body: { pathKey } });
  await statusOf(`${place.address}/hello`);
  const { addresses } = await rename(place.projectId, 'orders-here');
  expect(addresses).toEqual([{ kind: 'path', url: `${server.url}/mock/orders-here` }]);
  expect(await statusOf(`${server.url}/mock/orders-here/hello`)).toBe(200);
  expect(await statusOf(`${place.address}/hello`)).toBe(404);
  const other = await newMock(client);
  expect(await failureOf(rename(other.projectId, 'orders-here'))).toMatchObject({ status: 409 });
});

test('calls are recorded in the journal with answer and reason, and can be searched and followed', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const { assetId } = await newAsset(client, place, {
    request: { method: 'GET', urlPath: '/hello', headers: { 'X-Id': { equalTo: '7' } } },
    response: { body: 'hi' },
  });
  await fetch(`${address}/hello?a=1`, { headers: { 'X-Id': '7', Authorization: 'Bearer secret' } });
  await fetch(`${address}/hello`, { method: 'POST', body: '{"password":"p4ss"}', headers: { 'X-Id': '8' } });
  await fetch(`${address}/far/away/from/everything`);
  const all = await journalOf(projectId);
  expect(all.map(({ method, url, status, by, hasNearMiss }) => [method, url, status, by, hasNearMiss])).toEqual([
    ['GET', '/far/away/from/everything', 404, 'none', false],
    ['POST', '/hello', 404, 'none', true],
    ['GET', '/hello?a=1', 200, 'stub', false],
  ]);
  const [, near, matched] = all;
  const entry = await client.call(calls.getJournalEntry, { params: { id: matched?.entryId ?? '' } });
  expect(entry).toMatchObject({ assetId, response: { status: 200, body: { text: 'hi' } }, nearMisses: [] });
  expect(entry.request.headers).toContainEqual({ name: 'Authorization', value: '***' });
  expect(entry.why).toContainEqual(expect.objectContaining({ part: 'headers', name: 'X-Id', isMatch: true }));
  const miss = await client.call(calls.getJournalEntry, { params: { id: near?.entryId ?? '' } });
  expect(miss.request.body.text).toBe('{"password":"***"}');
  expect(miss.nearMisses).toMatchObject([{ assetId }]);
  const differing = miss.nearMisses[0]?.differences.filter(({ isMatch }) => !isMatch).map(({ part }) => part);
  expect(differing).toEqual(['method', 'headers']);
  const found = async (query: object) => (await journalOf(projectId, query)).length;
  expect(await found({ outcome: 'unmatched' })).toBe(2);
  expect(await found({ outcome: 'near' })).toBe(1);
  expect(await found({ assetId })).toBe(1);
  expect(await found({ status: '4xx' })).toBe(2);
  expect(await found({ method: 'post', searchTerm: 'HELLO' })).toBe(1);
  const { content } = await client.call(calls.listUnmatched, { params: { id: projectId }, query: {} });
  expect(content.map(({ method, path, count }) => [method, path, count])).toEqual([
    ['GET', '/far/away/from/everything', 1],
    ['POST', '/hello', 1],
  ]);
  await client.call(calls.clearJournal, { params: { id: projectId } });
  expect(await journalOf(projectId)).toEqual([]);
});

test("the journal keeps as many calls as the mock's setting", async () => {
  const place = await newMock(client);
  await newAsset(client, place, hello);
  await changeMock(client, place.projectId, { journalLimit: 3 });
  for (let n = 0; n < 8; n += 1) await fetch(`${place.address}/hello?n=${n}`);
  expect((await journalOf(place.projectId)).map(({ url }) => url)).toEqual(['/hello?n=7', '/hello?n=6', '/hello?n=5']);
  // Calls that were stored earlier make room for later ones.
  await fetch(`${place.address}/hello?n=8`);
  expect((await journalOf(place.projectId)).map(({ url }) => url)).toEqual(['/hello?n=8', '/hello?n=7', '/hello?n=6']);
  await changeMock(client, place.projectId, { journalLimit: 0 });
  await fetch(`${place.address}/hello`);
  expect(await journalOf(place.projectId)).toEqual([]);
});

test('a request is tried without a journal entry, and near misses are reported', async () => {
  const place = await newMock(client);
  const step = (from: string, to: string) => ({
    request: { method: 'GET', urlPath: '/step' },
    response: { body: from },
    scenarioName: 'S',
    requiredScenarioState: from,
    newScenarioState: to,
  });
  await newAsset(client, place, step('Started', 'second'), { kind: 'dynamic' });
  await newAsset(client, place, step('second', 'Started'), { kind: 'dynamic' });
  const ask = (path: string) => client.call(calls.tryMock, { params: { id: place.projectId }, body: { path } });
  for (let n = 0; n < 2; n += 1)
    expect(await ask('/step')).toMatchObject({
      by: 'stub',
      response: { body: { text: 'Started' } },
      scenario: { from: 'Started', to: 'second' },
    });
  const missed = await ask('/stepp');
  expect(missed).toMatchObject({ by: 'none', response: { status: 404 } });
  expect(missed.nearMisses).toHaveLength(2);
  expect(await journalOf(place.projectId)).toEqual([]);
  expect(await (await fetch(`${place.address}/step`)).text()).toBe('Started');
});

test('a call in progress is answered even if the mock is switched off in the meantime', async () => {
  const place = await newMock(client);
  await newAsset(client, place, { ...hello, response: { body: 'late', fixedDelayMilliseconds: 300 } });
  const answer = fetch(`${place.address}/hello`).then((response) => response.text());
  await expect.poll(async () => (await journalOf(place.projectId)).length).toBe(1);
  await client.call(calls.toggleMock, { params: { id: place.projectId }, body: { isEnabled: false } });
  expect(await answer).toBe('late');
});

test("methods and faults that browsers don't send get through", async () => {
  const place = await newMock(client);
  await newAsset(client, place, { request: { method: 'PROPFIND', url: '/dav' }, response: { status: 207 } });
  await newAsset(client, place, { request: { url: '/broken' }, response: { fault: 'CONNECTION_RESET_BY_PEER' } });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${place.address}/dav`, { method: 'PROPFIND' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
  expect(status).toBe(207);
  await expect(fetch(`${place.address}/broken`)).rejects.toThrow();
});
