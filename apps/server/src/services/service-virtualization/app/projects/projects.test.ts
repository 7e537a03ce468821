import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../../api-testing/testing/builders.ts';
import { changeMock, type MockPlace, newAsset, newKey, newMock } from '../../testing/mock-builders.ts';
import { auditOf, newViewer, refusalOf } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
/** Client of an organization whose plan allows any number of APIs. */
let large: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'PRO' });
  ({ client } = owner);
  large = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
}, 120_000);
afterAll(() => server.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hello = { request: { method: 'GET', urlPath: '/hello' }, response: { body: 'hi' } };
const create = (body: { projectName: string } & Record<string, unknown>, by = client) =>
  by.call(calls.createVirtualizationProject, { body });
const update = (projectId: string, change: object, by = client) =>
  by.call(calls.updateVirtualizationProject, { body: { projectId, ...change } });
const viewProject = (id: string, by = client) => by.call(calls.getVirtualizationProject, { params: { id } });
const listProjects = (query: object = {}) =>
  client.call(calls.listVirtualizationProjects, { params: { id: owner.teamId }, query });
const remove = (id: string, projectName: string, by = client) =>
  by.call(calls.deleteVirtualizationProject, { params: { id }, body: { projectName } });
const mockOf = (id: string, by = client) => by.call(calls.getMock, { params: { id } });
const updateMock = (id: string, body: object) => client.call(calls.updateMock, { params: { id }, body });
const toggleMock = (id: string, isEnabled: boolean) =>
  client.call(calls.toggleMock, { params: { id }, body: { isEnabled } });
const reset = (id: string, body: object) => client.call(calls.resetMock, { params: { id }, body });
const notFound = [404, 'PROJECT_NOT_FOUND', 'No such project, or you have no access to it.'];
const nameTaken = [409, 'PROJECT_NAME_TAKEN', 'A project with this name already exists.'];

describe('a project', () => {
  test('is returned with its counts and address, alone and in the list', async () => {
    const made = await create({ projectName: 'Shop A', projectDescription: 'All shops' });
    const { projectId } = made;
    expect(made).toMatchObject({
      projectName: 'Shop A',
      projectDescription: 'All shops',
      suiteCount: 1,
      assetCount: 0,
      enabledCount: 0,
      isEnabled: true,
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mock\/shop-a-[a-z0-9]{8}$/),
      role: 'OWNER',
    });
    expect(made).not.toHaveProperty('scriptCount');
    expect(await viewProject(projectId)).toEqual(made);
    const { suites } = await client.call(calls.listSuites, { params: { id: projectId } });
    expect(suites).toMatchObject([{ name: 'Default', description: '', parentId: null, isEnabled: true }]);
    const place = { projectId, suiteId: suites[0]?.suiteId ?? '' };
    await newAsset(client, place, hello);
    await newAsset(client, place, hello, { isEnabled: false });
    const inner = await client.call(calls.createSuite, { body: { projectId, name: 'Off' } });
    await newAsset(client, { projectId, suiteId: inner.suiteId }, hello);
    await client.call(calls.toggleSuite, { params: { id: inner.suiteId }, body: { isEnabled: false } });
    await toggleMock(projectId, false);
    const full = { ...made, suiteCount: 2, assetCount: 3, enabledCount: 1, isEnabled: false };
    expect(await viewProject(projectId)).toEqual({ ...full, updatedAt: expect.any(String) });
    const other = await create({ projectName: 'Shop B', workspaceType: 'PRIVATE' });
    expect(other.workspaceType).toBe('PRIVATE');
    await newProject(client);
    const { content, ...page } = await listProjects({ searchTerm: 'SHOP', size: 1, page: 1 });
    expect(page).toEqual({ page: 1, size: 1, totalElements: 2 });
    const both = [...content, ...(await listProjects({ searchTerm: 'SHOP', size: 1 })).content];
    expect(both.map(({ projectName }) => projectName).toSorted()).toEqual(['Shop A', 'Shop B']);
    expect(both.find((one) => one.projectId === projectId)).toEqual({ ...full, updatedAt: expect.any(String) });
    expect((await listProjects({ searchTerm: 'nothing' })).content).toEqual([]);
    expect((await listProjects()).content.map(({ projectName }) => projectName)).toContain('Shop A');
  });

  test('changes the given fields, and refuses a taken name', async () => {
    const { projectId } = await create({ projectName: 'One', projectDescription: 'First' });
    await create({ projectName: 'Other' });
    expect(await update(projectId, { projectDescription: 'Second' })).toMatchObject({
      projectName: 'One',
      projectDescription: 'Second',
    });
    expect(await update(projectId, { projectName: 'Two', workspaceType: 'PRIVATE' })).toMatchObject({
      projectName: 'Two',
      projectDescription: 'Second',
      workspaceType: 'PRIVATE',
      address: expect.stringMatching(/\/mock\/one-[a-z0-9]{8}$/),
    });
    expect(await refusalOf(update(projectId, { projectName: 'Other' }))).toEqual(nameTaken);
    expect(await refusalOf(create({ projectName: 'Other' }))).toEqual(nameTaken);
    expect(await viewProject(projectId)).toMatchObject({ projectName: 'Two' });
  });

  test('can be changed by its owner only', async () => {
    const { projectId } = await create({ projectName: 'Mine', workspaceType: 'PRIVATE' });
    const viewer = await newViewer(server, owner, projectId);
    const ownersOnly = [403, 'API_TESTING_OWNER_ONLY', 'Only an owner of this workspace may do this.'];
    expect(await viewProject(projectId, viewer.client)).toMatchObject({ projectName: 'Mine', role: 'VIEWER' });
    expect(await refusalOf(update(projectId, { projectName: 'Yours' }, viewer.client))).toEqual(ownersOnly);
    expect(await refusalOf(remove(projectId, 'Mine', viewer.client))).toEqual(ownersOnly);
    const restorable = { params: { id: projectId }, body: { projectName: 'Mine', restorable: true } };
    expect(await refusalOf(viewer.client.call(calls.deleteVirtualizationProject, restorable))).toEqual(ownersOnly);
    expect(await viewProject(projectId)).toMatchObject({ projectName: 'Mine', isEnabled: true });
  });

  test('of another service is not found', async () => {
    const projectId = await newProject(client, 'Tests');
    expect(await refusalOf(viewProject(projectId))).toEqual(notFound);
    expect(await refusalOf(mockOf(projectId))).toEqual(notFound);
    expect(await refusalOf(update(projectId, { projectName: 'x' }))).toEqual(notFound);
    expect(await refusalOf(remove(projectId, 'Tests'))).toEqual(notFound);
    const { content } = await listProjects({ size: 100 });
    expect(content.map((one) => one.projectId)).not.toContain(projectId);
  });

  test('is deleted with all its contents', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    await newAsset(client, place, { ...hello, setState: { a: 1 } }, { kind: 'dynamic' });
    await client.call(calls.createVariables, { body: { projectId, variables: [{ name: 'a', value: '1' }] } });
    await fetch(`${address}/hello`);
    await client.call(calls.listJournal, { params: { id: projectId }, query: {} });
    const { pool } = server.platform.database;
    const tables = ['project', 'suite', 'asset', 'asset_version', 'journal', 'scope_state'];
    const left = async () => {
      const counts = tables.map((table) =>
        table === 'asset_version'
          ? `(select count(*)::int from service_virtualization.asset_version v
              where not exists (select 1 from service_virtualization.asset a where a.id = v.asset_id)) as "${table}"`
          : `(select count(*)::int from service_virtualization.${table}
              where ${table === 'project' ? 'id' : 'project_id'} = $1) as "${table}"`,
      );
      return (await pool.query(`select ${counts.join(', ')}`, [projectId])).rows[0];
    };
    expect(await left()).toEqual({ project: 1, suite: 1, asset: 1, asset_version: 0, journal: 1, scope_state: 1 });
    const { projectName } = await viewProject(projectId);
    expect((await refusalOf(remove(projectId, `${projectName}x`)))[0]).toBe(409);
    expect(await remove(projectId, projectName)).toEqual({ message: 'Deleted' });
    expect(await left()).toEqual({ project: 0, suite: 0, asset: 0, asset_version: 0, journal: 0, scope_state: 0 });
    expect((await fetch(`${address}/hello`)).status).toBe(404);
  });
});

describe('a mock', () => {
  const settings = {
    access: 'open',
    allowedNetworks: [],
    isStrict: false,
    cors: false,
    seed: null,
    journalLimit: 1000,
    proxyTo: null,
    delay: null,
    stateScope: 'global',
    acceptsAnyCertificate: false,
  };
  const shown = ({ projectId, address }: MockPlace) => ({
    projectId,
    pathKey: address.split('/').at(-1),
    isEnabled: true,
    addresses: [{ kind: 'path', url: address }],
    port: null,
    ports: null,
    adminUrl: `${address}/__admin`,
    hasKey: false,
    keyCreatedAt: null,
    settings,
    counts: { suites: 1, assets: 0, enabled: 0, calls: 0, unmatched: 0 },
    limit: { used: 0, most: 5 },
  });

  test('is returned with its settings, counts and plan limit', async () => {
    const own = await server.createOrganization({ plan: 'PRO' });
    const place = await newMock(own.client);
    const { projectId, address } = place;
    expect(await mockOf(projectId, own.client)).toEqual(shown(place));
    await newAsset(own.client, place, hello);
    await newAsset(own.client, place, hello, { isEnabled: false });
    await newAsset(own.client, await newMock(own.client), hello);
    for (const path of ['hello', 'missing', 'hello']) await fetch(`${address}/${path}`);
    expect(await mockOf(projectId, own.client)).toEqual({
      ...shown(place),
      counts: { suites: 1, assets: 2, enabled: 1, calls: 3, unmatched: 1 },
      limit: { used: 2, most: 5 },
    });
    expect((await mockOf((await newMock(large)).projectId, large)).limit).toEqual({ used: 0, most: null });
  });

  test('keeps settings that a change omits, and reports invalid ones', async () => {
    const place = await newMock(client);
    const { projectId } = place;
    const { limit: _limit, ...mock } = shown(place);
    expect(await changeMock(client, projectId, { seed: 7, cors: true })).toMatchObject({
      ...mock,
      settings: { ...settings, seed: 7, cors: true },
    });
    const again = await changeMock(client, projectId, { cors: false, allowedNetworks: ['10.0.0.0/8'] });
    expect(again.settings).toEqual({ ...settings, seed: 7, allowedNetworks: ['10.0.0.0/8'] });
    const failure = await failureOf(changeMock(client, projectId, { stateScope: 'nobody', seed: 8 }));
    expect([failure.status, failure.code, failure.message, failure.details]).toEqual([
      400,
      'SERVICE_VIRTUALIZATION_INVALID_SETTINGS',
      'These settings can’t be saved. See details.',
      [
        {
          path: 'settings.stateScope',
          message:
            'Write global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME, or a template such as {{request.query.user}}.',
        },
      ],
    ]);
    expect((await mockOf(projectId)).settings).toEqual(again.settings);
  });

  test('can get another address, unless another mock has it', async () => {
    const [place, other] = [await newMock(client), await newMock(client)];
    const { projectId, address } = place;
    await newAsset(client, place, hello);
    expect((await fetch(`${address}/hello`)).status).toBe(200);
    const pathKey = `moved-${projectId.slice(-8)}`;
    const moved = await updateMock(projectId, { pathKey });
    const url = address.replace(/[^/]+$/, pathKey);
    expect(moved).toMatchObject({ pathKey, addresses: [{ kind: 'path', url }], adminUrl: `${url}/__admin` });
    expect([(await fetch(`${url}/hello`)).status, (await fetch(`${address}/hello`)).status]).toEqual([200, 404]);
    expect(await refusalOf(updateMock(other.projectId, { pathKey, settings: { seed: 1 } }))).toEqual([
      409,
      'PATH_KEY_TAKEN',
      `Another mock has the address “${pathKey}” already. Choose another one.`,
    ]);
    expect((await mockOf(other.projectId)).settings.seed).toBeNull();
    expect((await updateMock(projectId, { settings: { seed: 2 } })).pathKey).toBe(pathKey);
  });

  test('accepts only its newest key and shows when it was created', async () => {
    const place = await newMock(client);
    const { projectId, address } = place;
    await newAsset(client, place, hello);
    const keys = [await newKey(client, projectId)];
    const first = await mockOf(projectId);
    expect(first).toMatchObject({ hasKey: true, keyCreatedAt: instant });
    keys.push(await newKey(client, projectId));
    expect(Date.parse((await mockOf(projectId)).keyCreatedAt ?? '')).toBeGreaterThan(
      Date.parse(first.keyCreatedAt ?? ''),
    );
    for (const key of keys) expect(key).toMatch(/^mock_[\w-]{32}$/);
    await changeMock(client, projectId, { access: 'key' });
    const status = async (key: string) => (await fetch(`${address}/hello`, { headers: { 'X-Mock-Key': key } })).status;
    expect([await status(keys[0] ?? ''), await status(keys[1] ?? ''), await status('')]).toEqual([401, 200, 401]);
  });

  test('has no port if the installation has none', async () => {
    const { projectId } = await newMock(client);
    const switchPort = (isOn: boolean) =>
      client.call(calls.switchMockPort, { params: { id: projectId }, body: { isOn } });
    expect(await refusalOf(switchPort(true))).toEqual([
      409,
      'NO_PORTS',
      'This installation gives mocks no ports of their own. An operator sets MOCK_PORTS.',
    ]);
    expect(await switchPort(false)).toEqual(await mockOf(projectId));
    expect(await auditOf(server, projectId)).toEqual([]);
  });

  test('is audited when changed, switched or given a key', async () => {
    const { projectId } = await newMock(client);
    await updateMock(projectId, { settings: { seed: 1 } });
    await toggleMock(projectId, false);
    await toggleMock(projectId, true);
    await newKey(client, projectId);
    await reset(projectId, { state: true, records: true, journal: true });
    const { userId } = owner;
    expect(await auditOf(server, projectId)).toEqual(
      ['mock.changed', 'mock.switched-off', 'mock.switched-on', 'mock.key-renewed'].map((action) => ({
        action,
        detail: null,
        userId,
      })),
    );
  });

  test.each<[string, object, [string, number, number]]>([
    ['nothing', {}, ['done', 2, 1]],
    ['its state', { state: true }, ['Started', 2, 1]],
    ['its records', { records: true }, ['done', 1, 1]],
    ['its journal', { journal: true }, ['done', 2, 0]],
    ['everything', { state: true, records: true, journal: true }, ['Started', 1, 0]],
  ])('is reset as requested: %s', async (_, chosen, left) => {
    const place = await newMock(large);
    const { projectId, suiteId, address } = place;
    const flow = { request: { urlPath: '/flow' }, scenarioName: 'Flow', newScenarioState: 'done' };
    await newAsset(large, place, flow, { kind: 'dynamic' });
    const resource = { name: 'pets', path: '/pets', items: [{ id: 1 }] };
    const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
    await large.call(calls.createAsset, { body });
    await fetch(`${address}/flow`);
    await large.call(calls.putRecord, { params: { id: projectId }, body: { resource: 'pets', record: { a: 1 } } });
    expect(await large.call(calls.resetMock, { params: { id: projectId }, body: chosen })).toEqual({
      message: 'Reset',
    });
    const read = async () => {
      const { scenarios, resources } = await large.call(calls.getMockState, { params: { id: projectId } });
      return [scenarios[0]?.state, resources[0]?.count, (await mockOf(projectId, large)).counts.calls];
    };
    expect(await read()).toEqual(left);
    const verify = await large.call(calls.verifyJournal, { params: { id: projectId }, body: { pattern: {} } });
    expect(verify.count).toBe(left[2]);
    await changeMock(large, projectId, { seed: 3 });
    expect(await read()).toEqual(left);
  });
});
