import { createServer } from 'node:http';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { flowRun, runFlow } from '../../../flows/testing/flow-builders.ts';
import { failureOf, followRun, newProject, newScript, newSuite } from '../../testing/builders.ts';

const { generateWorkflow, importWorkflow, importJsonFile, proposeLinks, makeWorkflow } = apiTestingRoutes;
let server: TestServer;
let client: Client;
let projectId: string;

/** Orders are only readable by the id returned on creation, and can be deleted once. */
const shop = createServer((request, response) => {
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'POST') return answer(201, { id: 'o-4711', total: 3 });
  answer(request.url === '/orders/o-4711' ? 200 : 404, { id: 'o-4711', total: 3 });
});
let origin: string;

const order = { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } };
const answers = (status: string) => ({
  [status]: { description: 'An order', content: { 'application/json': { schema: order } } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const openApi = () => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: origin }],
  paths: {
    '/orders/{id}': {
      parameters: [id],
      delete: { operationId: 'cancelOrder', responses: answers('200') },
      get: { operationId: 'readOrder', responses: answers('200') },
    },
    '/orders': { post: { operationId: 'createOrder', responses: answers('201') } },
  },
});
const form = (document: object, name = 'shop.json') => {
  const data = new FormData();
  data.append('file', new Blob([JSON.stringify(document)]), name);
  return data;
};
const documentOf = async (flowId: string) => (await client.call(flowRoutes.getFlow, { params: { flowId } })).document;
const kindsOf = (document: Awaited<ReturnType<typeof documentOf>>) =>
  document.flow.nodes.slice(1).map(({ name }) => name);

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(shop.address() as { port: number }).port}`;
}, 120_000);
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await server.close();
});

test('[workflows-4] a workflow of an OpenAPI document passes on the ids that it creates, and runs', {
  timeout: 60_000,
}, async () => {
  projectId = await newProject(client);
  const made = await client.call(generateWorkflow, {
    query: { projectId, workflowName: 'Order to cash' },
    body: form(openApi()),
  });
  expect(made).toMatchObject({ processFlowName: 'Order to cash', suiteName: 'Order to cash', scriptCount: 3 });
  expect(made.links.map(({ to, confidence = 0 }) => [to.in, to.name, confidence > 0.5])).toEqual([
    ['path', 'id', true],
    ['path', 'id', true],
  ]);
  const chained = await client.call(apiTestingRoutes.listSuites, { query: { projectId, isChaining: 'true' } });
  expect(chained.content.map(({ suiteId }) => suiteId)).toEqual([made.suiteId]);
  const document = await documentOf(made.processFlowId);
  expect(kindsOf(document)).toEqual(['createOrder', 'readOrder', 'cancelOrder']);
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
  expect(faults).toEqual([]);
  const runId = await runFlow(client, made.processFlowId);
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(run.nodes.map(({ status, message }) => [status, message]).slice(1)).toEqual(
    Array.from({ length: 3 }, () => ['passed', null]),
  );
  expect(run.nodes.find(({ node }) => node === 'script-2')?.inputs).toEqual({ orderId: 'o-4711' });
});

test('links are proposed with a reason, changed and accepted', async () => {
  projectId = await newProject(client);
  const { importId } = await client.call(importJsonFile, { query: { projectId }, body: form(openApi()) });
  const proposed = await client.call(proposeLinks, { body: { projectId, importId } });
  expect(proposed.requests.map(({ name }) => name)).toEqual(['createOrder', 'readOrder', 'cancelOrder']);
  for (const { reason } of proposed.links) expect(reason).toMatch(/^[A-Z“].*\.$/);
  const [first] = proposed.links;
  if (!first) throw new Error('No link was proposed.');
  const links = [{ ...first, variable: 'chosen' }];
  const made = await client.call(makeWorkflow, { body: { projectId, importId, workflowName: 'Chosen', links } });
  const { flow } = await documentOf(made.processFlowId);
  expect(flow.joints).toEqual([expect.objectContaining({ from: { node: 'script-1', port: 'chosen' } })]);
  const [create, read] = [proposed.requests[0]?.request ?? '', proposed.requests[1]?.request ?? ''];
  const circle = [
    { from: { request: create, path: '$.id' }, to: { request: read, in: 'path' as const, name: 'id' }, variable: 'a' },
    { from: { request: read, path: '$.id' }, to: { request: create, in: 'query' as const, name: 'b' }, variable: 'b' },
  ];
  const refused = client.call(makeWorkflow, { body: { projectId, importId, workflowName: 'Circle', links: circle } });
  expect(await failureOf(refused)).toMatchObject({ status: 422, code: 'API_TESTING_CIRCULAR_LINKS' });
});

test('a suite becomes a workflow, and its own scripts stay as they are', async () => {
  projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const example = { name: 'Created', status: 201, headers: [], body: '{"id":"o-4711"}' };
  await newScript(client, suiteId, {
    scriptName: 'Create',
    method: 'POST',
    url: `${origin}/orders`,
    examples: [example],
  });
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Read', url: `${origin}/orders/o-4711` });
  const { links } = await client.call(proposeLinks, { body: { projectId, suiteId } });
  expect(links).toMatchObject([{ from: { path: '$.id' }, to: { in: 'url', name: 'o-4711' } }]);
  const made = await client.call(makeWorkflow, { body: { projectId, suiteId, workflowName: 'Orders', links } });
  expect(made.suiteName).not.toBe('');
  const own = await client.call(apiTestingRoutes.getScript, { query: { scriptId } });
  expect(own.url).toBe(`${origin}/orders/o-4711`);
  const copies = await client.call(apiTestingRoutes.listScripts, {
    query: { suiteId: made.suiteId, isChaining: 'true' },
  });
  expect(copies.content.map(({ url }) => url)).toEqual([`${origin}/orders`, `${origin}/orders/{{orderId}}`]);
});

test('a recording keeps its order, and an invalid document is rejected', async () => {
  projectId = await newProject(client);
  const entry = (method: string, path: string) => ({
    request: { method, url: `${origin}${path}`, headers: [], queryString: [] },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"id":"o-4711"}' } },
  });
  const har = { log: { version: '1.2', entries: [entry('DELETE', '/orders/o-4711'), entry('POST', '/orders')] } };
  const query = { projectId, workflowName: 'Recorded' };
  const made = await client.call(importWorkflow, { query, body: form(har, 'shop.har') });
  expect(made.links).toEqual([]);
  const scripts = await client.call(apiTestingRoutes.listScripts, {
    query: { suiteId: made.suiteId, isChaining: 'true' },
  });
  expect(scripts.content.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
  const broken = client.call(generateWorkflow, { query, body: form(['no document']) });
  expect((await failureOf(broken)).status).toBe(422);
  const neither = client.call(proposeLinks, { body: { projectId } });
  expect(await failureOf(neither)).toMatchObject({ status: 400, code: 'API_TESTING_ONE_CHAIN_SOURCE' });
});
