import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { changeMock, type MockPlace, newAsset, newKey, newMock } from '../testing/mock-builders.ts';
import { startRealService } from '../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
const postgresUrl = inject('postgresUrl');
const patience = { timeout: 15_000 };
const realInterval = globalThis.setInterval;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { body: 'hi' } };
const textAt = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();
const journalOf = async (id: string, by = client) =>
  (await by.call(calls.listJournal, { params: { id }, query: { size: 50 } })).content;
const toggle = (id: string, isEnabled: boolean) =>
  client.call(calls.toggleAsset, { params: { id }, body: { isEnabled } });
const assetsOf = async (id: string) =>
  (await client.call(calls.listAssets, { params: { id }, query: { size: 50 } })).content.toReversed();

describe('settings of a mock take effect from the next call', () => {
  test('its delay, unless the stub has its own', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    await newAsset(client, place, hello);
    const own = { request: { urlPath: '/own' }, response: { fixedDelayMilliseconds: 1 } };
    await newAsset(client, place, own);
    const delayOf = async (path: string) => {
      await textAt(`${address}${path}`);
      return (await journalOf(projectId))[0]?.delayMs;
    };
    expect(await delayOf('/hello')).toBe(0);
    await changeMock(client, projectId, { delay: { type: 'fixed', milliseconds: 3 } });
    expect([await delayOf('/hello'), await delayOf('/own')]).toEqual([3, 1]);
    await changeMock(client, projectId, { delay: { type: 'uniform', lower: 5, upper: 5 } });
    expect(await delayOf('/hello')).toBe(5);
    await changeMock(client, projectId, { delay: null });
    expect(await delayOf('/hello')).toBe(0);
  });

  test('its journal, allowed networks, upstream service and CORS', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    await newAsset(client, place, hello);
    const real = await startRealService(({ url }) => ({ body: `real ${url}` }));
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await status('/away')).toBe(404);
    await changeMock(client, projectId, { proxyTo: real.url });
    expect(await textAt(`${address}/away`)).toBe('real /away');
    expect((await journalOf(projectId))[0]).toMatchObject({ by: 'upstream', status: 200 });
    await changeMock(client, projectId, { proxyTo: null, cors: true });
    expect(await status('/away')).toBe(404);
    await real.end();
    const origin = { headers: { Origin: 'https://a.test' } };
    expect((await fetch(`${address}/hello`, origin)).headers.get('access-control-allow-origin')).not.toBeNull();
    await changeMock(client, projectId, { cors: false, allowedNetworks: ['10.0.0.0/8'] });
    expect(await status('/hello')).toBe(403);
    await changeMock(client, projectId, { allowedNetworks: ['127.0.0.0/8'] });
    expect((await fetch(`${address}/hello`, origin)).headers.get('access-control-allow-origin')).toBeNull();
    await changeMock(client, projectId, { journalLimit: 0 });
    const { length } = await journalOf(projectId);
    await status('/hello');
    expect(await journalOf(projectId)).toHaveLength(length);
    await changeMock(client, projectId, { journalLimit: 10 });
    for (let n = 0; n < 15; n += 1) await status(`/n${n}`);
    expect((await journalOf(projectId)).map(({ url }) => url)).toEqual(
      Array.from({ length: 10 }, (_, n) => `/n${14 - n}`),
    );
  });

  test('its seed, which repeats the same values', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    const response = { body: "{{randomValue length=20 type='ALPHANUMERIC'}}", transformers: ['response-template'] };
    await newAsset(client, place, { ...hello, response }, { kind: 'dynamic' });
    const two = async () => [await textAt(`${address}/hello`), await textAt(`${address}/hello`)];
    const seeded = async (seed: number | null) => {
      await changeMock(client, projectId, { seed });
      return two();
    };
    const [one, other] = [await seeded(1), await seeded(2)];
    expect(one).not.toEqual(other);
    expect(await seeded(1)).toEqual(one);
    await seeded(null);
    expect(await seeded(1)).toEqual(one);
  });
});

describe('records of a resource', () => {
  let place: MockPlace;
  let assetId: string;
  beforeAll(async () => {
    place = await newMock(client);
    const { projectId, suiteId } = place;
    const resource = { name: 'pets', path: '/pets', items: [{ id: 1 }] };
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
    ({ assetId } = await client.call(calls.createAsset, { body }));
  });
  const list = async () => {
    const answer = await fetch(`${place.address}/pets`);
    return answer.status === 200 ? answer.json() : answer.status;
  };

  test('survive disabling, renaming and reloading, and are reset by a new definition', async () => {
    await fetch(`${place.address}/pets`, { method: 'POST', body: '{"id":2}' });
    const two = [{ id: 1 }, { id: 2 }];
    expect(await list()).toEqual(two);
    await toggle(assetId, false);
    expect(await list()).toBe(404);
    await toggle(assetId, true);
    expect(await list()).toEqual(two);
    const update = (revision: number, change: object) =>
      client.call(calls.updateAsset, { body: { assetId, revision, ...change } });
    await update(1, { name: 'Animals' });
    expect(await list()).toEqual(two);
    await changeMock(client, place.projectId, { seed: 5 });
    expect(await list()).toEqual(two);
    await toggle(assetId, false);
    await changeMock(client, place.projectId, { seed: 6 });
    expect(await list()).toBe(404);
    await toggle(assetId, true);
    expect(await list()).toEqual(two);
    await update(2, { resource: { name: 'pets', path: '/pets', items: [{ id: 9 }] } });
    expect(await list()).toEqual([{ id: 9 }]);
    await client.call(calls.deleteAssets, { body: { projectId: place.projectId, assetIds: [assetId] } });
    expect(await list()).toBe(404);
  });

  test('are unavailable while a variable makes their path invalid, and return once it is fixed', async () => {
    const { projectId, suiteId, address } = await newMock(client);
    const resource = { name: 'pets', path: '/{{vars.path}}', items: [] };
    const added = await client.call(calls.createVariables, {
      body: { projectId, variables: [{ name: 'path', value: 'pets' }] },
    });
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
    await client.call(calls.createAsset, { body });
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await status('/pets')).toBe(200);
    const variableId = added.variables[0]?.variableId ?? '';
    await client.call(calls.updateVariable, { body: { variableId, value: '{broken' } });
    expect(await status('/pets')).toBe(404);
    await client.call(calls.updateVariable, { body: { variableId, value: 'pets' } });
    expect(await status('/pets')).toBe(200);
  });
});

describe('a mock is loaded with its current assets', () => {
  test('with the enabled ones, in order, and with later toggles', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    const one = await newAsset(client, place, { ...hello, response: { body: 'one' } });
    const two = await newAsset(client, place, { ...hello, response: { body: 'two' } }, { isEnabled: false });
    const broken = { ...hello, response: { status: '{{vars.code}}' } };
    const variables = [{ name: 'code', value: '200' }];
    const added = await client.call(calls.createVariables, { body: { projectId, variables } });
    await newAsset(client, place, { ...broken, request: { urlPath: '/coded' } });
    const variableId = added.variables[0]?.variableId ?? '';
    await client.call(calls.updateVariable, { body: { variableId, value: '7' } });
    expect(await textAt(`${address}/hello`)).toBe('one');
    await toggle(two.assetId, true);
    expect(await textAt(`${address}/hello`)).toBe('two');
    await toggle(one.assetId, false);
    await toggle(two.assetId, false);
    expect((await fetch(`${address}/hello`)).status).toBe(404);
    await toggle(one.assetId, true);
    expect(await textAt(`${address}/hello`)).toBe('one');
    const coded = async () => (await fetch(`${address}/coded`)).status;
    expect(await coded()).toBe(404);
    await client.call(calls.updateVariable, { body: { variableId, value: '203' } });
    expect(await coded()).toBe(203);
    await client.call(calls.updateVariable, { body: { variableId, value: '7' } });
    expect(await coded()).toBe(404);
  });
});

test('the outcome of a callback is noted on its call', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const real = await startRealService(() => ({ status: 503 }));
  const webhook = (url: string) => ({ name: 'webhook', parameters: { method: 'POST', url } });
  const serveEventListeners = [webhook(`${real.url}/back`), webhook('http://127.0.0.1:1/away')];
  await newAsset(client, place, { ...hello, serveEventListeners }, { kind: 'dynamic' });
  await textAt(`${address}/hello`);
  const [call] = await journalOf(projectId);
  const notes = async () => (await client.call(calls.getJournalEntry, { params: { id: call?.entryId ?? '' } })).notes;
  await vi.waitFor(async () => expect(await notes()).toHaveLength(2), patience);
  expect((await notes()).join()).toMatch(/127\.0\.0\.1:1/);
  await vi.waitFor(() => expect(real.asked.map(({ url }) => url)).toEqual(['/back']), patience);
  await real.end();
}, 30_000);

describe('clients of WireMock', () => {
  const adminOf = async ({ projectId, address }: MockPlace, by = client) => {
    const headers = { Authorization: `Token ${await newKey(by, projectId)}` };
    return async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${address}/__admin${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return [answer.status, text === '' ? undefined : JSON.parse(text)] as [number, never];
    };
  };
  const id = (n: number) => `aaaaaaaa-1111-4111-8111-00000000000${n}`;

  test('create assets marked as such, with the given name, id and switch', async () => {
    const place = await newMock(client);
    const admin = await adminOf(place);
    const templated = { response: { body: 'x', transformers: ['response-template'] } };
    await admin('POST', '/mappings', { id: id(1).toUpperCase(), request: { method: 'GET', url: '/1' }, response: {} });
    await admin('POST', '/mappings', { name: 'n'.repeat(300), request: { urlPathPattern: '/2.*' }, ...templated });
    await admin('POST', '/mappings', { id: 'no-uuid', request: {}, response: {} });
    const assets = await assetsOf(place.projectId);
    expect(
      assets.map(({ name, kind, path, isEnabled, createdByName, tags, revision }) => [
        name,
        kind,
        path,
        isEnabled,
        createdByName,
        tags,
        revision,
      ]),
    ).toEqual([
      ['GET /1', 'static', '/1', true, 'Admin API', [], 1],
      ['n'.repeat(255), 'dynamic', '/2.*', true, 'Admin API', [], 1],
      ['ANY *', 'static', '*', true, 'Admin API', [], 1],
    ]);
    expect(assets[0]?.assetId).toBe(id(1));
    await admin('PUT', `/mappings/${id(1)}`, { request: { method: 'GET', url: '/1' }, response: { status: 204 } });
    const { content } = await client.call(calls.listAssetVersions, { params: { id: id(1) }, query: {} });
    expect(content.map(({ revision, change, createdByName }) => [revision, change, createdByName])).toEqual([
      [2, 'admin API', 'Admin API'],
      [1, 'admin API', 'Admin API'],
    ]);
    const taken = await newMock(client);
    const elsewhere = await adminOf(taken);
    await elsewhere('POST', '/mappings', { id: id(1), request: { url: '/1' }, response: {} });
    const [other] = await assetsOf(taken.projectId);
    expect(other?.assetId).not.toBe(id(1));
    expect((await fetch(`${taken.address}/1`)).status).toBe(200);
  });

  test('import several mappings, matched in order, and delete their own', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    const own = await newAsset(client, place, { request: { url: '/own' }, response: { body: 'own' } }, { name: 'Own' });
    const named = await newAsset(client, place, { request: { url: '/named' }, response: {} }, { name: 'Named' });
    const admin = await adminOf(place);
    const mapping = (n: number, more: object = {}) => ({
      id: id(n),
      name: `A${n}`,
      request: { url: '/a' },
      response: { body: `${n}` },
      ...more,
    });
    const mappings = [mapping(1), mapping(2), mapping(3, { persistent: true })];
    expect((await admin('POST', '/mappings/import', { mappings }))[0]).toBe(200);
    const names = async () => (await assetsOf(projectId)).map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['A1', 'A2', 'A3', 'Named', 'Own']);
    const before = await textAt(`${address}/a`);
    await changeMock(client, projectId, { seed: 9 });
    expect(await textAt(`${address}/a`)).toBe(before);
    await admin('DELETE', `/mappings/${named.assetId}`);
    expect(await names()).toEqual(['A1', 'A2', 'A3', 'Own']);
    await admin('DELETE', `/mappings/${id(1)}`);
    await admin('POST', '/mappings/reset');
    expect(await names()).toEqual(['A3', 'Own']);
    await admin('POST', '/mappings', mapping(2));
    await admin('POST', '/reset');
    expect(await names()).toEqual(['A3', 'Own']);
    await admin('DELETE', '/mappings');
    expect(await names()).toEqual(['Own']);
    expect((await fetch(`${address}/own`)).status).toBe(200);
    expect((await fetch(`${address}/a`)).status).toBe(404);
    const listed = (await admin('GET', '/mappings'))[1] as { mappings: { id: string }[] };
    expect(listed.mappings.map((one) => one.id)).toEqual([own.assetId]);
  });

  test('remove requests from memory, and clear the journal when they delete all', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    const admin = await adminOf(place);
    await fetch(`${address}/a`);
    await fetch(`${address}/b`);
    await admin('POST', '/requests/remove', { url: '/a' });
    expect(await journalOf(projectId)).toHaveLength(2);
    await admin('DELETE', '/requests');
    expect(await journalOf(projectId)).toHaveLength(0);
    await fetch(`${address}/c`);
    await admin('POST', '/scenarios/reset');
    expect(await journalOf(projectId)).toHaveLength(1);
  });

  test('are limited by the plan, and a refused change leaves the mock unchanged', async () => {
    const own = await server.createOrganization({ plan: 'PRO' });
    const place = await newMock(own.client);
    const admin = await adminOf(place, own.client);
    const mapping = (n: number) => ({ id: id(n), request: { url: `/${n}` }, response: {} });
    const all = [1, 2, 3, 4, 5].map(mapping);
    expect((await admin('POST', '/mappings/import', { mappings: all }))[0]).toBe(200);
    expect(await admin('POST', '/mappings', mapping(6))).toEqual([
      403,
      {
        errors: [
          { code: 10, title: 'Your plan virtualizes up to 5 APIs at once. Switch an asset off, or upgrade your plan.' },
        ],
      },
    ]);
    const status = async (n: number) => (await fetch(`${place.address}/${n}`)).status;
    expect([await status(6), await status(5)]).toEqual([404, 200]);
    expect((await admin('PUT', `/mappings/${id(5)}`, { ...mapping(5), response: { status: 204 } }))[0]).toBe(200);
    expect(await status(5)).toBe(204);
    await admin('DELETE', `/mappings/${id(5)}`);
    expect((await admin('POST', '/mappings', mapping(6)))[0]).toBe(201);
    expect([await status(6), await status(5)]).toEqual([200, 404]);
  });
});

test('an idle mock is unloaded, and answers the next call with its state', async () => {
  const sweeps: (() => void)[] = [];
  const everyMinute = vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms?: number) => {
    if (ms === 60_000) sweeps.push(work);
    return realInterval(work, ms);
  }) as typeof setInterval);
  const clock = new FakeClock(new Date());
  const own = await createTestServer({ postgresUrl, clock, env: { MOCK_IDLE_MINUTES: '10' } });
  try {
    const user = await own.createOrganization({ plan: 'ENTERPRISE' });
    const [place, busy] = [await newMock(user.client), await newMock(user.client)];
    const stub = { ...hello, scenarioName: 'S', newScenarioState: 'done' };
    await newAsset(user.client, place, stub, { kind: 'dynamic' });
    await newAsset(user.client, busy, hello);
    const hostOf = async ({ projectId }: MockPlace) =>
      (
        await own.platform.database.pool.query<{ served_by: string | null }>(
          'select served_by from service_virtualization.project where id = $1',
          [projectId],
        )
      ).rows[0]?.served_by;
    const call = async (of: MockPlace) => (await fetch(`${of.address}/hello`)).status;
    expect([await call(place), await call(busy)]).toEqual([200, 200]);
    expect(await hostOf(place)).not.toBeNull();
    const sweep = () => {
      for (const work of sweeps) work();
    };
    clock.advance(9 * 60_000);
    sweep();
    expect([await hostOf(place), await hostOf(busy)]).not.toContain(null);
    expect(await call(busy)).toBe(200);
    clock.advance(60_001);
    sweep();
    await vi.waitFor(async () => expect(await hostOf(place)).toBeNull(), patience);
    expect(await hostOf(busy)).not.toBeNull();
    const { scenarios } = await user.client.call(calls.getMockState, { params: { id: place.projectId } });
    expect(scenarios[0]?.state).toBe('done');
    expect(await call(place)).toBe(200);
    expect(await journalOf(place.projectId, user.client)).toHaveLength(2);
  } finally {
    everyMinute.mockRestore();
    await own.close();
  }
}, 60_000);
