import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newMonitoring } from '../testing/monitor-builders.ts';
import { startTarget, type Target } from '../testing/target.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let client: Client;
let projectId: string;
let target: Target;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  client = (await server.createOrganization({ plan: 'PRO' })).client;
  ({ projectId } = await newMonitoring(client));
  target = await startTarget();
  target.answer = (request, response) => response.end(JSON.stringify(request.url === '/postman' ? postman : openapi));
}, 120_000);
afterAll(async () => {
  await target.close();
  await server.close();
});

const openapi = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.test/v1' }],
  paths: {
    '/items': { get: { summary: 'List items', responses: { 200: { description: 'ok' } } } },
    '/orders': { post: { summary: 'Order', responses: { 201: { description: 'ok' } } } },
  },
};
const request = (name: string, raw: string) => ({ name, request: { method: 'GET', url: { raw } } });
const postman = {
  info: { name: 'Bank', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'Accounts', item: [request('Balance', '{{host}}/balance'), request('Limits', '{{host}}/limits')] }],
  variable: [{ key: 'host', value: 'https://bank.test' }],
};
const fileOf = (content: unknown, name: string) => {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify(content)]), name);
  return form;
};
const listed = async (collectionId: string) =>
  (await client.call(calls.listMonitors, { params: { id: projectId }, query: { collectionId } })).content;

test('[api-monitoring-2] a collection is imported from an OpenAPI document, by URL and by file', async () => {
  const read = await client.call(calls.importSwaggerUrl, { query: { projectId, url: `${target.url}openapi` } });
  expect(read).toMatchObject({ format: 'openapi', title: 'Shop' });
  expect(read.entries.map(({ name, isSafe }) => [name, isSafe])).toEqual([
    ['List items', true],
    ['Order', false],
  ]);
  const made = await client.call(calls.importSelected, {
    body: { projectId, importId: read.importId, indexes: [0], start: false },
  });
  expect(made).toMatchObject({ imported: 1, problems: [] });
  expect(await listed(made.collectionId)).toMatchObject([
    { name: 'List items', state: 'STOPPED', schedule: { everySeconds: 300 }, kind: 'http' },
  ]);
  const again = await client.call(calls.importSwaggerFile, {
    query: { projectId },
    body: fileOf(openapi, 'shop.json'),
  });
  const second = await client.call(calls.importSelected, {
    body: { projectId, importId: again.importId, start: false },
  });
  expect(second.imported).toBe(2);
  const { content } = await client.call(calls.listCollections, {
    params: { id: projectId },
    query: { searchTerm: 'shop' },
  });
  expect(content.map(({ name }) => name)).toEqual(['Shop', 'Shop (2)']);
});

test('[api-monitoring-2] a collection is imported from Postman, by URL and by file, with its variables', async () => {
  const read = await client.call(calls.importPostmanUrl, { query: { projectId, url: `${target.url}postman` } });
  expect(read.entries.map(({ name, folder, target: of }) => [name, folder, of])).toEqual([
    ['Balance', 'Accounts', 'GET {{host}}/balance'],
    ['Limits', 'Accounts', 'GET {{host}}/limits'],
  ]);
  const made = await client.call(calls.importSelected, { body: { projectId, importId: read.importId, start: false } });
  const [first] = await listed(made.collectionId);
  const { environmentId } = await client.call(calls.getMonitor, { params: { id: first?.monitorId ?? '' } });
  const { variables } = await client.call(calls.listVariables, {
    query: { projectId, environmentId: environmentId ?? '' },
  });
  expect(variables.map(({ name, value }) => [name, value])).toEqual([['host', 'https://bank.test']]);
  const again = await client.call(calls.importPostmanFile, {
    query: { projectId },
    body: fileOf(postman, 'bank.json'),
  });
  const into = { projectId, importId: again.importId, collectionId: made.collectionId, start: false };
  await client.call(calls.importSelected, { body: into });
  expect((await listed(made.collectionId)).map(({ name }) => name)).toEqual([
    'Balance',
    'Balance (2)',
    'Limits',
    'Limits (2)',
  ]);
  const wrong = failureOf(
    client.call(calls.importPostmanFile, { query: { projectId }, body: fileOf(openapi, 'shop.json') }),
  );
  expect(await wrong).toMatchObject({
    status: 400,
    message: 'This is no Postman collection. Choose another file or address.',
  });
});

test("an Uptime Kuma backup is imported with its intervals; monitors beyond the plan's limit are stopped", async () => {
  const monitorList = Array.from({ length: 7 }, (_, index) => ({
    id: index,
    name: `Port ${index}`,
    type: 'port',
    hostname: 'h.test',
    port: 80,
    interval: 30,
  }));
  const read = await client.call(calls.importUptimeKumaFile, {
    query: { projectId },
    body: fileOf({ monitorList }, 'kuma.json'),
  });
  const made = await client.call(calls.importSelected, {
    body: { projectId, importId: read.importId, collectionName: 'From Kuma' },
  });
  expect(made.problems).toEqual([{ place: 'Start', reason: 'Your plan lets 5 of 7 start. The others are stopped.' }]);
  const monitors = await listed(made.collectionId);
  expect(monitors.filter(({ state }) => state === 'STARTED')).toHaveLength(5);
  expect(monitors[0]).toMatchObject({ kind: 'tcp', schedule: { everySeconds: 30 } });
  const other = await newMonitoring((await server.createOrganization()).client);
  const stolen = failureOf(
    client.call(calls.importSelected, { body: { projectId: other.projectId, importId: read.importId } }),
  );
  expect((await stolen).status).toBe(404);
});
