import { createServer } from 'node:http';
import { type Client, createEventParser } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, documentOf, flowRun, newFlow, runFlow, start } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let target: TargetServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

const http = (id: string, path: string, more: object = {}) => ({
  id,
  kind: 'http',
  name: id,
  settings: { method: 'GET', url: `${target.url}${path}` },
  outputs: [{ name: 'statusCode', type: 'number' as const }],
  ...more,
});
const newEnvironment = async (environmentName: string) =>
  (await client.call(environmentRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;

test('a run configuration is stored, selected for a run, and shown in its report', { timeout }, async () => {
  const environmentId = await newEnvironment('Staging');
  const body = { projectId, name: 'Nightly', environmentId, variables: { region: 'eu', size: 3 }, parallel: 2 };
  const { configurationId } = await client.call(flowRoutes.createConfiguration, { body });
  const taken = await failureOf(client.call(flowRoutes.createConfiguration, { body: { ...body, name: 'NIGHTLY' } }));
  expect(taken).toMatchObject({ status: 409, code: 'FLOWS_CONFIGURATION_TAKEN' });
  const flowId = await newFlow(client, projectId, {
    nodes: [start, http('small', '/json'), http('large', '/json?large')],
    links: [
      { id: 'a', from: 'start', to: 'small', condition: '{{size}} == 3' },
      { id: 'b', from: 'start', to: 'large', condition: '{{size}} == 9' },
    ],
  });
  const started = await client.call(flowRoutes.runFlow, {
    params: { flowId },
    body: { configurationId, variables: { region: 'us' } },
  });
  await followRun(client, started.runId);
  const run = await flowRun(client, started.runId);
  expect(run.configuration).toEqual({
    name: 'Nightly',
    environmentId,
    environmentName: 'Staging',
    variables: { region: 'us', size: 3 },
    parallel: 2,
  });
  expect(run.document.flow.parallel).toBe(2);
  expect(run.nodes.filter(({ status }) => status === 'passed').map(({ node }) => node)).toEqual(['start', 'small']);

  const params = { configurationId };
  const changed = { name: 'Weekly', environmentId: null, variables: {}, parallel: null };
  await client.call(flowRoutes.updateConfiguration, { params, body: changed });
  const listed = await client.call(flowRoutes.listConfigurations, { query: { projectId } });
  expect(listed.content).toMatchObject([{ configurationId, ...changed }]);
  const other = await newProject(client);
  const elsewhere = await newFlow(client, other, { nodes: [start] });
  const refused = client.call(flowRoutes.runFlow, { params: { flowId: elsewhere }, body: { configurationId } });
  expect(await failureOf(refused)).toMatchObject({ status: 404, code: 'FLOWS_CONFIGURATION_NOT_FOUND' });
  await client.call(flowRoutes.deleteConfiguration, { params });
  expect((await client.call(flowRoutes.listConfigurations, { query: { projectId } })).content).toEqual([]);
});

test('two runs are compared node by node, with the differing values', { timeout }, async () => {
  const nodes = [start, http('first', '/json'), http('gone', '/json')];
  const flowId = await newFlow(client, projectId, { nodes, links: chain('start', 'first', 'gone') });
  const runIt = async () => {
    const runId = await runFlow(client, flowId);
    await followRun(client, runId);
    return runId;
  };
  const green = await runIt();
  expect(
    await failureOf(client.call(flowRoutes.compareFlowRuns, { params: { runId: green }, query: {} })),
  ).toMatchObject({ status: 404, code: 'FLOWS_NO_EARLIER_RUN' });
  const document = documentOf({
    nodes: [start, http('first', '/status/500'), http('added', '/json')],
    links: chain('start', 'first', 'added'),
  });
  await client.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision: 1, document } });
  const red = await runIt();
  const compared = await client.call(flowRoutes.compareFlowRuns, { params: { runId: red }, query: {} });
  expect([compared.before.runId, compared.after.runId]).toEqual([green, red]);
  expect(compared.nodes.map(({ node, change }) => [node, change])).toEqual([
    ['start', 'same'],
    ['first', 'changed'],
    ['added', 'added'],
    ['gone', 'removed'],
  ]);
  const first = compared.nodes[1];
  expect([first?.before?.status, first?.after?.status]).toEqual(['passed', 'failed']);
  expect(first?.differences).toContainEqual({ path: 'outputs.statusCode', before: 200, after: 500 });
  const other = await newFlow(client, projectId, { nodes: [start] });
  const otherRun = await runFlow(client, other);
  await followRun(client, otherRun);
  const refused = client.call(flowRoutes.compareFlowRuns, { params: { runId: red }, query: { with: otherRun } });
  expect(await failureOf(refused)).toMatchObject({ status: 422, code: 'FLOWS_OTHER_WORKFLOW' });
});

test('a workflow is moved to another workspace by file, and finds its references by name there', async () => {
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const scriptName = 'Create order';
  const { scriptId } = await newScript(client, suiteId, { scriptName, url: `${target.url}/json` });
  const environmentId = await newEnvironment('Test');
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      {
        id: 'order',
        kind: 'api-script',
        name: 'order',
        settings: { scriptId },
        environmentId,
        inputs: [{ name: 'token', type: 'secret', value: 'rosebud' }],
      },
    ],
    links: chain('start', 'order'),
  });
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  expect(JSON.stringify(file)).not.toContain('rosebud');
  expect(file.references.map(({ kind, names }) => [kind, names.at(-1)])).toEqual([
    ['api-script', 'Create order'],
    ['environment', 'Test'],
  ]);

  const other = await newProject(client);
  const otherSuite = await newSuite(client, other, 'Checkout');
  const mine = await newScript(client, otherSuite, { scriptName, url: `${target.url}/json` });
  const { missing, ...made } = await client.call(flowRoutes.importFlow, { body: { projectId: other, file } });
  expect(missing.map(({ kind }) => kind)).toEqual(['environment']);
  expect(made.name).toBe(file.name);
  const { document } = await client.call(flowRoutes.getFlow, { params: { flowId: made.flowId } });
  expect(document.flow.nodes[1]).toMatchObject({ settings: { scriptId: mine.scriptId } });
  const faults = await client.call(flowRoutes.validateFlow, { body: { projectId: other, document } });
  expect(faults.faults.map(({ code, node }) => [code, node])).toEqual([['DELETED_ENVIRONMENT', 'order']]);
  const again = await client.call(flowRoutes.importFlow, { body: { projectId: other, file } });
  expect(again.name).toBe(`${file.name} (2)`);
  const broken = {
    ...file,
    document: { flow: { version: 1 as const, nodes: [{ id: 'x', kind: 'start' }] }, layout: {} },
  };
  expect(
    await failureOf(client.call(flowRoutes.importFlow, { body: { projectId: other, file: broken } })),
  ).toMatchObject({ status: 400, code: 'FLOWS_INVALID_DOCUMENT' });
});

/** The content of a summary stream. */
async function readSummary(of: TestServer, flowId: string): Promise<{ source: string; text: string }[]> {
  const response = await of.admin.client.raw(flowRoutes.summarizeFlow, { body: { flowId } });
  const pieces: { source: string; text: string }[] = [];
  let isEnded = false;
  const parse = createEventParser(({ event, data }) => {
    if (event === 'text') pieces.push(JSON.parse(data));
    else if (event === 'end') isEnded = true;
  });
  parse(await response.text());
  expect(isEnded).toBe(true);
  return pieces;
}

test('a workflow is described in sentences, without any model', async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [start, http('first', '/json')],
    links: chain('start', 'first'),
  });
  const pieces = await readSummary(server, flowId);
  expect(new Set(pieces.map(({ source }) => source))).toEqual(new Set(['product']));
  expect(pieces.map(({ text }) => text).join('')).toMatch(
    /has 1 block: 1 × HTTP request\.\n.*\n.*It has not been run yet\.\n$/s,
  );
  const other = await newFlow(client, projectId, { nodes: [start] });
  await client.call(flowRoutes.deleteFlows, { query: { flowIds: [other] } });
  expect((await failureOf(client.raw(flowRoutes.summarizeFlow, { body: { flowId: other } }))).status).toBe(404);
});

test('[orchestration-8] a configured model writes the summary as a stream; if it fails, the product writes it', {
  timeout,
}, async () => {
  const asked: { authorization: string | undefined; body: string }[] = [];
  const model = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body });
      if (asked.length > 1) return response.writeHead(500).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const content of ['Reads ', 'the pets.'])
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(model.address() as { port: number }).port}/v1`;
  const env = { AI_MODEL_URL: url, AI_MODEL: 'small', AI_MODEL_KEY: 'key-of-the-model' };
  const own = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
  try {
    const { folderUuid } = await own.admin.client.call(orchestrationRoutes.createFolder, { body: { name: 'Nightly' } });
    const document = documentOf({ nodes: [start, http('pets', '/json')], links: chain('start', 'pets') });
    const body = { folderUuid, name: 'Pets', document };
    const { flowId } = await own.admin.client.call(orchestrationRoutes.createWorkflow, { body });
    expect(await readSummary(own, flowId)).toEqual([
      { source: 'model', text: 'Reads ' },
      { source: 'model', text: 'the pets.' },
    ]);
    expect(asked[0]?.authorization).toBe('Bearer key-of-the-model');
    expect(JSON.parse(asked[0]?.body ?? '{}')).toMatchObject({ model: 'small', stream: true });
    expect(asked[0]?.body).toContain('“Pets” has 1 block');
    const [first] = await readSummary(own, flowId);
    expect(first).toEqual({ source: 'product', text: '“Pets” has 1 block: 1 × HTTP request.\n' });
  } finally {
    await own.close();
    model.close();
  }
});
