import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { exportedFile } from '../../testing/workspace-files.ts';

let server: TestServer;
let clock: FakeClock;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
});

const request = (name: string, url = '{{host}}/orders') => ({ name, request: { method: 'GET', url } });
const postman = {
  info: {
    name: 'Shop',
    description: 'All of the shop',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  variable: [
    { key: 'host', value: 'https://shop.test' },
    { key: 'not valid', value: '1' },
  ],
  item: [
    { name: 'Orders', description: 'Of orders', item: [request('List'), request('Read')] },
    { name: 'Returns', item: [request('Return')] },
    request('Sign in'),
  ],
};
const openApi = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1', description: 'An API' },
  servers: [{ url: 'https://shop.test' }],
  paths: { '/orders': { get: { operationId: 'list', responses: {} }, post: { operationId: 'create', responses: {} } } },
};
const form = (content: object, name = 'shop.json') => {
  const data = new FormData();
  data.append('file', new Blob([JSON.stringify(content)]), name);
  return data;
};
const read = (content: object, name?: string) =>
  client.call(calls.importJsonFile, { query: { projectId }, body: form(content, name) });
const select = async (content: object, choice: object = {}) => {
  const { importId } = await read(content);
  return client.call(calls.importSelectedApis, { body: { projectId, importId, ...choice } });
};
const namesOf = async (suiteId: string) =>
  (await client.call(calls.listScripts, { query: { suiteId } })).content.map(({ scriptName, folder }) => [
    scriptName,
    folder,
  ]);
const suites = async () => (await client.call(calls.listSuites, { query: { projectId } })).content;
const variablesOf = async (suiteId: string) =>
  (await client.call(calls.listSuiteVariables, { query: { suiteId } })).variables.map(({ name, value }) => [
    name,
    value,
  ]);
const environments = async () =>
  (await client.call(workspaceRoutes.listEnvironments, { query: { projectId } })).environments.map(
    ({ environmentName }) => environmentName,
  );
const invalid = { place: 'Shop: not valid', reason: 'Please give valid variable name.' };

test('a document lists all its requests, and becomes one suite with folders, description and variables', async () => {
  const preview = await read(postman);
  const line = (index: number, name: string, folder: string) => ({
    index,
    name,
    folder,
    method: 'GET',
    url: '{{host}}/orders',
    assertionCount: 0,
  });
  expect(preview).toEqual({
    importId: expect.any(String),
    format: 'postman',
    title: 'Shop',
    servers: ['{{host}}'],
    requests: [
      line(0, 'List', 'Orders'),
      line(1, 'Read', 'Orders'),
      line(2, 'Return', 'Returns'),
      line(3, 'Sign in', ''),
    ],
    variables: [
      { name: 'host', isSecret: false },
      { name: 'not valid', isSecret: false },
    ],
    environments: [],
    problems: [],
  });
  const { importId } = preview;
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const [suite] = made.suites;
  const suiteId = suite?.suiteId ?? '';
  expect(made).toEqual({
    suites: [{ suiteId: expect.any(String), suiteName: 'Shop', imported: 4 }],
    environments: [],
    imported: 4,
    problems: [invalid],
  });
  expect(await namesOf(suiteId)).toEqual([
    ['List', 'Orders'],
    ['Read', 'Orders'],
    ['Return', 'Returns'],
    ['Sign in', ''],
  ]);
  expect((await suites())[0]).toMatchObject({ suiteDescription: 'All of the shop', scriptCount: 4 });
  expect(await client.call(calls.listFolders, { query: { suiteId } })).toEqual({
    folders: [{ path: 'Orders', description: 'Of orders' }, { path: 'Returns' }],
  });
  expect(await variablesOf(suiteId)).toEqual([['host', 'https://shop.test']]);
  expect(await environments()).toEqual([]);
  const { content } = await client.call(calls.listImportSources, { query: { suiteId } });
  const source = {
    format: 'postman',
    title: 'Shop',
    name: 'shop.json',
    isAddress: false,
    requestCount: 4,
    watch: null,
  };
  expect(content).toMatchObject([source]);
  expect(await auditedBy(server, owner)).toEqual([
    { action: 'import.finished', target: importId, detail: { imported: 4 } },
  ]);
});

test('each folder becomes a suite with its description; requests outside go to the named suite', async () => {
  const made = await select(postman, { byFolder: true, suiteName: 'Rest', withEnvironments: false });
  expect(made.suites.map(({ suiteName, imported }) => [suiteName, imported])).toEqual([
    ['Orders', 2],
    ['Returns', 1],
    ['Rest', 1],
  ]);
  expect(made).toMatchObject({ imported: 4, environments: [], problems: [] });
  const [orders, returns, rest] = made.suites.map(({ suiteId }) => suiteId);
  expect(await namesOf(orders ?? '')).toEqual([
    ['List', ''],
    ['Read', ''],
  ]);
  expect((await suites()).map(({ suiteDescription }) => suiteDescription)).toEqual(['Of orders', '', '']);
  for (const suiteId of [orders, returns, rest]) {
    expect(await variablesOf(suiteId ?? '')).toEqual([]);
    expect(await client.call(calls.listFolders, { query: { suiteId: suiteId ?? '' } })).toEqual({ folders: [] });
  }
  const { content } = await client.call(calls.listImportSources, { query: { suiteId: orders ?? '' } });
  expect(content).toMatchObject([{ requestCount: 2 }]);
  const again = await select(postman, { byFolder: true, indexes: [2, 3] });
  expect(again.suites.map(({ suiteName, imported }) => [suiteName, imported])).toEqual([
    ['Returns (2)', 1],
    ['Shop', 1],
  ]);
  for (const { suiteId } of again.suites) expect(await variablesOf(suiteId)).toEqual([['host', 'https://shop.test']]);
});

test('requests are added to an existing suite, which keeps its content', async () => {
  const suiteId = await newSuite(client, projectId, 'Present');
  await newScript(client, suiteId, { scriptName: 'Own', url: 'https://a.test' });
  await client.call(calls.createSuiteVariables, {
    body: { suiteId, variables: [{ name: 'host', value: 'own' }] },
  });
  await client.call(calls.createFolder, { body: { suiteId, name: 'Orders' } });
  await client.call(calls.updateFolder, { body: { suiteId, path: 'Orders', description: 'Own' } });
  const made = await select(postman, { suiteId, byFolder: true, indexes: [0, 2] });
  expect(made).toEqual({
    suites: [{ suiteId, suiteName: 'Present', imported: 2 }],
    environments: [],
    imported: 2,
    problems: [invalid],
  });
  expect(await namesOf(suiteId)).toEqual([
    ['Own', ''],
    ['List', 'Orders'],
    ['Return', 'Returns'],
  ]);
  expect(await variablesOf(suiteId)).toEqual([['host', 'own']]);
  expect((await suites())[0]).toMatchObject({ suiteDescription: 'All of the shop', scriptCount: 3 });
  await client.call(calls.updateSuite, { body: { suiteId, suiteDescription: 'Mine' } });
  await select(openApi, { suiteId });
  expect((await suites())[0]).toMatchObject({ suiteDescription: 'Mine', scriptCount: 5 });
  expect((await client.call(calls.listFolders, { query: { suiteId } })).folders).toEqual([
    { path: 'Orders', description: 'Own' },
    { path: 'Returns' },
    { path: 'orders' },
  ]);
  const { file } = await exportedFile(client, projectId);
  expect(file.suites[0].servers).toBeUndefined();
  const elsewhere = await newSuite(client, await newProject(client));
  expect(await failureOf(select(postman, { suiteId: elsewhere }))).toMatchObject({
    status: 409,
    code: 'API_TESTING_OTHER_PROJECT',
    message: 'These belong to different workspaces. Choose those of one workspace.',
  });
});

test('a new suite has the server URLs of its document and a free name', async () => {
  const first = await select(openApi);
  expect(first.suites).toMatchObject([{ suiteName: 'Shop', imported: 2 }]);
  const second = await select(openApi, { indexes: [1], suiteName: ' Shop ' });
  expect(second.suites).toMatchObject([{ suiteName: 'Shop (2)', imported: 1 }]);
  const { file } = await exportedFile(client, projectId);
  expect(
    file.suites.map(({ servers, description }: { servers: string[]; description: string }) => [servers, description]),
  ).toEqual([
    [['https://shop.test'], 'An API'],
    [['https://shop.test'], 'An API'],
  ]);
  expect((await select(openApi, { indexes: [7] })).imported).toBe(0);
  expect(await suites()).toHaveLength(2);
});

test('environments of a document are created under free names, unless left out', async () => {
  const insomnia = {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'Shop' },
      { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'Base', data: { host: 'https://shop.test' } },
      { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'Stage', data: { host: 'https://stage.test' } },
      { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'List', method: 'GET', url: 'https://shop.test/a' },
    ],
  };
  expect((await select(insomnia, { withEnvironments: false })).environments).toEqual([]);
  expect(await environments()).toEqual([]);
  const made = await select(insomnia);
  const names = made.environments.map(({ environmentName }) => environmentName);
  expect(names.length).toBeGreaterThan(0);
  expect(names).toContain('Stage');
  expect((await environments()).sort()).toEqual([...names].sort());
  for (const { suiteId } of made.suites) expect(await variablesOf(suiteId)).toEqual([]);
  const again = await select(insomnia);
  expect(again.environments.map(({ environmentName }) => environmentName)).toEqual(names.map((name) => `${name} (2)`));
});

test('a document without a URL is not kept as an import source', async () => {
  const { importId } = await client.call(calls.importCurl, { body: { projectId, text: 'curl https://shop.test/a' } });
  const { suites: made } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const { content } = await client.call(calls.listImportSources, { query: { suiteId: made[0]?.suiteId ?? '' } });
  expect(content).toEqual([]);
});

test('a document is kept for a day, for its own workspace only', async () => {
  const { importId } = await read(openApi);
  const open = (of = projectId, by = client) => by.call(calls.proposeLinks, { body: { projectId: of, importId } });
  const notFound = {
    status: 404,
    code: 'API_TESTING_IMPORT_NOT_FOUND',
    message: 'This import is over a day old or was never read. Read the document again.',
  };
  expect(await failureOf(open(await newProject(client)))).toMatchObject(notFound);
  const { rows } = await server.platform.database.pool.query(
    `select created_at from api_testing.pending_import where id = $1`,
    [importId],
  );
  const madeAt = (rows[0] as { created_at: Date }).created_at.getTime();
  const sweep = async () => {
    await server.platform.jobs.send('api-testing.pending-imports', {});
  };
  clock.advance(madeAt + 86_400_000 - 1000 - clock.now().getTime());
  const other = await read(openApi);
  await sweep();
  await expect.poll(async () => (await open()).title).toBe('Shop');
  clock.advance(2000);
  await sweep();
  await expect.poll(() => open().catch((error: unknown) => error), { timeout: 10_000 }).toMatchObject(notFound);
  expect(other.importId).not.toBe(importId);
});
