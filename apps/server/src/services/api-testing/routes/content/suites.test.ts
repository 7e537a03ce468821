import { randomUUID } from 'node:crypto';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { draft, failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';

const url = 'https://shop.test/orders';
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const deletedMessage = 'Test Suite/Script is deleted already.';
let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});

const shown = (given: object) => ({
  suiteId: expect.any(String),
  projectId,
  suiteName: 'Orders',
  suiteDescription: '',
  isChaining: false,
  scriptCount: 0,
  createdAt: anyTime,
  updatedAt: anyTime,
  dataFile: null,
  lastRun: null,
  ...given,
});
const listed = async (query: object = {}) =>
  (await client.call(calls.listSuites, { query: { projectId, ...query } })).content.map(({ suiteName }) => suiteName);
const folders = async (of = suiteId) =>
  (await client.call(calls.listFolders, { query: { suiteId: of } })).folders.map(({ path }) => path);
const script = async (scriptName: string, given: object = {}, of = suiteId) =>
  (await newScript(client, of, { url, scriptName, ...given })).scriptId;
const scriptsOf = async (of: string) =>
  (await client.call(calls.listScripts, { query: { suiteId: of } })).content.map(
    ({ scriptName, folder, position, suiteId, projectId }) => ({ scriptName, folder, position, suiteId, projectId }),
  );

test('a suite is returned with all fields when created, listed and changed', async () => {
  const made = await client.call(calls.createSuite, {
    body: { projectId, suiteName: 'Returns', suiteDescription: 'All of them', isChaining: true },
  });
  const returns = shown({ suiteName: 'Returns', suiteDescription: 'All of them', isChaining: true });
  expect(made).toEqual(returns);
  await script('One');
  const orders = shown({ suiteId, scriptCount: 1 });
  const page = { totalElements: 1, page: 0, size: 10 };
  expect(await client.call(calls.listSuites, { query: { projectId } })).toEqual({ content: [orders], ...page });
  const chained = { content: [returns], ...page };
  expect(await client.call(calls.listSuites, { query: { projectId, isChaining: 'true' } })).toEqual(chained);
  expect(await client.call(calls.listChainingSuites, { query: { projectId } })).toEqual(chained);
  const behind = await client.call(calls.listChainingSuites, { query: { projectId, page: 1, size: 1 } });
  expect(behind).toEqual({ content: [], totalElements: 1, page: 1, size: 1 });
  expect(await listed({ searchTerm: 'return' })).toEqual([]);
  const renamed = await client.call(calls.updateSuite, { body: { suiteId, suiteName: 'Sales' } });
  expect(renamed).toEqual({ ...orders, suiteName: 'Sales' });
  const described = await client.call(calls.updateSuite, { body: { suiteId, suiteDescription: 'Sold' } });
  expect(described).toEqual({ ...orders, suiteName: 'Sales', suiteDescription: 'Sold' });
  expect(await client.call(calls.getScriptCount, { query: { suiteId } })).toEqual({ suiteId, count: 1 });
});

test('a change based on an older version is rejected with the stored one, and changes nothing', async () => {
  const from = (suiteName: string, suiteDescription: string) =>
    client.call(calls.updateSuite, {
      body: { suiteId, suiteName: 'Mine', before: { suiteName, suiteDescription } },
    });
  for (const [name, description] of [
    ['Other', ''],
    ['Orders', 'Other'],
  ] as const)
    expect(await failureOf(from(name, description))).toMatchObject({
      status: 409,
      code: 'API_TESTING_SUITE_SAVED_MEANWHILE',
      data: { suiteName: 'Orders', suiteDescription: '' },
    });
  expect(await listed()).toEqual(['Orders']);
  expect(await from('Orders', '')).toMatchObject({ suiteName: 'Mine' });
});

test('a taken name is rejected when a suite is created, renamed or copied', async () => {
  const other = await newSuite(client, projectId, 'Other');
  const taken = {
    status: 409,
    code: 'API_TESTING_SUITE_NAME_TAKEN',
    message: 'A suite with this name exists in this workspace already. Choose another name.',
  };
  for (const call of [
    () => client.call(calls.createSuite, { body: { projectId, suiteName: 'orders' } }),
    () => client.call(calls.updateSuite, { body: { suiteId: other, suiteName: 'Orders' } }),
    () => client.call(calls.cloneSuite, { body: { suiteId: other, suiteName: 'Orders' } }),
  ])
    expect(await failureOf(call())).toMatchObject(taken);
  expect(await listed()).toEqual(['Orders', 'Other']);
});

test('deleting suites is audited; an unknown suite or one of the other kind deletes none', async () => {
  const second = await newSuite(client, projectId, 'Second');
  const unknown = randomUUID();
  for (const [query, expected] of [
    [{ suiteId: [suiteId, unknown] }, deletedMessage],
    [{ suiteId: [suiteId, second], isChaining: 'true' as const }, deletedMessage],
  ] as const)
    expect(
      await failureOf(client.call(calls.deleteSuite, { query: { ...query, suiteId: [...query.suiteId] } })),
    ).toMatchObject({ status: 404, code: 'API_TESTING_SUITE_NOT_FOUND', message: expected });
  expect(await listed()).toEqual(['Orders', 'Second']);
  await newSuite(client, projectId, 'Third');
  const both = { suiteId: [second, suiteId], isChaining: 'false' as const };
  expect(await client.call(calls.deleteSuite, { query: both })).toEqual({ message: '2 suites deleted' });
  expect(await listed()).toEqual(['Third']);
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  expect(content.map(({ name }) => name).sort()).toEqual(['Orders', 'Second']);
  const left = await newSuite(client, projectId, 'Left');
  expect(await client.call(calls.deleteSuite, { query: { suiteId: [left] } })).toEqual({ message: 'Suite deleted' });
  expect(await auditedBy(server, owner)).toEqual([
    { action: 'suite.deleted', target: `${second},${suiteId}`, detail: { names: ['Second', 'Orders'] } },
    { action: 'suite.deleted', target: left, detail: { names: ['Left'] } },
  ]);
});

test('a copied suite has the same content in the same order, and is independent', async () => {
  const source = await client.call(calls.createSuite, {
    body: { projectId, suiteName: 'Returns', suiteDescription: 'All', isChaining: true },
  });
  const of = source.suiteId;
  await client.call(calls.createFolder, { body: { suiteId: of, name: 'Empty' } });
  await client.call(calls.createSuiteVariables, {
    body: { suiteId: of, variables: [{ name: 'key', value: 'v1' }] },
  });
  await script('One', { folder: 'Open', authentication: { type: 'bearer', token: 'secret' } }, of);
  await script('Two', {}, of);
  const copy = await client.call(calls.cloneSuite, { body: { suiteId: of } });
  const { suiteId: copied } = copy;
  expect(copy).toEqual(
    shown({
      ...source,
      suiteId: copied,
      suiteName: 'Returns copy',
      scriptCount: 2,
      createdAt: anyTime,
      updatedAt: anyTime,
    }),
  );
  expect(copied).not.toBe(of);
  expect(await scriptsOf(copied)).toEqual([
    { scriptName: 'One', folder: 'Open', position: 0, suiteId: copied, projectId },
    { scriptName: 'Two', folder: '', position: 1, suiteId: copied, projectId },
  ]);
  expect(await folders(copied)).toEqual(['Empty', 'Open']);
  const variables = async (suite: string) =>
    (await client.call(calls.listSuiteVariables, { query: { suiteId: suite } })).variables.map(({ name, value }) => ({
      name,
      value,
    }));
  expect(await variables(copied)).toEqual([{ name: 'key', value: 'v1' }]);
  await client.call(calls.createSuiteVariables, { body: { suiteId: copied, variables: [{ name: 'own', value: '' }] } });
  expect(await variables(of)).toEqual([{ name: 'key', value: 'v1' }]);
  const named = await client.call(calls.cloneSuite, { body: { suiteId: of, suiteName: 'Named' } });
  expect(named.suiteName).toBe('Named');
});

test('copied scripts are appended to another suite; both suites must exist and differ', async () => {
  const target = await newSuite(client, projectId, 'Target');
  await script('Present', {}, target);
  await script('One', { folder: 'Open' });
  await script('Two');
  const copied = await client.call(calls.importScriptsList, { query: { fromSuiteId: suiteId, toSuiteId: target } });
  expect(copied).toEqual({ imported: 2, scriptIds: [expect.any(String), expect.any(String)] });
  const place = { suiteId: target, projectId };
  expect(await scriptsOf(target)).toEqual([
    { scriptName: 'Present', folder: '', position: 0, ...place },
    { scriptName: 'One', folder: 'Open', position: 1, ...place },
    { scriptName: 'Two', folder: '', position: 2, ...place },
  ]);
  expect((await scriptsOf(suiteId)).map(({ scriptName }) => scriptName)).toEqual(['One', 'Two']);
  expect(await client.call(calls.getScriptCount, { query: { suiteId: target } })).toMatchObject({ count: 3 });
  for (const query of [
    { fromSuiteId: suiteId, toSuiteId: suiteId },
    { fromSuiteId: randomUUID(), toSuiteId: target },
    { fromSuiteId: target, toSuiteId: randomUUID() },
  ])
    expect(await failureOf(client.call(calls.importScriptsList, { query }))).toMatchObject({
      status: 404,
      code: 'API_TESTING_SUITE_NOT_FOUND',
    });
  const elsewhere = await newSuite(client, await newProject(client), 'Elsewhere');
  await client.call(calls.importScriptsList, { query: { fromSuiteId: suiteId, toSuiteId: elsewhere } });
  const [first] = await scriptsOf(elsewhere);
  expect(first?.projectId).not.toBe(projectId);
});

test('folders are created once, described, renamed and moved with their scripts', async () => {
  const create = (name: string, parent = '') => client.call(calls.createFolder, { body: { suiteId, parent, name } });
  const update = (body: { path: string; parent?: string; name?: string; description?: string }) =>
    client.call(calls.updateFolder, { body: { suiteId, ...body } });
  expect(await create('Old', 'Open')).toEqual({ folders: [{ path: 'Open' }, { path: 'Open / Old' }] });
  await create('Opened');
  const inside = await script('Inside', { folder: 'Open / Old' });
  const sibling = await script('Beside', { folder: 'Opened' });
  await script('Top');
  const taken = { status: 409, code: 'API_TESTING_FOLDER_NAME_TAKEN' };
  const missing = { status: 404, code: 'API_TESTING_FOLDER_NOT_FOUND' };
  for (const [call, expected] of [
    [() => create('Old', 'Open'), taken],
    [() => update({ path: 'Open', name: 'Opened' }), taken],
    [() => update({ path: 'None', name: 'Other' }), missing],
    [() => update({ path: 'Open', parent: 'Open / Old' }), { status: 409, code: 'API_TESTING_FOLDER_IN_ITSELF' }],
    [() => client.call(calls.deleteFolder, { query: { suiteId, path: 'Op' } }), missing],
  ] as const)
    expect(await failureOf(call())).toMatchObject(expected);
  expect(await update({ path: 'Open', description: 'Not closed' })).toEqual({
    folders: [{ path: 'Open', description: 'Not closed' }, { path: 'Open / Old' }, { path: 'Opened' }],
  });
  expect(await update({ path: 'Open', name: 'Now', parent: '' })).toEqual({
    folders: [{ path: 'Now', description: 'Not closed' }, { path: 'Now / Old' }, { path: 'Opened' }],
  });
  expect(await update({ path: 'Now / Old', parent: 'Later' })).toEqual({
    folders: [
      { path: 'Now', description: 'Not closed' },
      { path: 'Later / Old' },
      { path: 'Opened' },
      { path: 'Later' },
    ],
  });
  const folderOf = async (scriptId: string) => (await client.call(calls.getScript, { query: { scriptId } })).folder;
  expect([await folderOf(inside), await folderOf(sibling)]).toEqual(['Later / Old', 'Opened']);
  await update({ path: 'Later', description: 'Soon' });
  const emptied = await update({ path: 'Later', description: '' });
  expect(emptied.folders.find(({ path }) => path === 'Later')).toEqual({ path: 'Later', description: '' });
  expect(await client.call(calls.deleteFolder, { query: { suiteId, path: 'Later' } })).toEqual({
    folders: [{ path: 'Now', description: 'Not closed' }, { path: 'Opened' }],
  });
  expect(await client.call(calls.getScriptCount, { query: { suiteId } })).toEqual({ suiteId, count: 2 });
  expect(await auditedBy(server, owner)).toEqual([
    { action: 'folder.deleted', target: suiteId, detail: { path: 'Later', scripts: 1 } },
  ]);
});

test('a folder path can have 2,000 characters, but not 2,001', async () => {
  const level = (length: number) => 'x'.repeat(length);
  const nine = Array.from({ length: 10 }, () => level(190)).join(' / ');
  const parent = `${nine} / ${level(2000 - nine.length - 3 - 3 - 10)}`;
  await client.call(calls.createFolder, { body: { suiteId, parent, name: level(10) } });
  const tooLong = client.call(calls.createFolder, { body: { suiteId, parent, name: level(11) } });
  expect(await failureOf(tooLong)).toMatchObject({
    status: 409,
    code: 'API_TESTING_FOLDER_PATH_TOO_LONG',
    message: 'The path of a folder can have at most 2,000 characters. Use shorter names or fewer levels.',
  });
  expect((await folders()).at(-1)).toHaveLength(2000);
});

test('variables used by texts, scripts and suites are detected, and known ones marked as defined', async () => {
  await client.call(calls.createSuiteVariables, {
    body: { suiteId, variables: [{ name: 'ofSuite', value: '1' }] },
  });
  const provides = { name: 'later', source: 'jsonPath' as const, path: '$.id', enabled: true };
  const scriptId = await script('One', { url: '{{host}}/{{ofSuite}}/{{later}}', dataHandlers: [provides] });
  const second = await script('Two', { url: 'https://shop.test/{{second}}' });
  const detect = async (body: object) =>
    Object.fromEntries(
      (await client.call(calls.detectVariables, { body: { projectId, ...body } })).variables.map(
        ({ name, defined }) => [name, defined],
      ),
    );
  expect(await detect({ text: '{{host}} {{$guid}} {{ofSuite}}' })).toEqual({
    $guid: true,
    host: false,
    ofSuite: false,
  });
  expect(await detect({ text: '{{ofSuite}}', suiteId })).toEqual({
    host: false,
    later: true,
    ofSuite: true,
    second: false,
  });
  expect(await detect({ scriptId })).toEqual({ host: false, later: true, ofSuite: true });
  expect(await detect({ scriptId: second })).toEqual({ second: false });
  expect(await detect({})).toEqual({});
});

test('a guest cannot change anything, and a stranger cannot see anything', async () => {
  const scriptId = await script('One', { folder: 'Open' });
  const target = await newSuite(client, projectId, 'Target');
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  const variables = [{ name: 'a', value: 'b' }];
  const writes = (by: Client) => [
    by.call(calls.createSuite, { body: { projectId, suiteName: 'New' } }),
    by.call(calls.updateSuite, { body: { suiteId, suiteName: 'New' } }),
    by.call(calls.deleteSuite, { query: { suiteId: [suiteId] } }),
    by.call(calls.cloneSuite, { body: { suiteId } }),
    by.call(calls.importScriptsList, { query: { fromSuiteId: suiteId, toSuiteId: target } }),
    by.call(calls.createFolder, { body: { suiteId, name: 'New' } }),
    by.call(calls.updateFolder, { body: { suiteId, path: 'Open', name: 'New' } }),
    by.call(calls.deleteFolder, { query: { suiteId, path: 'Open' } }),
    by.call(calls.createSuiteVariables, { body: { suiteId, variables } }),
    by.call(calls.saveScript, { query: { suiteId: [suiteId] }, body: draft({ url }) }),
    by.call(calls.saveScript, { query: {}, body: draft({ url, scriptId }) }),
    by.call(calls.deleteScripts, { query: { scriptIds: [scriptId] } }),
    by.call(calls.cloneScript, { body: { scriptId } }),
    by.call(calls.reorderScripts, { body: { suiteId, scriptIds: [scriptId] } }),
    by.call(calls.moveScripts, { body: { suiteId, scriptIds: [scriptId], folder: '' } }),
    by.call(calls.addFormData, { body: { scriptId, fields: [{ key: 'a', value: 'b', enabled: true }] } }),
  ];
  const reads = (by: Client) => [
    by.call(calls.listSuites, { query: { projectId } }),
    by.call(calls.listFolders, { query: { suiteId } }),
    by.call(calls.getScriptCount, { query: { suiteId } }),
    by.call(calls.listSuiteVariables, { query: { suiteId } }),
    by.call(calls.listScripts, { query: { suiteId } }),
    by.call(calls.listScripts, { query: { projectId } }),
    by.call(calls.getScript, { query: { scriptId } }),
    by.call(calls.listDeleted, { query: { projectId } }),
    by.call(calls.getProjectDetails, { body: { projectId } }),
    by.call(calls.detectVariables, { body: { projectId, scriptId, suiteId } }),
    by.call(calls.listScriptExecutions, { query: { scriptId } }),
  ];
  const statuses = (pending: Promise<unknown>[]) =>
    Promise.all(
      pending.map((call) =>
        call.then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    );
  expect(new Set(await statuses(writes(guest.client)))).toEqual(new Set([403]));
  expect(new Set(await statuses(reads(guest.client)))).toEqual(new Set([200]));
  expect(new Set(await statuses([...writes(stranger.client), ...reads(stranger.client)]))).toEqual(new Set([404]));
  expect(await scriptsOf(suiteId)).toEqual([{ scriptName: 'One', folder: 'Open', position: 0, suiteId, projectId }]);
  expect(await listed()).toEqual(['Orders', 'Target']);
});
