import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newAsset, newMock } from '../../testing/mock-builders.ts';
import { auditOf, refusalOf, whileHeld } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { body: 'hi' } };
const create = (projectId: string, name: string, parentId: string | null = null, description?: string) =>
  client.call(calls.createSuite, { body: { projectId, name, parentId, ...(description && { description }) } });
const list = async (id: string) => (await client.call(calls.listSuites, { params: { id } })).suites;
const one = async (projectId: string, suiteId: string) =>
  (await list(projectId)).find((suite) => suite.suiteId === suiteId);
const move = (id: string, parentId: string | null) =>
  client.call(calls.moveSuite, { params: { id }, body: { parentId } });
const clone = (id: string, name?: string) =>
  client.call(calls.cloneSuite, { params: { id }, body: { ...(name && { name }) } });
const toggle = (id: string, isEnabled: boolean) =>
  client.call(calls.toggleSuite, { params: { id }, body: { isEnabled } });
const notFound = [404, 'SUITE_NOT_FOUND', 'No such suite, or you have no access to it.'];
const taken = (name: string) => [
  409,
  'SUITE_NAME_TAKEN',
  `A suite named “${name}” exists here already. Choose another name.`,
];
const tooDeep = [409, 'SUITE_TOO_DEEP', 'Suites lie in one another up to 5 levels. Choose another place.'];

test('a suite is returned with all fields when created, changed, moved, toggled and listed', async () => {
  const place = await newMock(client);
  const { projectId, suiteId: parentId } = place;
  const made = await create(projectId, 'Orders', parentId, 'All orders');
  const { suiteId } = made;
  const suite = {
    suiteId: expect.any(String),
    projectId,
    parentId,
    name: 'Orders',
    description: 'All orders',
    isEnabled: true,
    isActive: true,
    assetCount: 0,
    enabledCount: 0,
    createdAt: instant,
    updatedAt: made.createdAt,
  };
  expect(made).toEqual(suite);
  await newAsset(client, { projectId, suiteId }, hello);
  await newAsset(client, { projectId, suiteId }, hello, { isEnabled: false });
  const full = { ...suite, assetCount: 2, enabledCount: 1, updatedAt: instant };
  expect(await one(projectId, suiteId)).toEqual(full);
  const update = (change: object) => client.call(calls.updateSuite, { body: { suiteId, ...change } });
  expect(await update({ name: 'Sales' })).toEqual({ ...full, name: 'Sales' });
  expect(await update({ description: '' })).toEqual({ ...full, name: 'Sales', description: '' });
  expect(await toggle(suiteId, false)).toEqual({
    ...full,
    name: 'Sales',
    description: '',
    isEnabled: false,
    isActive: false,
  });
  expect(await toggle(suiteId, true)).toMatchObject({ isEnabled: true, isActive: true });
  await toggle(parentId, false);
  expect(await one(projectId, suiteId)).toMatchObject({ isEnabled: true, isActive: false });
  expect(await move(suiteId, null)).toEqual({ ...full, name: 'Sales', description: '', parentId: null });
  expect(await create(projectId, 'Plain')).toMatchObject({ parentId: null, description: '' });
  expect((await list(projectId)).map(({ name }) => name)).toEqual(['Default', 'Plain', 'Sales']);
});

describe('a change of a suite is refused', () => {
  test('if its name is taken, case-insensitively, or its parent is unknown', async () => {
    const { projectId, suiteId } = await newMock(client);
    const other = await newMock(client);
    const inner = await create(projectId, 'Orders', suiteId);
    const outer = await create(projectId, 'oRDERS');
    expect(await refusalOf(create(projectId, 'ORDERS', suiteId))).toEqual(taken('ORDERS'));
    expect(await refusalOf(move(outer.suiteId, suiteId))).toEqual(taken('oRDERS'));
    const rename = (name: string) =>
      client.call(calls.updateSuite, { body: { suiteId: outer.suiteId, name, description: 'x' } });
    expect(await refusalOf(rename('DEFAULT'))).toEqual(taken('DEFAULT'));
    expect(await refusalOf(clone(outer.suiteId, 'default'))).toEqual(taken('default'));
    expect((await rename('Orders')).name).toBe('Orders');
    for (const unknownId of [newId(), other.suiteId, projectId]) {
      expect(await refusalOf(create(projectId, 'x', unknownId))).toEqual(notFound);
      expect(await refusalOf(move(inner.suiteId, unknownId))).toEqual(notFound);
    }
    expect((await list(projectId)).map(({ name, parentId }) => [name, parentId])).toEqual([
      ['Default', null],
      ['Orders', suiteId],
      ['Orders', null],
    ]);
  });

  test('if it nests too deep or into itself', async () => {
    const { projectId, suiteId } = await newMock(client);
    const chain = [suiteId];
    for (const name of ['2', '3', '4', '5']) chain.push((await create(projectId, name, chain.at(-1))).suiteId);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = chain;
    expect(await refusalOf(create(projectId, '6', fifth))).toEqual(tooDeep);
    const top = await create(projectId, 'Top');
    const inner = await create(projectId, 'Inner', top.suiteId);
    await create(projectId, 'Beside', top.suiteId);
    expect(await refusalOf(move(top.suiteId, fourth))).toEqual(tooDeep);
    const into = [409, 'SUITE_INTO_ITSELF', 'A suite can’t be moved into itself or into a suite that lies in it.'];
    expect(await refusalOf(move(top.suiteId, top.suiteId))).toEqual(into);
    expect(await refusalOf(move(top.suiteId, inner.suiteId))).toEqual(into);
    expect(await refusalOf(move(first, fifth))).toEqual(into);
    expect((await move(top.suiteId, third)).parentId).toBe(third);
    expect((await move(second, null)).parentId).toBeNull();
    expect((await move(second, first)).parentId).toBe(first);
  });

  test('if the suite is unknown', async () => {
    const unknownId = newId();
    expect(await refusalOf(move(unknownId, null))).toEqual(notFound);
    expect(await refusalOf(clone(unknownId))).toEqual(notFound);
    expect(await refusalOf(toggle(unknownId, true))).toEqual(notFound);
    expect(await refusalOf(client.call(calls.updateSuite, { body: { suiteId: unknownId, name: 'x' } }))).toEqual(
      notFound,
    );
    expect(await refusalOf(client.call(calls.deleteSuite, { params: { id: unknownId } }))).toEqual(notFound);
  });

  test('if the suite or project is deleted concurrently', async () => {
    const { projectId, suiteId } = await newMock(client);
    const suite = {
      lock: 'select 1 from service_virtualization.suite where id = $1 for update',
      meanwhile: 'delete from service_virtualization.suite where id = $1',
      values: [suiteId],
    };
    const update = () => refusalOf(client.call(calls.updateSuite, { body: { suiteId, name: 'x' } }));
    expect(await whileHeld(server, suite, update)).toEqual(notFound);
    const project = {
      lock: 'select 1 from service_virtualization.project where id = $1 for update',
      meanwhile: 'delete from service_virtualization.project where id = $1',
      values: [projectId],
    };
    expect(await whileHeld(server, project, () => refusalOf(create(projectId, 'x')))).toEqual([
      404,
      'PROJECT_NOT_FOUND',
      'No such project, or you have no access to it.',
    ]);
  });
});

describe('a copy of a suite', () => {
  test('contains its subsuites and assets, all inactive', async () => {
    const place = await newMock(client);
    const { projectId, suiteId, address } = place;
    await client.call(calls.updateSuite, { body: { suiteId, description: 'First' } });
    const inner = await create(projectId, 'Inner', suiteId, 'Second');
    const deepest = await create(projectId, 'Deepest', inner.suiteId);
    await toggle(inner.suiteId, false);
    await create(projectId, 'Other');
    const names = ['Direct', 'In inner', 'In deepest'];
    for (const [index, at] of [suiteId, inner.suiteId, deepest.suiteId].entries())
      await newAsset(client, { projectId, suiteId: at }, hello, { name: names[index] ?? '', tags: ['t'] });
    const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bea', lastName: 'Baker' });
    const copy = await colleague.client.call(calls.cloneSuite, { params: { id: suiteId }, body: {} });
    expect(copy).toEqual({
      suiteId: expect.any(String),
      projectId,
      parentId: null,
      name: 'Default (copy)',
      description: 'First',
      isEnabled: true,
      isActive: true,
      assetCount: 1,
      enabledCount: 0,
      createdAt: instant,
      updatedAt: instant,
    });
    const suites = await list(projectId);
    const innerCopy = suites.find(({ parentId }) => parentId === copy.suiteId);
    expect(innerCopy).toMatchObject({ name: 'Inner', description: 'Second', isEnabled: false, assetCount: 1 });
    const deepCopy = suites.find(({ parentId }) => parentId === innerCopy?.suiteId);
    expect(deepCopy).toMatchObject({ name: 'Deepest', assetCount: 1, enabledCount: 0 });
    expect(suites.map(({ name }) => name)).toEqual([
      'Deepest',
      'Deepest',
      'Default',
      'Default (copy)',
      'Inner',
      'Inner',
      'Other',
    ]);
    const query = { suiteId: copy.suiteId, isDeep: 'true' as const };
    const { content } = await client.call(calls.listAssets, { params: { id: projectId }, query });
    expect(
      content.map(({ name, suiteId: at, isEnabled, tags, createdByName }) => [
        name,
        at,
        isEnabled,
        tags,
        createdByName,
      ]),
    ).toEqual([
      ['In deepest', deepCopy?.suiteId, false, ['t'], 'Bea Baker'],
      ['In inner', innerCopy?.suiteId, false, ['t'], 'Bea Baker'],
      ['Direct', copy.suiteId, false, ['t'], 'Bea Baker'],
    ]);
    const id = content[0]?.assetId ?? '';
    const versions = await client.call(calls.listAssetVersions, { params: { id }, query: {} });
    expect(versions.content).toMatchObject([{ revision: 1, change: 'copied', createdByName: 'Bea Baker' }]);
    expect((await fetch(`${address}/hello`)).status).toBe(200);
    const again = await clone(suiteId);
    expect(again.name).not.toBe(copy.name);
    expect(again.name).toMatch(/^Default \(copy\).*2/);
  });

  test('is placed next to it, under a free name or the given one', async () => {
    const { projectId, suiteId } = await newMock(client);
    const inner = await create(projectId, 'Inner', suiteId);
    await create(projectId, 'Inner (copy)');
    expect(await clone(inner.suiteId)).toMatchObject({ name: 'Inner (copy)', parentId: suiteId });
    expect(await clone(inner.suiteId, 'Mine')).toMatchObject({ name: 'Mine', parentId: suiteId });
  });
});

test('a suite is deleted with its contents, which stop answering, and audited', async () => {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const inner = await create(projectId, 'Inner', suiteId);
  await newAsset(client, { projectId, suiteId: inner.suiteId }, hello);
  expect((await fetch(`${address}/hello`)).status).toBe(200);
  expect(await client.call(calls.deleteSuite, { params: { id: suiteId } })).toEqual({ message: 'Deleted' });
  expect((await fetch(`${address}/hello`)).status).toBe(404);
  expect(await list(projectId)).toEqual([]);
  expect(await auditOf(server, suiteId)).toEqual([
    { action: 'mock-suite.deleted', detail: { name: 'Default' }, userId: owner.userId },
  ]);
  expect(await auditOf(server, inner.suiteId)).toEqual([]);
});

test('moving or toggling suites takes effect from the next call', async () => {
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const status = async () => (await fetch(`${address}/hello`)).status;
  const inner = await create(projectId, 'Inner', suiteId);
  await newAsset(client, { projectId, suiteId: inner.suiteId }, hello);
  expect(await status()).toBe(200);
  await toggle(suiteId, false);
  expect(await status()).toBe(404);
  await move(inner.suiteId, null);
  expect(await status()).toBe(200);
  await move(inner.suiteId, suiteId);
  expect(await status()).toBe(404);
  await toggle(suiteId, true);
  expect(await status()).toBe(200);
});
