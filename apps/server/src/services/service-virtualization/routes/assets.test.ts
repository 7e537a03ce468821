import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { status: 200, body: 'hi' } };
const namesIn = async (projectId: string, query: object = {}) =>
  (await client.call(calls.listAssets, { params: { id: projectId }, query })).content.map(({ name }) => name);

test('[service-virtualization-1] a project is created with a suite, listed, renamed and deleted by its name', async () => {
  const owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  const own = owner.client;
  const made = await own.call(calls.createVirtualizationProject, { body: { projectName: 'Shop Ünit' } });
  const { projectId } = made;
  expect(made).toMatchObject({ suiteCount: 1, assetCount: 0, enabledCount: 0, isEnabled: true, role: 'OWNER' });
  expect(made.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mock\/shop-unit-[a-z0-9]{8}$/);
  const list = () =>
    own.call(calls.listVirtualizationProjects, { params: { id: owner.teamId }, query: { searchTerm: 'shop' } });
  expect((await list()).content).toMatchObject([{ projectId }]);
  const taken = await failureOf(own.call(calls.createVirtualizationProject, { body: { projectName: 'Shop Ünit' } }));
  expect(taken).toMatchObject({ status: 409, message: 'A project with this name already exists.' });
  const renamed = await own.call(calls.updateVirtualizationProject, { body: { projectId, projectName: 'Two' } });
  expect(renamed.projectName).toBe('Two');
  const remove = (projectName: string) =>
    own.call(calls.deleteVirtualizationProject, { params: { id: projectId }, body: { projectName } });
  expect(await failureOf(remove('Shop'))).toMatchObject({ status: 409 });
  expect((await fetch(`${made.address}/x`)).status).toBe(404);
  await remove('Two');
  expect(await (await fetch(`${made.address}/x`)).json()).toMatchObject({ message: expect.stringMatching(/^No mock/) });
  expect((await list()).totalElements).toBe(0);
});

test('projects of other services are not service virtualization projects', async () => {
  const projectId = await newProject(client);
  const failure = await failureOf(client.call(calls.listAssets, { params: { id: projectId }, query: {} }));
  expect(failure).toMatchObject({ status: 404, code: 'SERVICE_VIRTUALIZATION_PROJECT_NOT_FOUND' });
});

test('[service-virtualization-1] suites can be nested, moved, copied with their assets and deleted', async () => {
  const place = await newMock(client);
  const { projectId, suiteId } = place;
  const add = (name: string, parentId: string | null) =>
    client.call(calls.createSuite, { body: { projectId, parentId, name } });
  const levels = [suiteId];
  for (const name of ['b', 'c', 'd', 'e']) levels.unshift((await add(name, levels[0] ?? '')).suiteId);
  const [deepest = '', fourth = '', third = ''] = levels;
  expect(await failureOf(add('f', deepest))).toMatchObject({
    status: 409,
    message: 'Suites lie in one another up to 5 levels. Choose another place.',
  });
  const orders = await add('Orders', null);
  expect(await failureOf(add('ORDERS', null))).toMatchObject({ status: 409 });
  const inner = await add('Inner', orders.suiteId);
  const move = (id: string, parentId: string | null) =>
    client.call(calls.moveSuite, { params: { id }, body: { parentId } });
  expect(await failureOf(move(orders.suiteId, inner.suiteId))).toMatchObject({ status: 409 });
  for (const place of [deepest, fourth])
    expect(await failureOf(move(orders.suiteId, place))).toMatchObject({ status: 409 });
  expect(await failureOf(move(orders.suiteId, projectId))).toMatchObject({ status: 404 });
  expect((await move(orders.suiteId, third)).parentId).toBe(third);
  expect((await move(orders.suiteId, null)).parentId).toBeNull();
  await newAsset(client, { projectId, suiteId: inner.suiteId }, hello, { name: 'Hello' });
  const copy = await client.call(calls.cloneSuite, { params: { id: orders.suiteId }, body: {} });
  expect(copy).toMatchObject({ name: 'Orders (copy)', parentId: null });
  const deep = { suiteId: copy.suiteId, isDeep: 'true' };
  const copied = await client.call(calls.listAssets, { params: { id: projectId }, query: deep as never });
  expect(copied.content).toMatchObject([{ name: 'Hello', isEnabled: false, revision: 1 }]);
  expect(await namesIn(projectId, { suiteId: copy.suiteId })).toEqual([]);
  const all = (await client.call(calls.listSuites, { params: { id: projectId } })).suites;
  expect(all.filter(({ parentId }) => parentId === copy.suiteId)).toMatchObject([{ name: 'Inner', assetCount: 1 }]);
  const named = client.call(calls.cloneSuite, { params: { id: orders.suiteId }, body: { name: 'Orders' } });
  expect(await failureOf(named)).toMatchObject({ status: 409 });
  expect((await move(inner.suiteId, null)).parentId).toBeNull();
  await client.call(calls.updateSuite, { body: { suiteId: orders.suiteId, name: 'Sales', description: 'All' } });
  for (const change of [{ description: 'Most' }, { name: 'Sales' }])
    expect(await client.call(calls.updateSuite, { body: { suiteId: orders.suiteId, ...change } })).toMatchObject({
      name: 'Sales',
      description: 'Most',
    });
  const taken = { suiteId: orders.suiteId, name: inner.name };
  expect(await failureOf(client.call(calls.updateSuite, { body: taken }))).toMatchObject({
    status: 409,
    message: expect.stringContaining(`“${inner.name}”`),
  });
  await client.call(calls.deleteSuite, { params: { id: inner.suiteId } });
  const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
  expect(suites.map(({ name, assetCount }) => [name, assetCount])).toEqual([
    ['b', 0],
    ['c', 0],
    ['d', 0],
    ['Default', 0],
    ['e', 0],
    ['Inner', 1],
    ['Orders (copy)', 0],
    ['Sales', 0],
  ]);
});

test('[service-virtualization-1] static and dynamic assets are created with headers and query parameters, listed, found and deleted', async () => {
  const place = await newMock(client);
  const { projectId, address } = place;
  const order = {
    request: {
      method: 'GET',
      urlPath: '/orders',
      headers: { Accept: { contains: 'json' } },
      queryParameters: { open: { equalTo: 'true' } },
    },
    response: { status: 201, headers: { 'X-From': 'mock' }, jsonBody: [{ id: 1 }] },
  };
  const made = await newAsset(client, place, order, { name: 'Orders', tags: ['sales', 'sales'] });
  expect(made).toMatchObject({
    kind: 'static',
    form: 'stub',
    method: 'GET',
    path: '/orders',
    status: '201',
    tags: ['sales'],
    isActive: true,
    revision: 1,
    stub: order,
    problems: [],
    warnings: [],
  });
  const answer = await fetch(`${address}/orders?open=true`, { headers: { Accept: 'application/json' } });
  expect([answer.status, answer.headers.get('x-from'), await answer.json()]).toEqual([201, 'mock', [{ id: 1 }]]);
  expect((await fetch(`${address}/orders?open=false`, { headers: { Accept: 'application/json' } })).status).toBe(404);
  const greeting = {
    request: { method: 'GET', urlPathTemplate: '/hi/{name}' },
    response: { body: 'Hi {{request.path.name}}', transformers: ['response-template'] },
  };
  const refused = await failureOf(newAsset(client, place, greeting));
  expect(refused).toMatchObject({ status: 400, code: 'SERVICE_VIRTUALIZATION_INVALID_ASSET' });
  expect(refused.details).toEqual([
    {
      path: 'stub.response.transformers',
      message: 'This asset has a template, so it does not always answer the same. Make it dynamic.',
    },
  ]);
  await newAsset(client, place, greeting, { kind: 'dynamic', name: 'Greeting' });
  expect(await (await fetch(`${address}/hi/Ana`)).text()).toBe('Hi Ana');
  expect(await namesIn(projectId)).toEqual(['Greeting', 'Orders']);
  expect(await namesIn(projectId, { kind: 'static' })).toEqual(['Orders']);
  expect(await namesIn(projectId, { searchTerm: '/HI/' })).toEqual(['Greeting']);
  expect(await namesIn(projectId, { tag: 'sales' })).toEqual(['Orders']);
  const tags = await client.call(calls.listAssetTags, { params: { id: projectId } });
  expect(tags.tags).toEqual([{ tag: 'sales', count: 1 }]);
  await client.call(calls.deleteAssets, { body: { projectId, assetIds: [made.assetId] } });
  expect(await namesIn(projectId)).toEqual(['Greeting']);
  const gone = await fetch(`${address}/orders?open=true`, { headers: { Accept: 'application/json' } });
  expect(gone.status).toBe(404);
});

test('a stub with problems is refused with their locations, and checked before it is saved', async () => {
  const place = await newMock(client);
  const stub = { request: { headers: { A: { sounds: 'x' } }, colour: 1 }, response: { status: 99 } };
  const { details } = await failureOf(newAsset(client, place, stub));
  expect(details.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['stub.request.colour', 'stub.response.status']),
  );
  const check = (given: object) =>
    client.call(calls.checkAsset, { body: { projectId: place.projectId, kind: 'static', ...given } });
  expect((await check({ stub })).problems).toEqual(details);
  expect((await check({})).problems).toHaveLength(1);
  const first = await newAsset(client, place, hello, { name: 'First' });
  expect((await check({ stub: hello })).warnings).toMatchObject([{ code: 'shadows', assetId: first.assetId }]);
  await newAsset(client, place, hello, { name: 'Second' });
  const { warnings } = await client.call(calls.getAsset, { params: { id: first.assetId } });
  expect(warnings).toMatchObject([{ code: 'shadowed', assetName: 'Second', path: 'stub.request' }]);
  const missing = { request: { url: '/{{vars.nothing}}' }, response: { bodyFileName: 'a.txt' } };
  expect((await check({ stub: missing })).warnings.map(({ code }) => code)).toEqual(['no-variable', 'no-file']);
});

test('a stale revision is refused with the newer one; versions are listed, and restored as a new one', async () => {
  const place = await newMock(client);
  const { assetId } = await newAsset(client, place, hello, { name: 'One' });
  const save = (revision: number, body: string) =>
    client.call(calls.updateAsset, { body: { assetId, revision, stub: { ...hello, response: { body } } } });
  expect((await save(1, 'two')).revision).toBe(2);
  expect(await (await fetch(`${place.address}/hello`)).text()).toBe('two');
  const stale = await failureOf(save(1, 'three'));
  expect(stale).toMatchObject({
    status: 409,
    code: 'SERVICE_VIRTUALIZATION_ASSET_CHANGED',
    data: { revision: 2, updatedByName: 'Ada Admin', asset: { stub: { response: { body: 'two' } } } },
  });
  const restored = await client.call(calls.restoreAssetVersion, { params: { id: assetId, revision: 1 }, body: {} });
  expect(restored).toMatchObject({ revision: 3, stub: hello });
  expect(await (await fetch(`${place.address}/hello`)).text()).toBe('hi');
  const update = (body: object) => client.call(calls.updateAsset, { body: { assetId, revision: 3, ...body } });
  const records = { resource: { path: '/orders', name: 'Order' } };
  expect((await failureOf(update(records))).code).toBe('SERVICE_VIRTUALIZATION_OTHER_FORM');
  expect((await failureOf(update({ ...records, stub: hello }))).details).toMatchObject([{ path: 'stub' }]);
  const renamed = await update({ name: 'Two', tags: ['a', 'b', 'a'] });
  expect(renamed).toMatchObject({ name: 'Two', kind: 'static', tags: ['a', 'b'], stub: hello, revision: 4 });
  const { content } = await client.call(calls.listAssetVersions, { params: { id: assetId }, query: {} });
  expect(content.map(({ revision, change }) => [revision, change])).toEqual([
    [4, 'saved'],
    [3, 'restored from 1'],
    [2, 'saved'],
    [1, 'created'],
  ]);
  expect(content[0]).toMatchObject({ name: 'Two', createdByName: 'Ada Admin', createdAt: renamed.updatedAt });
  const second = await client.call(calls.getAssetVersion, { params: { id: assetId, revision: 2 } });
  expect(second.stub).toMatchObject({ response: { body: 'two' } });
  expect(second).toMatchObject({ name: 'One', kind: 'static', tags: [], resource: null });
  const unknown = client.call(calls.restoreAssetVersion, { params: { id: assetId, revision: 9 }, body: {} });
  expect((await failureOf(unknown)).status).toBe(404);
  const none = client.call(calls.getAssetVersion, { params: { id: assetId, revision: 9 } });
  expect((await failureOf(none)).status).toBe(404);
});

test('assets are moved, copied and switched in groups, all or none', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const ids = [];
  for (const name of ['a', 'b']) ids.push((await newAsset(client, place, hello, { name })).assetId);
  const other = await client.call(calls.createSuite, { body: { projectId, name: 'Other' } });
  await client.call(calls.moveAssets, { body: { projectId, assetIds: ids, suiteId: other.suiteId } });
  expect(await namesIn(projectId, { suiteId: other.suiteId })).toEqual(['b', 'a']);
  const copied = await client.call(calls.cloneAssets, { body: { projectId, assetIds: ids, suiteId: place.suiteId } });
  expect(copied.assets.map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
    ['a (copy)', false],
    ['b (copy)', false],
  ]);
  await client.call(calls.toggleAssets, { body: { projectId, assetIds: ids, isEnabled: false } });
  expect(await namesIn(projectId, { isEnabled: 'true' })).toEqual([]);
  const { assets } = await client.call(calls.cloneAssets, { body: { projectId, assetIds: [...ids, ...ids] } });
  expect(assets.map(({ suiteId, revision }) => [suiteId, revision])).toEqual(ids.map(() => [other.suiteId, 1]));
  const gone = assets.map(({ assetId }) => assetId);
  await client.call(calls.deleteAssets, { body: { projectId, assetIds: gone } });
  const { rows } = await server.platform.database.pool.query(
    "select detail from platform.audit where action = 'mock-assets.deleted' and target = $1",
    [projectId],
  );
  expect(rows).toEqual([{ detail: { names: expect.arrayContaining(['a (copy)', 'b (copy)']), count: 2 } }]);
  const abroad = await newMock(client);
  const elsewhere = await newAsset(client, abroad, hello, { name: 'x'.repeat(255) });
  const copies = { projectId: abroad.projectId, assetIds: [elsewhere.assetId] };
  const long = await client.call(calls.cloneAssets, { body: copies });
  expect(long.assets[0]?.name).toBe(`${'x'.repeat(248)} (copy)`);
  for (const call of [calls.moveAssets, calls.cloneAssets])
    expect((await failureOf(client.call(call, { body: { ...copies, suiteId: other.suiteId } }))).status).toBe(404);
  const body = { projectId, assetIds: [...ids, elsewhere.assetId] };
  expect((await failureOf(client.call(calls.deleteAssets, { body }))).status).toBe(404);
  expect(await namesIn(projectId, { suiteId: other.suiteId })).toEqual(['b', 'a']);
});

test('[service-virtualization-5] on Pro up to 5 APIs are virtualized simultaneously', async () => {
  const pro = await server.createOrganization({ plan: 'PRO' });
  const place = await newMock(pro.client);
  const made = [];
  for (let n = 0; n < 5; n += 1) made.push(await newAsset(pro.client, place, hello));
  const refused = await failureOf(newAsset(pro.client, place, hello));
  expect(refused).toMatchObject({
    status: 403,
    message: 'Your plan virtualizes up to 5 APIs at once. Switch an asset off, or upgrade your plan.',
  });
  const sixth = await newAsset(pro.client, place, hello, { isEnabled: false });
  const toggle = (id: string, isEnabled: boolean) =>
    pro.client.call(calls.toggleAsset, { params: { id }, body: { isEnabled } });
  expect((await failureOf(toggle(sixth.assetId, true))).status).toBe(403);
  const many = (assetIds: string[]) =>
    pro.client.call(calls.toggleAssets, { body: { projectId: place.projectId, assetIds, isEnabled: true } });
  const on = made.map(({ assetId }) => assetId);
  // Assets that are already on don't count again.
  await many([...on, ...on]);
  await toggle(made[0]?.assetId ?? '', false);
  expect((await failureOf(many([...on, sixth.assetId]))).status).toBe(403);
  expect((await toggle(sixth.assetId, true)).isEnabled).toBe(true);
  const { limit } = await pro.client.call(calls.getMock, { params: { id: place.projectId } });
  expect(limit).toEqual({ used: 5, most: 5 });
});
