import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
});

const curls = (count: number) =>
  Array.from({ length: count }, (_, index) => `curl https://shop.test/${index}`).join('\n');
const readCurls = async (count: number) =>
  (await client.call(calls.importCurl, { body: { projectId, text: curls(count) } })).importId;
const propose = (body: object) => client.call(calls.proposeLinks, { body: { projectId, ...body } });
const make = (body: object) => client.call(calls.makeWorkflow, { body: { projectId, workflowName: 'Flow', ...body } });
const nodesOf = async (flowId: string) =>
  (await client.call(flowRoutes.getFlow, { params: { flowId } })).document.flow.nodes.map(({ name }) => name);
const variablesOf = async (suiteId: string) =>
  (await client.call(calls.listSuiteVariables, { query: { suiteId } })).variables.map(({ name, value }) => [
    name,
    value,
  ]);
const chained = async () =>
  (await client.call(calls.listChainingSuites, { query: { projectId } })).content.map(({ suiteName }) => suiteName);
const nothing = {
  status: 422,
  code: 'API_TESTING_NOTHING_TO_CHAIN',
  message: 'There is no request to make a workflow of. Choose at least one.',
};
const link = (from: string, to: string, variable: string) => ({
  from: { request: from, path: '$.id' },
  to: { request: to, in: 'query' as const, name: variable },
  variable,
});

/** Creates a suite of requests A, B and C without links between them. */
async function newChain() {
  const suiteId = await newSuite(client, projectId, 'Chain');
  const ids: string[] = [];
  for (const scriptName of ['A', 'B', 'C']) {
    const url = `https://shop.test/${scriptName}`;
    ids.push((await newScript(client, suiteId, { scriptName, url, folder: 'Inner' })).scriptId);
  }
  const [a = '', b = '', c = ''] = ids;
  return { suiteId, a, b, c };
}

test('all requests of a suite are proposed in its order, or the selected ones', async () => {
  const { suiteId, a, b, c } = await newChain();
  const line = (request: string, index: number, name: string) => ({
    request,
    index,
    name,
    method: 'GET',
    url: `https://shop.test/${name}`,
  });
  expect(await propose({ suiteId })).toEqual({
    title: 'Chain',
    requests: [line(a, 0, 'A'), line(b, 1, 'B'), line(c, 2, 'C')],
    links: [],
  });
  expect(await propose({ suiteId, indexes: [2, 0, 9] })).toEqual({
    title: 'Chain',
    requests: [line(c, 0, 'C'), line(a, 1, 'A')],
    links: [],
  });
  expect(await failureOf(propose({ suiteId, indexes: [3] }))).toMatchObject(nothing);
});

test('an invalid source for a workflow is rejected', async () => {
  const { suiteId } = await newChain();
  const importId = await readCurls(1);
  const empty = await newSuite(client, projectId);
  const elsewhere = await newSuite(client, await newProject(client));
  const one = {
    status: 400,
    code: 'API_TESTING_ONE_CHAIN_SOURCE',
    message: 'Name either a document that was read (importId) or a suite (suiteId).',
  };
  for (const [body, expected] of [
    [{}, one],
    [{ suiteId, importId }, one],
    [{ suiteId: empty }, nothing],
    [{ suiteId: elsewhere }, { status: 409, code: 'API_TESTING_OTHER_PROJECT' }],
  ] as const) {
    expect(await failureOf(propose(body))).toMatchObject(expected);
    expect(await failureOf(make(body))).toMatchObject(expected);
  }
  expect(await chained()).toEqual([]);
});

test('a workflow has at most 300 requests', async () => {
  const tooMany = {
    status: 422,
    code: 'API_TESTING_TOO_MANY_TO_CHAIN',
    message: 'A workflow is made of at most 300 requests, and there are 301. Choose fewer.',
  };
  const importId = await readCurls(301);
  expect(await failureOf(propose({ importId }))).toMatchObject(tooMany);
  const indexes = Array.from({ length: 300 }, (_, index) => index + 1);
  expect((await propose({ importId, indexes })).requests).toHaveLength(300);
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const suiteId = suites[0]?.suiteId ?? '';
  expect(await failureOf(propose({ suiteId, indexes: [0] }))).toMatchObject(tooMany);
  const [{ scriptId = '' } = {}] = (await client.call(calls.listScripts, { query: { suiteId } })).content;
  await client.call(calls.deleteScripts, { query: { scriptIds: [scriptId] } });
  expect((await propose({ suiteId })).requests).toHaveLength(300);
});

test('a workflow is created with its suite, links and variables, and audited', async () => {
  const { suiteId, a, b, c } = await newChain();
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 'key', value: 'v' }] } });
  const links = [
    { ...link(c, a, 'first'), confidence: 0.5, reason: 'Because.' },
    link(a, b, 'second'),
    link(a, 'unknown', 'third'),
    link('unknown', a, 'fourth'),
  ];
  const made = await make({ suiteId, links });
  const { processFlowId, suiteId: madeSuite } = made;
  expect(made).toEqual({
    processFlowId: expect.any(String),
    processFlowName: 'Flow',
    suiteId: expect.any(String),
    suiteName: 'Flow',
    scriptCount: 3,
    links: [
      { ...link(c, a, 'first'), confidence: 0.5, reason: 'Because.' },
      { ...link(a, b, 'second'), confidence: 1, reason: '' },
    ],
    problems: [],
  });
  expect(await nodesOf(processFlowId)).toEqual(['Start', 'C', 'A', 'B']);
  const scripts = await client.call(calls.listScripts, { query: { suiteId: madeSuite, isChaining: 'true' } });
  expect(scripts.content.map(({ scriptName, folder }) => [scriptName, folder])).toEqual([
    ['C', ''],
    ['A', ''],
    ['B', ''],
  ]);
  expect(await variablesOf(madeSuite)).toEqual([['key', 'v']]);
  const audited = await auditedBy(server, owner);
  expect(audited.filter(({ action }) => action === 'workflow.imported')).toEqual([
    { action: 'workflow.imported', target: processFlowId, detail: { scripts: 3 } },
  ]);
  const second = await make({ suiteId, workflowName: 'flow 2' });
  expect(second).toMatchObject({ suiteName: 'flow 2', links: [] });
  expect(await nodesOf(second.processFlowId)).toEqual(['Start', 'A', 'B', 'C']);
});

test('the suite of a workflow gets a number if its name is taken, regardless of case and kind', async () => {
  const { suiteId } = await newChain();
  await client.call(calls.createSuite, { body: { projectId, suiteName: 'PAY', isChaining: true } });
  await newSuite(client, projectId, 'SELL');
  expect(await make({ suiteId, workflowName: 'Pay' })).toMatchObject({ suiteName: 'Pay (2)', processFlowName: 'Pay' });
  expect(await make({ suiteId, workflowName: 'Sell' })).toMatchObject({ suiteName: 'Sell (2)' });
  expect(await chained()).toEqual(['PAY', 'Pay (2)', 'Sell (2)']);
});

test('circular links are rejected, and leave no suite behind', async () => {
  const { suiteId, a, b, c } = await newChain();
  for (const links of [
    [link(a, b, 'x'), link(b, a, 'y')],
    [link(a, b, 'x'), link(b, c, 'y'), link(c, a, 'z')],
  ])
    expect(await failureOf(make({ suiteId, links }))).toMatchObject({
      status: 422,
      code: 'API_TESTING_CIRCULAR_LINKS',
      message: 'The links make a circle: a request would need a value of a later one. Leave one of them out.',
    });
  expect(await chained()).toEqual([]);
});

test('the variables of a document are added to the suite of its workflow, not to an environment', async () => {
  const body = new FormData();
  const postman = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [
      { key: 'host', value: 'https://shop.test' },
      { key: 'not valid', value: '' },
    ],
    item: [{ name: 'List', request: { method: 'GET', url: '{{host}}/orders' } }],
  };
  body.append('file', new Blob([JSON.stringify(postman)]), 'shop.json');
  const made = await client.call(calls.importWorkflow, { query: { projectId, workflowName: 'Shop' }, body });
  expect(made).toMatchObject({
    scriptCount: 1,
    problems: [{ place: 'Shop: not valid', reason: 'Please give valid variable name.' }],
  });
  expect(await variablesOf(made.suiteId)).toEqual([['host', 'https://shop.test']]);
  expect(await client.call(calls.getProjectDetails, { body: { projectId } })).toMatchObject({ environments: 0 });
});

test('a guest and a stranger can neither propose links nor create a workflow', async () => {
  const { suiteId } = await newChain();
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  for (const [user, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const) {
    const body = { projectId, suiteId };
    expect((await failureOf(user.client.call(calls.proposeLinks, { body }))).status).toBe(status);
    const wanted = { ...body, workflowName: 'Flow' };
    expect((await failureOf(user.client.call(calls.makeWorkflow, { body: wanted }))).status).toBe(status);
  }
});
