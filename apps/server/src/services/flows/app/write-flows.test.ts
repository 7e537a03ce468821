import type { Client } from '@touchstone/contracts';
import { type FlowConflict, flowRoutes } from '@touchstone/contracts/flows';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, runFlow, start } from '../testing/flow-builders.ts';
import { recordRun } from '../testing/recorded-run.ts';

let server: TestServer;
let client: Client;
let colleague: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN', firstName: 'Bo', lastName: 'Baker' });
}, 120_000);
afterAll(() => server.close());

const suite = (id: string) => ({ id, kind: 'api-suite', name: id, settings: {} });
const create = (projectId: string, name: string, given: object = {}) =>
  client.call(flowRoutes.createFlow, { body: { projectId, name, ...given } });
const get = (flowId: string, by = client) => by.call(flowRoutes.getFlow, { params: { flowId } });
const rename = (flowId: string, body: { name?: string; description?: string }, by = client) =>
  by.call(flowRoutes.renameFlow, { params: { flowId }, body });
const save = (flowId: string, revision: number, by = client) =>
  by.call(flowRoutes.saveFlow, {
    params: { flowId },
    body: { revision, document: documentOf({ nodes: [start, suite('a'), suite('b')] }) },
  });
const copy = (flowId: string, name?: string, by = client) =>
  by.call(flowRoutes.cloneFlow, { params: { flowId }, body: name ? { name } : {} });
const remove = (flowIds: string[], by = client) => by.call(flowRoutes.deleteFlows, { query: { flowIds } });
const namesIn = async (projectId: string, query: object = {}) =>
  (await client.call(flowRoutes.listFlows, { query: { projectId, ...query } })).content.map(({ name }) => name);

test('a new workflow shows who created it and its numbers of nodes and scripts', async () => {
  const projectId = await newProject(client);
  const nodes = [start, suite('a'), { id: 'note', kind: 'comment', name: 'note' }];
  const document = { ...documentOf({ nodes }), layout: { a: { x: 1, y: 2 }, gone: { x: 3, y: 4 } } };
  const made = await create(projectId, 'Orders', { description: 'Places orders', document });
  expect(made).toMatchObject({
    projectId,
    name: 'Orders',
    description: 'Places orders',
    revision: 1,
    nodeCount: 3,
    scriptCount: 1,
    createdByName: 'Ada Admin',
    updatedByName: 'Ada Admin',
    lastRun: null,
  });
  expect(made.document.layout).toEqual({ a: { x: 1, y: 2 } });
  expect(await get(made.flowId)).toEqual(made);
  expect(await create(projectId, 'Empty')).toMatchObject({ description: '', nodeCount: 1, scriptCount: 0 });
  expect(await auditEntries(server, { targets: [made.flowId] })).toMatchObject([
    { action: 'workflow.created', userId: server.admin.userId, detail: { name: 'Orders' } },
  ]);
});

test('a save counts the nodes again and names its author; an outdated one is refused', async () => {
  const projectId = await newProject(client);
  const { flowId } = await create(projectId, 'Orders', { description: 'Places orders' });
  const saved = await save(flowId, 1, colleague.client);
  expect(saved).toMatchObject({ revision: 2, nodeCount: 3, scriptCount: 2, description: 'Places orders' });
  expect([saved.createdByName, saved.updatedByName]).toEqual(['Ada Admin', 'Bo Baker']);
  const refused = await failureOf(save(flowId, 1));
  expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/^Bo Baker saved this workflow/) });
  expect((refused.data as FlowConflict).revision).toBe(2);
  expect(await failureOf(save(flowId, 3))).toMatchObject({ status: 409 });
});

test('name and description are changed separately, without a new revision', async () => {
  const projectId = await newProject(client);
  const { flowId } = await create(projectId, 'Orders', { description: 'Places orders' });
  await create(projectId, 'Payments');
  const renamed = await rename(flowId, { name: 'Bookings' }, colleague.client);
  expect(renamed).toMatchObject({ name: 'Bookings', description: 'Places orders', revision: 1 });
  expect([renamed.createdByName, renamed.updatedByName]).toEqual(['Ada Admin', 'Bo Baker']);
  expect(await rename(flowId, { description: '' })).toMatchObject({ name: 'Bookings', description: '' });
  const taken = await failureOf(rename(flowId, { name: 'PAYMENTS' }));
  expect(taken).toMatchObject({
    status: 409,
    code: 'FLOWS_NAME_TAKEN',
    message: expect.stringContaining('"PAYMENTS"'),
  });
  expect(await rename(flowId, { name: 'BOOKINGS' })).toMatchObject({ name: 'BOOKINGS' });
});

test('a copy has the content of its source, a free or the given name, and no runs', async () => {
  const projectId = await newProject(client);
  const { flowId } = await create(projectId, 'Orders', { description: 'Places orders' });
  await save(flowId, 1);
  await runFlow(client, await newFlow(client, projectId, { nodes: [start] }));
  const first = await copy(flowId, undefined, colleague.client);
  expect(first).toMatchObject({
    name: 'Orders (2)',
    description: 'Places orders',
    revision: 1,
    nodeCount: 3,
    scriptCount: 2,
    createdByName: 'Bo Baker',
    lastRun: null,
  });
  expect((await get(first.flowId)).document).toEqual((await get(flowId)).document);
  expect((await copy(flowId)).name).toBe('Orders (3)');
  expect((await copy(flowId, 'Given')).name).toBe('Given');
  expect(await failureOf(copy(flowId, 'given'))).toMatchObject({ status: 409, code: 'FLOWS_NAME_TAKEN' });
  expect(await auditEntries(server, { targets: [first.flowId] })).toMatchObject([
    { action: 'workflow.created', userId: colleague.userId, detail: { name: 'Orders (2)' } },
  ]);
});

test('workflows are deleted all or none, each with an audit entry', async () => {
  const projectId = await newProject(client);
  const [one, two] = [await create(projectId, 'One'), await create(projectId, 'Two')];
  const stranger = await server.createOrganization();
  const foreign = await stranger.client.call(flowRoutes.createFlow, {
    body: { projectId: await newProject(stranger.client), name: 'Foreign' },
  });
  const refused = await failureOf(remove([one.flowId, foreign.flowId]));
  expect(refused).toMatchObject({ status: 404, code: 'FLOWS_NOT_FOUND' });
  expect(await namesIn(projectId)).toEqual(['Two', 'One']);
  await remove([one.flowId, two.flowId, one.flowId]);
  expect(await namesIn(projectId)).toEqual([]);
  expect((await get(foreign.flowId, stranger.client)).name).toBe('Foreign');
  const audited = await auditEntries(server, { targets: [one.flowId, two.flowId] });
  const deleted = audited.filter(({ action }) => action === 'workflow.deleted');
  expect(deleted.map(({ target, detail }) => [target, detail]).toSorted()).toEqual(
    [
      [one.flowId, { name: 'One' }],
      [two.flowId, { name: 'Two' }],
    ].toSorted(),
  );
});

test('workflows of one workspace are listed, the last changed first, page by page', async () => {
  const [projectId, other] = [await newProject(client), await newProject(client)];
  const { flowId } = await create(projectId, 'First order');
  await create(projectId, 'Second order');
  await create(projectId, 'Payment');
  await create(other, 'Elsewhere');
  await rename(flowId, { description: 'Changed' });
  expect(await namesIn(projectId)).toEqual(['First order', 'Payment', 'Second order']);
  expect(await namesIn(projectId, { searchTerm: 'ORDER' })).toEqual(['First order', 'Second order']);
  const page = await client.call(flowRoutes.listFlows, { query: { projectId, page: 1, size: 2 } });
  expect(page).toMatchObject({ page: 1, size: 2, totalElements: 3, content: [{ name: 'Second order' }] });
  const processFlows = await client.call(flowRoutes.listProcessFlows, {
    query: { projectId, searchTerm: 'order', page: 0, size: 1 },
  });
  expect(processFlows).toMatchObject({ page: 0, size: 1, totalElements: 2 });
  expect(processFlows.content).toMatchObject([{ processFlowId: flowId, processFlowName: 'First order' }]);
  expect(await client.call(flowRoutes.countWorkflows, { query: { projectId } })).toEqual({ count: 3 });
});

test('the last run of each workflow is listed with it', async () => {
  const projectId = await newProject(client);
  const newOne = () => newFlow(client, projectId, { nodes: [start] });
  const [never, ended, going] = [await newOne(), await newOne(), await newOne()];
  await runFlow(client, ended);
  const [last, current] = [await runFlow(client, ended), await runFlow(client, going)];
  const createdAt = new Date(Date.UTC(2026, 0, 5));
  await recordRun(server, last, { status: 'failed', createdAt, durationMs: 1000 });
  const { content } = await client.call(flowRoutes.listFlows, { query: { projectId } });
  const lastRunOf = (flowId: string) => content.find((flow) => flow.flowId === flowId)?.lastRun;
  expect(lastRunOf(never)).toBeNull();
  expect(lastRunOf(ended)).toEqual({
    runId: last,
    number: 2,
    status: 'failed',
    executionStatus: 'Fail',
    createdAt: createdAt.toISOString(),
    finishedAt: new Date(Date.UTC(2026, 0, 5, 0, 0, 1)).toISOString(),
  });
  expect(lastRunOf(going)).toMatchObject({ runId: current, number: 3, status: 'queued', finishedAt: null });
});

test('viewers read workflows but change none; other organizations do not find them', async () => {
  const projectId = await newProject(client);
  const { flowId } = await create(projectId, 'Orders');
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  expect((await get(flowId, guest)).name).toBe('Orders');
  for (const [by, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const) {
    const refused = await Promise.all(
      [
        by.call(flowRoutes.createFlow, { body: { projectId, name: 'New' } }),
        by.call(flowRoutes.createProcessFlow, { body: { projectId, processFlowName: 'New' } }),
        by.call(flowRoutes.runFlow, { params: { flowId }, body: {} }),
        save(flowId, 1, by),
        rename(flowId, { name: 'Renamed' }, by),
        copy(flowId, 'Copy', by),
        remove([flowId], by),
      ].map(failureOf),
    );
    expect(refused.map((refusal) => refusal.status)).toEqual(refused.map(() => status));
  }
  const reads = [
    get(flowId, stranger),
    stranger.call(flowRoutes.listFlows, { query: { projectId } }),
    stranger.call(flowRoutes.countWorkflows, { query: { projectId } }),
    stranger.call(flowRoutes.countNodes, { query: { processFlowId: flowId } }),
    stranger.call(flowRoutes.detailedFlowView, { body: { processFlowId: flowId } }),
    stranger.call(flowRoutes.exportFlow, { params: { flowId } }),
    stranger.call(flowRoutes.validateFlow, { body: { projectId, document: documentOf({ nodes: [start] }) } }),
    stranger.call(flowRoutes.listFlowKinds, { query: { projectId } }),
  ];
  const statuses = (await Promise.all(reads.map(failureOf))).map((refusal) => refusal.status);
  expect(statuses).toEqual(reads.map(() => 404));
  expect(await namesIn(projectId)).toEqual(['Orders']);
});

test('a process flow consists of scripts of its workspace', async () => {
  const projectId = await newProject(client);
  const [suiteId, foreignSuite] = [await newSuite(client, projectId), await newSuite(client, await newProject(client))];
  const own = await newScript(client, suiteId, { scriptName: 'Own', url: 'http://127.0.0.1:9/' });
  const foreign = await newScript(client, foreignSuite, { url: 'http://127.0.0.1:9/' });
  const make = (scriptIds: string[], processFlowName = 'Checkout') =>
    client.call(flowRoutes.createProcessFlow, {
      body: { projectId, processFlowName, description: 'Pays', scriptIds },
    });
  const missing = '0199a000-0000-7000-8000-000000000000';
  expect(await failureOf(make([own.scriptId, foreign.scriptId, missing, missing]))).toMatchObject({
    status: 404,
    code: 'FLOWS_SCRIPTS_MISSING',
    message: '2 of the scripts do not exist in this workspace.',
  });
  expect(await make([own.scriptId, own.scriptId])).toMatchObject({
    processFlowName: 'Checkout',
    description: 'Pays',
    nodeCount: 3,
    scriptCount: 2,
    createdByName: 'Ada Admin',
  });
  expect(await make([], 'Empty')).toMatchObject({ nodeCount: 1, scriptCount: 0 });
});

test('design faults refuse a run and say where they are', async () => {
  const projectId = await newProject(client);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, suite('chosen'), { id: 'mail', kind: 'send-email', name: 'mail', settings: { to: [] } }],
    links: chain('start', 'chosen', 'mail'),
  });
  const refused = await failureOf(runFlow(client, flowId));
  expect(refused).toMatchObject({
    status: 422,
    code: 'FLOWS_HAS_FAULTS',
    message: "The workflow can't run. Design faults: 2. Correct them, then run it again.",
  });
  expect(refused.details.map(({ path }) => path)).toEqual(['chosen', 'mail']);
  expect((await get(flowId)).lastRun).toBeNull();
});
