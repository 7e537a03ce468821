import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, documentOf, newFlow, runFlowToEnd, start, statusesOf } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let target: TargetServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

const stop = { id: 'stop', kind: 'stop', name: 'Stop' };
const list = (query: { projectId?: string; status?: 'passed' | 'failed'; searchTerm?: string } = {}) =>
  client.call(flowRoutes.listFlowRuns, { query: { workspaceService: 'orchestration', ...query } });

/** A workflow in a new project of test orchestration. */
async function newOrchestrated(name: string, key: string, flow: Parameters<typeof documentOf>[0]) {
  const folder = await client.call(orchestrationRoutes.createFolder, {
    body: { name, deepLinkId: key, isRootFolder: true },
  });
  const { flowId } = await client.call(orchestrationRoutes.createWorkflow, {
    body: { folderUuid: folder.folderUuid, name: `${name} flow`, document: documentOf(flow) },
  });
  return { flowId, projectId: folder.projectId };
}

test('runs of all orchestration projects are listed with the number of runs per status', { timeout }, async () => {
  const one = await newOrchestrated('Shop', 'SHOP', { nodes: [start, stop], links: chain('start', 'stop') });
  const failing = { id: 'call', kind: 'http', name: 'call', settings: { method: 'GET', url: 'http://127.0.0.1:1/' } };
  const two = await newOrchestrated('Bank', 'BANK', { nodes: [start, failing], links: chain('start', 'call') });
  const elsewhere = await newFlow(client, await newProject(client), {
    nodes: [start, stop],
    links: chain('start', 'stop'),
  });
  const first = await runFlowToEnd(client, one.flowId);
  const second = await runFlowToEnd(client, two.flowId);
  const other = await runFlowToEnd(client, elsewhere);

  const all = await list();
  expect(all.content.map(({ runId, projectName, flowName }) => [runId, projectName, flowName])).toEqual([
    [second.runId, 'Bank', 'Bank flow'],
    [first.runId, 'Shop', 'Shop flow'],
  ]);
  expect([all.totalElements, all.totals]).toMatchObject([2, { total: 2, passed: 1, failed: 1, running: 0 }]);
  const failed = await list({ status: 'failed' });
  expect(failed.content.map(({ flowId }) => flowId)).toEqual([two.flowId]);
  expect(failed.totals).toMatchObject({ total: 2, passed: 1, failed: 1 });
  expect((await list({ projectId: one.projectId })).content.map(({ runId }) => runId)).toEqual([first.runId]);
  expect((await list({ searchTerm: 'nothing' })).totals).toMatchObject({ total: 0, passed: 0 });
  const ofApiTesting = await client.call(flowRoutes.listFlowRuns, { query: {} });
  expect(ofApiTesting.content.map(({ runId }) => runId)).toEqual([other.runId]);
});

test('runs are only visible to users who may open their workspace', { timeout }, async () => {
  const { projectId } = await newOrchestrated('Secret', 'SECRET', { nodes: [start, stop] });
  const stranger = (await server.createOrganization()).client;
  const query = { workspaceService: 'orchestration' as const };
  expect((await stranger.call(flowRoutes.listFlowRuns, { query })).totalElements).toBe(0);
  expect((await failureOf(stranger.call(flowRoutes.listFlowRuns, { query: { ...query, projectId } }))).status).toBe(
    404,
  );
});

test('a workflow runs scripts of other workspaces, with their environments', { timeout }, async () => {
  const bank = await newProject(client);
  const suiteId = await newSuite(client, bank);
  const { scriptId } = await newScript(client, suiteId, { url: '{{base}}/price' });
  const environment = await client.call(environmentRoutes.createEnvironment, {
    body: { projectId: bank, environmentName: 'Bank', variables: [{ name: 'base', value: target.url }] },
  });
  const book = {
    id: 'book',
    kind: 'api-script',
    name: 'book',
    settings: { scriptId, suiteId, projectId: bank },
    environmentId: environment.environmentId,
  };
  const flow = { nodes: [start, book], links: chain('start', 'book') };
  const { flowId } = await newOrchestrated('Order to cash', 'OTC', flow);
  expect(statusesOf(await runFlowToEnd(client, flowId))).toMatchObject({ book: 'passed' });
  expect(target.received).toContain('GET /price');

  // Things of a third workspace are not available.
  const third = await newProject(client);
  const foreign = await client.call(environmentRoutes.createEnvironment, {
    body: { projectId: third, environmentName: 'Third' },
  });
  const wrong = { ...flow, nodes: [start, { ...book, environmentId: foreign.environmentId }] };
  const { faults } = await client.call(flowRoutes.validateFlow, {
    body: { projectId: bank, document: documentOf(wrong) },
  });
  expect(faults.map(({ code, node }) => [code, node])).toEqual([['DELETED_ENVIRONMENT', 'book']]);
});
