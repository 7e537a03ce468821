import type { AssetDraft } from '@touchstone/contracts/service-virtualization';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { type MockPlace, newAsset, newMock } from '../../testing/mock-builders.ts';
import { auditOf, refusalOf, whileHeld } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: TestUser['client'];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { status: 200, body: 'hi' } };
const create = (place: MockPlace, given: Partial<AssetDraft> & { name: string }) =>
  client.call(calls.createAsset, {
    body: { projectId: place.projectId, suiteId: place.suiteId, kind: 'static', ...given },
  });
const view = (id: string) => client.call(calls.getAsset, { params: { id } });
const list = (id: string, query: object = {}) => client.call(calls.listAssets, { params: { id }, query });
const save = (assetId: string, revision: number, change: object = {}, by = client) =>
  by.call(calls.updateAsset, { body: { assetId, revision, ...change } });
const notFound = [404, 'ASSET_NOT_FOUND', 'No such asset, or you have no access to it.'];
const noSuite = [404, 'SUITE_NOT_FOUND', 'No such suite, or you have no access to it.'];
const noVersion = [404, 'VERSION_NOT_FOUND', 'No such version of this asset.'];

describe('an asset is returned with all fields', () => {
  test('as a stub', async () => {
    const place = await newMock(client);
    const stub = {
      request: { method: 'post', url: '/a?b=1', host: { equalTo: 'a.test' } },
      response: { status: 202, jsonBody: { a: 1 } },
      priority: 3,
      scenarioName: 'Flow',
      newScenarioState: 'done',
    };
    const made = await create(place, {
      name: 'Flow',
      kind: 'dynamic',
      tags: ['b', 'a', 'b'],
      stub: { ...stub, id: newId(), uuid: newId(), enabled: false, insertionIndex: 4 },
    });
    const summary = {
      assetId: expect.any(String),
      projectId: place.projectId,
      suiteId: place.suiteId,
      name: 'Flow',
      kind: 'dynamic',
      form: 'stub',
      isEnabled: true,
      isActive: true,
      tags: ['b', 'a'],
      method: 'POST',
      path: '/a?b=1',
      host: 'a.test',
      status: '202',
      priority: 3,
      scenarioName: 'Flow',
      revision: 1,
      origin: null,
      createdAt: instant,
      createdByName: 'Ada Admin',
      updatedAt: made.createdAt,
      updatedByName: 'Ada Admin',
    };
    expect(made).toEqual({ ...summary, stub, resource: null, problems: [], warnings: [] });
    expect(await view(made.assetId)).toEqual(made);
    expect(await list(place.projectId)).toEqual({ page: 0, size: 10, totalElements: 1, content: [summary] });
  });

  test('as a resource of records', async () => {
    const place = await newMock(client);
    const resource = { path: '/pets', items: [{ id: 1 }] };
    const made = await create(place, { name: 'Pets', kind: 'dynamic', resource, isEnabled: false });
    expect(made).toEqual({
      assetId: expect.any(String),
      projectId: place.projectId,
      suiteId: place.suiteId,
      name: 'Pets',
      kind: 'dynamic',
      form: 'resource',
      isEnabled: false,
      isActive: false,
      tags: [],
      method: 'ANY',
      path: '/pets',
      host: null,
      status: 'records',
      priority: 5,
      scenarioName: null,
      revision: 1,
      origin: null,
      createdAt: instant,
      createdByName: 'Ada Admin',
      updatedAt: instant,
      updatedByName: 'Ada Admin',
      stub: null,
      resource,
      problems: [],
      warnings: [],
    });
    expect(await view(made.assetId)).toEqual(made);
    const version = await client.call(calls.getAssetVersion, { params: { id: made.assetId, revision: 1 } });
    expect(version).toEqual({
      revision: 1,
      name: 'Pets',
      change: 'created',
      createdAt: instant,
      createdByName: 'Ada Admin',
      kind: 'dynamic',
      tags: [],
      stub: null,
      resource,
    });
  });

  test('with its source document and whether it has been edited since', async () => {
    const { projectId } = await newMock(client);
    const text = JSON.stringify({
      mappings: [
        { ...hello, name: 'One' },
        { ...hello, name: 'Two' },
      ],
    });
    const { importId, title } = await client.call(calls.previewImport, { body: { projectId, text } });
    const { sourceId } = await client.call(calls.carryOutImport, { body: { projectId, importId } });
    const [two, one] = (await list(projectId)).content;
    const origin = { sourceId, format: 'wiremock', name: title, isEdited: false };
    expect([one?.origin, two?.origin]).toEqual([origin, origin]);
    const saved = await save(one?.assetId ?? '', 1, { stub: { ...hello, response: { body: 'mine' } } });
    expect(saved.origin).toEqual({ ...origin, isEdited: true });
    expect((await save(two?.assetId ?? '', 1, { name: 'Renamed' })).origin).toEqual(origin);
    const own = await create({ projectId, suiteId: one?.suiteId ?? '', address: '' }, { name: 'Own', stub: hello });
    expect(own.origin).toBeNull();
    expect((await list(projectId)).content.map(({ name, origin: of }) => [name, of?.isEdited])).toEqual([
      ['Own', undefined],
      ['Renamed', false],
      ['One', true],
    ]);
  });
});

describe('assets are listed', () => {
  let place: MockPlace;
  let inner: string;
  beforeAll(async () => {
    place = await newMock(client);
    const { projectId, suiteId } = place;
    const suite = await client.call(calls.createSuite, { body: { projectId, parentId: suiteId, name: 'Inner' } });
    inner = suite.suiteId;
    await create(place, { name: 'Ärger', tags: ['Zoo', 'alpha'], stub: hello });
    await create(place, { name: 'b', isEnabled: false, tags: ['alpha'], stub: { request: { urlPath: '/b%_' } } });
    const resource = { path: '/pets' };
    await create({ ...place, suiteId: inner }, { name: 'c', kind: 'dynamic', tags: ['beta', 'Alpha'], resource });
    await create(await newMock(client), { name: 'elsewhere', tags: ['alpha'], stub: hello });
  });

  test.each<[string, () => object, string[]]>([
    ['all, newest first', () => ({}), ['c', 'b', 'Ärger']],
    ['directly in a suite', () => ({ suiteId: place.suiteId }), ['b', 'Ärger']],
    ['in a suite and its subsuites', () => ({ suiteId: place.suiteId, isDeep: 'true' }), ['c', 'b', 'Ärger']],
    ['in a nested suite and its subsuites', () => ({ suiteId: inner, isDeep: 'true' }), ['c']],
    ['directly in a suite, with isDeep false', () => ({ suiteId: place.suiteId, isDeep: 'false' }), ['b', 'Ärger']],
    ['in all suites, at any depth', () => ({ isDeep: 'true' }), ['c', 'b', 'Ärger']],
    ['in an unknown suite', () => ({ suiteId: newId() }), []],
    ['of one kind', () => ({ kind: 'dynamic' }), ['c']],
    ['of the other kind', () => ({ kind: 'static' }), ['b', 'Ärger']],
    ['that are enabled', () => ({ isEnabled: 'true' }), ['c', 'Ärger']],
    ['that are disabled', () => ({ isEnabled: 'false' }), ['b']],
    ['with a tag, case-sensitively', () => ({ tag: 'alpha' }), ['b', 'Ärger']],
    ['by part of the name', () => ({ searchTerm: 'rger' }), ['Ärger']],
    ['by part of the address', () => ({ searchTerm: '/HELL' }), ['Ärger']],
    ['by part of a tag', () => ({ searchTerm: 'zo' }), ['Ärger']],
    ['by wildcard characters, taken literally', () => ({ searchTerm: '%_' }), ['b']],
    ['by several conditions', () => ({ tag: 'alpha', kind: 'static', isEnabled: 'true' }), ['Ärger']],
  ])('%s', async (_, query, names) => {
    const { content, totalElements } = await list(place.projectId, query());
    expect(content.map(({ name }) => name)).toEqual(names);
    expect(totalElements).toBe(names.length);
  });

  test('page by page', async () => {
    const page = async (number: number) => {
      const { content, ...rest } = await list(place.projectId, { page: number, size: 2 });
      return [content.map(({ name }) => name), rest];
    };
    expect(await page(0)).toEqual([['c', 'b'], { page: 0, size: 2, totalElements: 3 }]);
    expect(await page(1)).toEqual([['Ärger'], { page: 1, size: 2, totalElements: 3 }]);
    expect(await page(2)).toEqual([[], { page: 2, size: 2, totalElements: 3 }]);
  });

  test('with tag counts, sorted case-insensitively', async () => {
    expect(await client.call(calls.listAssetTags, { params: { id: place.projectId } })).toEqual({
      tags: [
        { tag: 'Alpha', count: 1 },
        { tag: 'alpha', count: 2 },
        { tag: 'beta', count: 1 },
        { tag: 'Zoo', count: 1 },
      ],
    });
  });
});

describe('a save', () => {
  test('of an outdated revision is refused with the newer revision and its author', async () => {
    const place = await newMock(client);
    const { projectId } = place;
    await create(place, { name: 'Below', stub: hello });
    const { assetId } = await create(place, { name: 'One', stub: hello });
    const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bea', lastName: 'Baker' });
    const newer = await save(assetId, 1, { name: 'Two', tags: ['t'] }, colleague.client);
    expect(newer).toMatchObject({ createdByName: 'Ada Admin', updatedByName: 'Bea Baker', revision: 2 });
    const { status, code, message, data } = await failureOf(save(assetId, 1, { name: 'Three' }));
    expect([status, code, message]).toEqual([
      409,
      'SERVICE_VIRTUALIZATION_ASSET_CHANGED',
      'Bea Baker saved this asset meanwhile. Look at the newer revision, then save again.',
    ]);
    expect(data).toEqual({
      revision: 2,
      updatedAt: newer.updatedAt,
      updatedByName: 'Bea Baker',
      asset: await view(assetId),
    });
    expect((await list(projectId)).content[0]?.name).toBe('Two');
  });

  test('does not overwrite a concurrent save', async () => {
    const place = await newMock(client);
    const { assetId } = await create(place, { name: 'One', stub: hello });
    const lock = 'select 1 from service_virtualization.asset where id = $1 for update';
    const outcomes = await whileHeld(server, { lock, values: [assetId], waiting: 2 }, () =>
      Promise.allSettled(['A', 'B'].map((name) => save(assetId, 1, { name }))),
    );
    const saved = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(saved).toEqual([await view(assetId)]);
    expect(refused).toMatchObject([
      {
        code: 'SERVICE_VIRTUALIZATION_ASSET_CHANGED',
        message: 'Ada Admin saved this asset meanwhile. Look at the newer revision, then save again.',
        data: { revision: 2, asset: saved[0] },
      },
    ]);
    const versions = await client.call(calls.listAssetVersions, { params: { id: assetId }, query: {} });
    expect(versions.totalElements).toBe(2);
  });

  test('of a concurrently deleted asset is refused', async () => {
    const { assetId } = await create(await newMock(client), { name: 'One', stub: hello });
    const lock = 'select 1 from service_virtualization.asset where id = $1 for update';
    const meanwhile = 'delete from service_virtualization.asset where id = $1';
    const refused = await whileHeld(server, { lock, meanwhile, values: [assetId] }, () =>
      refusalOf(save(assetId, 1, { name: 'Two' })),
    );
    expect(refused).toEqual(notFound);
  });

  test('changes the given fields and keeps the others', async () => {
    const place = await newMock(client);
    const { assetId } = await create(place, { name: 'One', kind: 'dynamic', tags: ['a'], stub: hello });
    const fieldsOf = ({ name, kind, tags, stub }: Awaited<ReturnType<typeof view>>) => [name, kind, tags, stub];
    expect(fieldsOf(await save(assetId, 1))).toEqual(['One', 'dynamic', ['a'], hello]);
    expect(fieldsOf(await save(assetId, 2, { kind: 'static' }))).toEqual(['One', 'static', ['a'], hello]);
    expect(fieldsOf(await save(assetId, 3, { tags: ['c', 'b', 'c'] }))).toEqual(['One', 'static', ['c', 'b'], hello]);
    const other = { request: { urlPath: '/other' }, response: { status: 204 } };
    expect(await save(assetId, 4, { stub: other })).toMatchObject({
      stub: other,
      method: 'ANY',
      path: '/other',
      status: '204',
    });
    await save(assetId, 5, { name: 'Six', kind: 'dynamic', tags: [] });
    const restored = await client.call(calls.restoreAssetVersion, { params: { id: assetId, revision: 2 }, body: {} });
    expect(fieldsOf(restored)).toEqual(['One', 'dynamic', ['a'], hello]);
    expect(restored).toMatchObject({ revision: 7, path: '/hello', status: '200' });
  });

  test('that would leave no valid asset, or turn a stub into a resource, is refused', async () => {
    const place = await newMock(client);
    const { assetId } = await create(place, { name: 'One', stub: hello });
    const both = [{ path: 'stub', message: 'Give either a stub or a resource of records.' }];
    const failure = await failureOf(create(place, { name: 'None' }));
    expect([failure.status, failure.code, failure.message, failure.details]).toEqual([
      400,
      'SERVICE_VIRTUALIZATION_INVALID_ASSET',
      'This asset can’t be saved. See details.',
      both,
    ]);
    const resource = { path: '/a' };
    expect((await failureOf(save(assetId, 1, { stub: hello, resource }))).details).toEqual(both);
    expect(await refusalOf(save(assetId, 1, { resource }))).toEqual([
      400,
      'OTHER_FORM',
      'A stub can’t become a resource of records, nor the other way round. Create a new asset.',
    ]);
    const pets = await create(place, { name: 'Pets', kind: 'dynamic', resource });
    expect((await refusalOf(save(pets.assetId, 1, { stub: hello })))[1]).toBe('OTHER_FORM');
    expect(await save(pets.assetId, 1, { resource: { path: '/b' } })).toMatchObject({ path: '/b', revision: 2 });
    const broken = { request: { urlPath: '/a' }, response: { status: 7 } };
    expect((await refusalOf(save(assetId, 1, { stub: broken })))[1]).toBe('INVALID_ASSET');
    expect(await refusalOf(save(newId(), 1))).toEqual(notFound);
    const at = (revision: number) => ({ params: { id: assetId, revision } });
    expect(await refusalOf(client.call(calls.getAssetVersion, at(2)))).toEqual(noVersion);
    expect(await refusalOf(client.call(calls.restoreAssetVersion, { ...at(2), body: {} }))).toEqual(noVersion);
    expect((await view(assetId)).revision).toBe(1);
  });
});

test('a version is restored only if it is valid with the current variables', async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const added = await client.call(calls.createVariables, {
    body: { projectId, variables: [{ name: 'code', value: '201' }] },
  });
  const { assetId } = await create(place, { name: 'One', stub: { ...hello, response: { status: '{{vars.code}}' } } });
  await save(assetId, 1, { stub: hello });
  const restore = () => client.call(calls.restoreAssetVersion, { params: { id: assetId, revision: 1 }, body: {} });
  const [variable] = added.variables;
  await client.call(calls.updateVariable, { body: { variableId: variable?.variableId ?? '', value: '7' } });
  const refused = await failureOf(restore());
  expect(refused.code).toBe('SERVICE_VIRTUALIZATION_INVALID_ASSET');
  expect(refused.details.map(({ path }) => path)).toEqual(['stub.response.status']);
  await client.call(calls.updateVariable, { body: { variableId: variable?.variableId ?? '', value: '203' } });
  expect((await restore()).revision).toBe(3);
  expect((await fetch(`${place.address}/hello`)).status).toBe(203);
});

test('versions are listed page by page, newest first', async () => {
  const { assetId } = await create(await newMock(client), { name: 'One', stub: hello });
  await save(assetId, 1, { name: 'Two' });
  await save(assetId, 2, { name: 'Three' });
  const page = (query: object) => client.call(calls.listAssetVersions, { params: { id: assetId }, query });
  const version = (revision: number, name: string, change: string) => ({
    revision,
    name,
    change,
    createdAt: instant,
    createdByName: 'Ada Admin',
  });
  const three = [version(3, 'Three', 'saved'), version(2, 'Two', 'saved'), version(1, 'One', 'created')];
  expect(await page({})).toEqual({ page: 0, size: 10, totalElements: 3, content: three });
  expect(await page({ page: 1, size: 2 })).toEqual({ page: 1, size: 2, totalElements: 3, content: three.slice(2) });
});

describe('selected assets', () => {
  test('are copied in full and in order, disabled and without their source document', async () => {
    const place = await newMock(client);
    const { projectId, suiteId } = place;
    const text = JSON.stringify({ mappings: [{ ...hello, name: 'Imported' }] });
    const { importId } = await client.call(calls.previewImport, { body: { projectId, text } });
    await client.call(calls.carryOutImport, { body: { projectId, importId } });
    const [imported] = (await list(projectId)).content;
    const own = await create(place, { name: 'y'.repeat(249), tags: ['t'], stub: { ...hello, priority: 2 } });
    await save(own.assetId, 1, { tags: ['u'] });
    const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bea', lastName: 'Baker' });
    const assetIds = [own.assetId, imported?.assetId ?? ''];
    const { assets } = await colleague.client.call(calls.cloneAssets, { body: { projectId, assetIds, suiteId } });
    const copied = {
      assetId: expect.any(String),
      projectId,
      suiteId,
      kind: 'static',
      form: 'stub',
      isEnabled: false,
      isActive: false,
      method: 'GET',
      path: '/hello',
      host: null,
      status: '200',
      scenarioName: null,
      revision: 1,
      origin: null,
      createdAt: instant,
      createdByName: 'Bea Baker',
      updatedAt: instant,
      updatedByName: 'Bea Baker',
    };
    expect(assets).toEqual([
      { ...copied, name: 'Imported (copy)', tags: [], priority: 5 },
      { ...copied, name: `${'y'.repeat(248)} (copy)`, tags: ['u'], priority: 2 },
    ]);
    const id = assets[1]?.assetId ?? '';
    const versions = await client.call(calls.listAssetVersions, { params: { id }, query: {} });
    expect(versions.content.map(({ revision, change, createdByName }) => [revision, change, createdByName])).toEqual([
      [1, 'copied', 'Bea Baker'],
    ]);
    expect((await list(projectId)).content.slice(0, 2).map(({ assetId }) => assetId)).toEqual(
      assets.map(({ assetId }) => assetId).toReversed(),
    );
  });

  test('are not moved, copied, toggled or deleted if any of them is unknown', async () => {
    const place = await newMock(client);
    const other = await newMock(client);
    const { projectId, suiteId } = place;
    const mine = await newAsset(client, place, hello);
    const foreign = await newAsset(client, other, hello);
    const body = { projectId, assetIds: [mine.assetId, foreign.assetId] };
    expect(await refusalOf(client.call(calls.moveAssets, { body: { ...body, suiteId } }))).toEqual(notFound);
    expect(await refusalOf(client.call(calls.cloneAssets, { body }))).toEqual(notFound);
    expect(await refusalOf(client.call(calls.deleteAssets, { body }))).toEqual(notFound);
    expect(await refusalOf(client.call(calls.toggleAssets, { body: { ...body, isEnabled: false } }))).toEqual(notFound);
    const own = { projectId, assetIds: [mine.assetId], suiteId: other.suiteId };
    expect(await refusalOf(client.call(calls.moveAssets, { body: own }))).toEqual(noSuite);
    expect(await refusalOf(client.call(calls.cloneAssets, { body: own }))).toEqual(noSuite);
    const draft = { projectId, suiteId: other.suiteId, name: 'x', kind: 'static' as const, stub: hello };
    expect(await refusalOf(client.call(calls.createAsset, { body: draft }))).toEqual(noSuite);
    expect((await list(projectId)).content).toMatchObject([{ assetId: mine.assetId, suiteId, isEnabled: true }]);
    expect((await list(other.projectId)).totalElements).toBe(1);
    expect(await auditOf(server, projectId)).toEqual([]);
  });

  test('take effect from the next call when moved, copied, toggled or deleted', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    const { assetId } = await newAsset(client, place, hello);
    const off = await client.call(calls.createSuite, { body: { projectId, name: 'Off' } });
    await client.call(calls.toggleSuite, { params: { id: off.suiteId }, body: { isEnabled: false } });
    const status = async () => (await fetch(`${address}/hello`)).status;
    expect(await status()).toBe(200);
    const assetIds = [assetId];
    const move = (suiteId: string) => client.call(calls.moveAssets, { body: { projectId, assetIds, suiteId } });
    expect(await move(off.suiteId)).toEqual({ message: 'Moved' });
    expect(await status()).toBe(404);
    expect((await view(assetId)).isActive).toBe(false);
    await move(place.suiteId);
    expect(await status()).toBe(200);
    const toggle = (isEnabled: boolean) =>
      client.call(calls.toggleAssets, { body: { projectId, assetIds, isEnabled } });
    expect(await toggle(false)).toEqual({ message: 'Saved' });
    expect(await status()).toBe(404);
    await toggle(true);
    expect(await status()).toBe(200);
    const { assets } = await client.call(calls.cloneAssets, { body: { projectId, assetIds } });
    expect(await client.call(calls.deleteAssets, { body: { projectId, assetIds } })).toEqual({ message: 'Deleted' });
    expect(await status()).toBe(404);
    const id = assets[0]?.assetId ?? '';
    const { stub: _stub, resource: _resource, problems: _problems, warnings: _warnings, ...summary } = await view(id);
    expect(await client.call(calls.toggleAsset, { params: { id }, body: { isEnabled: true } })).toEqual({
      ...summary,
      isEnabled: true,
      isActive: true,
    });
    expect(await status()).toBe(200);
  });

  test('are audited on deletion with their count and up to twenty names', async () => {
    const place = await newMock(client);
    const { projectId } = place;
    const assetIds = [];
    for (let n = 1; n <= 21; n += 1) assetIds.push((await newAsset(client, place, hello, { name: `N${n}` })).assetId);
    await client.call(calls.deleteAssets, { body: { projectId, assetIds: [...assetIds, ...assetIds] } });
    const names = Array.from({ length: 20 }, (_, n) => `N${n + 1}`);
    expect(await auditOf(server, projectId)).toEqual([
      { action: 'mock-assets.deleted', detail: { names, count: 21 }, userId: owner.userId },
    ]);
    expect((await list(projectId)).totalElements).toBe(0);
  });
});
