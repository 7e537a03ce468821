import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type MonitorImport } from '@touchstone/contracts/api-monitoring';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { startTarget, type Target } from '../../testing/target.ts';

const calls = apiMonitoringRoutes;
const dayMs = 86_400_000;
const unknownId = '00000000-0000-4000-8000-000000000000';
const clock = new FakeClock(new Date());
let server: TestServer;
let client: Client;
let target: Target;
let place: { projectId: string; collectionId: string };
let pro: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  pro = await server.createOrganization({ plan: 'PRO' });
  target = await startTarget();
  target.answer = (request, response) =>
    response.end(JSON.stringify(request.url?.startsWith('/postman') ? postman : openapi));
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(client);
});
afterAll(async () => {
  await target.close();
  await server.close();
});

const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/items': { get: { summary: 'List items', tags: ['Items'], responses: { 200: { description: 'ok' } } } },
    '/orders': { post: { summary: 'Order', responses: { 201: { description: 'ok' } } } },
  },
};
const postman = {
  info: { name: 'Bank', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    { name: 'Balance', request: { method: 'GET', url: { raw: '{{host}}/balance' } } },
    { name: 'Nowhere', request: { method: 'GET', url: { raw: '' } } },
  ],
  variable: [
    { key: 'host', value: 'https://first.test' },
    { key: 'host', value: 'https://bank.test' },
    { key: 'not a name!', value: 'x' },
  ],
};
const fileOf = (content: unknown, name: string) => {
  const form = new FormData();
  form.append('file', new Blob([typeof content === 'string' ? content : JSON.stringify(content)]), name);
  return form;
};
const port = (name: string, given: object = {}) => ({
  id: 1,
  name,
  type: 'port',
  hostname: 'h.test',
  port: 80,
  ...given,
});
const kuma = (monitorList: object[], by = client, projectId = place.projectId): Promise<MonitorImport> =>
  by.call(calls.importUptimeKumaFile, { query: { projectId }, body: fileOf({ monitorList }, 'k.json') });
const select = (importId: string, given: object = {}) =>
  client.call(calls.importSelected, { body: { projectId: place.projectId, importId, start: false, ...given } });
const monitorsOf = async (collectionId: string, by = client, projectId = place.projectId) => {
  const { content } = await by.call(calls.listMonitors, {
    params: { id: projectId },
    query: { collectionId, size: 50 },
  });
  return Promise.all(content.map(({ monitorId }) => by.call(calls.getMonitor, { params: { id: monitorId } })));
};

test('a document from a URL or a file is returned with all entries, optionally with another base URL', async () => {
  const { projectId } = place;
  const entry = (index: number, name: string, folder: string, of: string, isSafe: boolean) => ({
    index,
    name,
    kind: 'http',
    target: of,
    folder,
    isSafe,
  });
  const listed = {
    importId: expect.any(String),
    format: 'openapi',
    title: 'Shop',
    problems: [],
    entries: [
      entry(0, 'List items', 'Items', 'GET {{baseUrl}}/items', true),
      entry(1, 'Order', 'orders', 'POST {{baseUrl}}/orders', false),
    ],
  };
  const byUrl = (given: object = {}) =>
    client.call(calls.importSwaggerUrl, { query: { projectId, url: `${target.url}openapi`, ...given } });
  const baseOf = async ({ importId }: MonitorImport) => {
    const { collectionId } = await select(importId);
    const [monitor] = await monitorsOf(collectionId);
    const environmentId = monitor?.environmentId ?? '';
    const { variables } = await client.call(calls.listVariables, { query: { projectId, environmentId } });
    return variables.map(({ name, value }) => `${name}=${value}`);
  };
  const plain = await byUrl();
  const [first] = await monitorsOf((await select(plain.importId)).collectionId);
  const schedule = { type: 'interval', everySeconds: 300 };
  expect(first).toMatchObject({ name: 'List items', retries: 1, timeoutMs: 30_000, tags: [], schedule });
  expect([plain, await baseOf(plain)]).toEqual([listed, [`baseUrl=${target.url}v1`]]);
  const based = await byUrl({ baseUrl: 'https://base.test' });
  expect(based.entries.map(({ target: of }) => of)).toEqual([
    'GET https://base.test/items',
    'POST https://base.test/orders',
  ]);
  const file = await client.call(calls.importSwaggerFile, {
    query: { projectId, baseUrl: 'https://base.test' },
    body: fileOf(openapi, 'shop.json'),
  });
  expect(file.entries).toEqual(based.entries);
});

test('requests that cannot be monitored are reported, and documents of another format rejected', async () => {
  const { projectId } = place;
  const read = await client.call(calls.importPostmanUrl, { query: { projectId, url: `${target.url}postman` } });
  expect(read).toMatchObject({ format: 'postman', title: 'Bank' });
  expect(read.entries.map(({ name }) => name)).toEqual(['Balance']);
  expect(read.problems).toContainEqual({ place: 'Nowhere', reason: expect.stringMatching(/^url: /) });
  const refused = (wanted: string) =>
    `400 API_MONITORING_OTHER_FORMAT: This is no ${wanted}. Choose another file or address.`;
  const query = { projectId };
  expect([
    await codeOf(client.call(calls.importPostmanUrl, { query: { projectId, url: `${target.url}openapi` } })),
    await codeOf(client.call(calls.importSwaggerUrl, { query: { projectId, url: `${target.url}postman` } })),
    await codeOf(client.call(calls.importPostmanFile, { query, body: fileOf(openapi, 'a.json') })),
    await codeOf(client.call(calls.importSwaggerFile, { query, body: fileOf(postman, 'b.json') })),
    await codeOf(client.call(calls.importUptimeKumaFile, { query, body: fileOf('no', 'k.json') })),
    await codeOf(client.call(calls.importUptimeKumaFile, { query, body: fileOf(openapi, 'k.json') })),
  ]).toEqual([
    refused('Postman collection'),
    refused('OpenAPI document'),
    refused('Postman collection'),
    refused('OpenAPI document'),
    refused('backup of Uptime Kuma (JSON)'),
    refused('backup of Uptime Kuma (JSON)'),
  ]);
});

test('an Uptime Kuma backup becomes monitored APIs with its rules, and defaults where it has none', async () => {
  const read = await kuma([
    port('Own', { interval: 30, maxretries: 3, timeout: 7, tags: [{ name: 'shop' }] }),
    port('Plain'),
    { id: 3, name: 'Odd', type: 'mqtt' },
  ]);
  expect(read).toMatchObject({ format: 'uptime-kuma', title: 'Uptime Kuma', problems: [{ place: 'Odd' }] });
  expect(read.entries).toEqual(
    ['Own', 'Plain'].map((name, index) => ({
      index,
      name,
      kind: 'tcp',
      target: 'h.test:80',
      folder: '',
      isSafe: true,
    })),
  );
  const made = await select(read.importId);
  expect(made).toEqual({ collectionId: expect.any(String), imported: 2, problems: [] });
  const [own, plain] = await monitorsOf(made.collectionId);
  const rules = {
    kind: 'tcp',
    target: 'h.test:80',
    state: 'STOPPED',
    collectionId: made.collectionId,
    projectId: place.projectId,
    retrySeconds: 15,
    regions: [],
    downIn: 1,
    confirmFrom: null,
    degradedAboveMs: null,
    degradedFactor: null,
    sloPercent: null,
    description: '',
    environmentId: null,
  };
  expect(own).toMatchObject({
    ...rules,
    name: 'Own',
    retries: 3,
    tags: ['shop'],
    schedule: { type: 'interval', everySeconds: 30 },
  });
  expect(plain).toMatchObject({ ...rules, name: 'Plain', tags: [], schedule: { type: 'interval' } });
  expect(own?.timeoutMs).not.toBe(plain?.timeoutMs);
  const schedule = { type: 'interval', everySeconds: 900 } as const;
  const again = await select(read.importId, { schedule, collectionName: 'Named', indexes: [1, 1] });
  expect(again.imported).toBe(1);
  expect(await monitorsOf(again.collectionId)).toMatchObject([{ name: 'Plain', schedule }]);
  const { content } = await client.call(calls.listCollections, { params: { id: place.projectId }, query: {} });
  expect(content.map(({ name }) => name)).toEqual(expect.arrayContaining(['Uptime Kuma', 'Named']));
  expect(await auditsOf(server, [made.collectionId, again.collectionId])).toEqual([
    { action: 'monitors.imported', target: made.collectionId, detail: { count: 2 } },
    { action: 'monitors.imported', target: again.collectionId, detail: { count: 1 } },
  ]);
});

test('imported names are made unique in their collection and shortened to fit', async () => {
  const { projectId, collectionId } = place;
  const long = 'x'.repeat(60);
  await newMonitor(client, place, { kind: 'tcp', host: 'x', port: 1 }, { name: long, state: 'STOPPED' });
  const read = await kuma([port(long), port('Same'), port('Same')]);
  const made = await select(read.importId, { collectionId });
  expect(made.collectionId).toBe(collectionId);
  const names = (await monitorsOf(collectionId)).map(({ name }) => name);
  expect(names.every((name) => name.length <= 60)).toBe(true);
  expect(names.toSorted()).toEqual(['Same', 'Same (2)', `${'x'.repeat(56)} (2)`, long].toSorted());
  const twice = [(await select(read.importId)).collectionId, (await select(read.importId)).collectionId];
  const { content } = await client.call(calls.listCollections, { params: { id: projectId }, query: { size: 50 } });
  expect(twice.map((id) => content.find((one) => one.collectionId === id)?.name)).toEqual([
    'Uptime Kuma',
    'Uptime Kuma (2)',
  ]);
});

test('the variables of a document become an environment, unless one is chosen', async () => {
  const { projectId } = place;
  const read = await client.call(calls.importPostmanUrl, { query: { projectId, url: `${target.url}postman` } });
  const environmentOf = async (importId: string, given: object = {}) =>
    (await monitorsOf((await select(importId, given)).collectionId))[0]?.environmentId ?? '';
  const made = await environmentOf(read.importId);
  const { variables } = await client.call(calls.listVariables, { query: { projectId, environmentId: made } });
  expect(variables.map(({ name, value }) => [name, value])).toEqual([['host', 'https://bank.test']]);
  await environmentOf(read.importId);
  const newEnvironment = async (of: string) =>
    (await client.call(workspaceRoutes.createEnvironment, { body: { projectId: of, environmentName: 'Live' } }))
      .environmentId;
  const environmentId = await newEnvironment(projectId);
  expect(await environmentOf(read.importId, { environmentId })).toBe(environmentId);
  const { rows } = await server.platform.database.pool.query(
    'select name from workspaces.environment where project_id = $1 order by name',
    [projectId],
  );
  expect(rows.map(({ name }) => name)).toEqual(['Bank', 'Bank (2)', 'Live']);
  const elsewhere = await newEnvironment((await newMonitoring(client)).projectId);
  expect(await codeOf(select(read.importId, { environmentId: elsewhere }))).toBe(
    '400 API_MONITORING_ENVIRONMENT_ELSEWHERE: The environment is not one of this project. Choose another one.',
  );
});

test('the document, its entries and the collection must exist', async () => {
  const elsewhere = await newMonitoring(client);
  const read = await kuma([port('One')]);
  const missing = '404 API_MONITORING_IMPORT_NOT_FOUND: No such import. Documents are kept for a day: read it again.';
  const noCollection = '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.';
  expect([
    await codeOf(select(unknownId)),
    await codeOf(select(read.importId, { projectId: elsewhere.projectId })),
    await codeOf(select(read.importId, { indexes: [0, 1] })),
    await codeOf(select(read.importId, { collectionId: elsewhere.collectionId })),
    await codeOf(select(read.importId, { collectionId: unknownId })),
  ]).toEqual([missing, missing, missing, noCollection, noCollection]);
  const { content } = await client.call(calls.listMonitors, { params: { id: place.projectId }, query: {} });
  expect(content).toEqual([]);
});

test('the first monitored APIs are started, as many as the plan has left', async () => {
  const own = await newMonitoring(pro.client);
  await newMonitor(pro.client, own, { kind: 'tcp', host: 'x', port: 1 });
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const { importId } = await kuma(
    names.map((name) => port(name)),
    pro.client,
    own.projectId,
  );
  const take = (given: object) =>
    pro.client.call(calls.importSelected, { body: { projectId: own.projectId, importId, ...given } });
  const limited = await take({});
  expect(limited.problems).toEqual([
    { place: 'Start', reason: 'Your plan lets 4 of 6 start. The others are stopped.' },
  ]);
  expect(
    (await monitorsOf(limited.collectionId, pro.client, own.projectId))
      .map(({ name, state }) => `${name} ${state}`)
      .sort(),
  ).toEqual(names.map((name, index) => `${name} ${index < 4 ? 'STARTED' : 'STOPPED'}`));
  expect((await take({ start: false })).problems).toEqual([]);
  expect((await take({ indexes: [0] })).problems).toEqual([
    { place: 'Start', reason: 'Your plan lets 0 of 1 start. The others are stopped.' },
  ]);
  const unlimited = await select((await kuma(names.map((name) => port(name)))).importId, { start: true });
  const all = await monitorsOf(unlimited.collectionId);
  expect([unlimited.problems, all.every(({ state, nextDueAt }) => state === 'STARTED' && nextDueAt !== null)]).toEqual([
    [],
    true,
  ]);
});

test('documents are kept encrypted for a day', async () => {
  const secret = port('Sealed', { type: 'http', url: 'https://sealed.test/' });
  const ids = [(await kuma([secret])).importId, (await kuma([secret])).importId];
  const { pool } = server.platform.database;
  const { rows } = await pool.query(
    'select to_jsonb(p)::text as text from api_monitoring.pending_import p where id = any($1)',
    [ids],
  );
  expect(rows.map(({ text }) => text).join()).not.toContain('sealed.test');
  const made = (id: string | undefined, ageMs: number) =>
    pool.query('update api_monitoring.pending_import set created_at = $2 where id = $1', [
      id,
      new Date(clock.now().getTime() - ageMs),
    ]);
  await made(ids[0], dayMs);
  await made(ids[1], dayMs + 1);
  await server.platform.jobs.send('api-monitoring.pending-imports', {});
  const kept = async () =>
    (await pool.query('select id from api_monitoring.pending_import where id = any($1)', [ids])).rows.map(
      ({ id }) => id,
    );
  await vi.waitFor(async () => expect(await kept()).toEqual([ids[0]]), { timeout: 20_000, interval: 50 });
});
