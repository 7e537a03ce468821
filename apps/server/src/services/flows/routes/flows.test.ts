import type { Client } from '@touchstone/contracts';
import { type FlowConflict, flowRoutes } from '@touchstone/contracts/flows';
import type { FlowInput } from '@touchstone/engine-flow/core';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, start } from '../testing/flow-builders.ts';

let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, 120_000);
afterAll(() => server.close());

const comment = (name: string) => ({ id: name, kind: 'comment', name });

test('a workflow is created, listed, renamed, copied and deleted', async () => {
  const { flowId, document } = await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Orders' } });
  expect(document).toMatchObject({ flow: { nodes: [{ id: 'start', kind: 'start' }] }, layout: { start: { x: 0 } } });
  const taken = client.call(flowRoutes.createFlow, { body: { projectId, name: 'ORDERS' } });
  expect(await failureOf(taken)).toMatchObject({ status: 409, code: 'FLOWS_NAME_TAKEN' });
  const params = { flowId };
  await client.call(flowRoutes.renameFlow, { params, body: { name: 'Payments', description: 'Pays' } });
  const copy = await client.call(flowRoutes.cloneFlow, { params, body: {} });
  expect(copy.name).toBe('Payments (2)');
  const query = { projectId, searchTerm: 'payments' };
  const listed = await client.call(flowRoutes.listFlows, { query: { ...query, size: 1 } });
  expect([listed.totalElements, listed.content.map(({ name }) => name)]).toEqual([2, ['Payments (2)']]);
  await client.call(flowRoutes.deleteFlows, { query: { flowIds: [flowId, copy.flowId] } });
  expect((await client.call(flowRoutes.listFlows, { query })).totalElements).toBe(0);
});

test('a save based on an older revision overwrites nothing and reports who saved what', async () => {
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const params = { flowId };
  const first = documentOf({ nodes: [start, comment('first')] });
  const second = documentOf({ nodes: [start, comment('second')] });
  const saved = await client.call(flowRoutes.saveFlow, { params, body: { revision: 1, document: first } });
  expect(saved).toMatchObject({ revision: 2, nodeCount: 2 });
  const late = await failureOf(client.call(flowRoutes.saveFlow, { params, body: { revision: 1, document: second } }));
  expect(late).toMatchObject({ status: 409, code: 'FLOWS_SAVED_MEANWHILE' });
  const newer = late.data as FlowConflict;
  expect(newer).toMatchObject({ revision: 2, updatedByName: saved.updatedByName, updatedAt: saved.updatedAt });
  expect(newer.document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'first']);
  await client.call(flowRoutes.saveFlow, { params, body: { revision: newer.revision, document: second } });
  const { document } = await client.call(flowRoutes.getFlow, { params });
  expect(document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'second']);
});

test('an invalid workflow is refused with the locations', async () => {
  const document = { flow: { version: 1 as const, nodes: [{ id: 'a', kind: 'start', name: '' }] }, layout: {} };
  const refused = await failureOf(
    client.call(flowRoutes.createFlow, { body: { projectId, name: 'Broken', document } }),
  );
  expect(refused).toMatchObject({ status: 400, code: 'FLOWS_INVALID_DOCUMENT' });
  expect(refused.details.map(({ path }) => path)).toEqual(['document.flow.nodes.0.name']);
});

test("design faults include missing references, and such a workflow can't run", async () => {
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: 'http://127.0.0.1:9/{{host}}' });
  const missingId = '0199a000-0000-7000-8000-000000000000';
  const flow: Omit<FlowInput, 'version'> = {
    nodes: [
      start,
      { id: 'there', kind: 'api-script', name: 'there', settings: { scriptId } },
      { id: 'gone', kind: 'api-script', name: 'gone', settings: { scriptId: missingId } },
      { id: 'mail', kind: 'send-email', name: 'mail', settings: { to: [] } },
      { id: 'unknown', kind: 'teleport', name: 'unknown', environmentId: missingId },
      { id: 'sub', kind: 'sub-workflow', name: 'sub', settings: { workflowId: missingId } },
    ],
    links: chain('start', 'there', 'gone', 'mail', 'unknown', 'sub'),
  };
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document: documentOf(flow) } });
  expect(faults.map(({ node, code }) => `${node} ${code}`).sort()).toEqual([
    'gone DELETED_SCRIPT',
    'mail EMAIL_WITHOUT_RECIPIENT',
    'sub DELETED_WORKFLOW',
    'unknown UNKNOWN_KIND',
  ]);
  const flowId = await newFlow(client, projectId, flow);
  const refused = await failureOf(client.call(flowRoutes.runFlow, { params: { flowId }, body: {} }));
  expect(refused).toMatchObject({ status: 422, code: 'FLOWS_HAS_FAULTS' });
  expect(refused.details).toHaveLength(4);
});

test('kinds describe themselves, and ports come from the script', async () => {
  const { kinds } = await client.call(flowRoutes.listFlowKinds, { query: { projectId } });
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'start',
      'decision',
      'wait',
      'approval',
      'http',
      'api-script',
      'api-suite',
      'sub-workflow',
    ]),
  );
  expect(kinds.filter(({ unavailable }) => unavailable !== null)).toEqual([]);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, {
    url: 'http://127.0.0.1:9/{{host}}',
    dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }],
  });
  const query = { projectId, kind: 'api-script', referenceId: scriptId };
  const ports = await client.call(flowRoutes.getFlowPorts, { query });
  expect(ports.inputs).toEqual([{ name: 'host', type: 'string', required: true }]);
  expect(ports.outputs.map(({ name }) => name)).toEqual(['petId', 'statusCode', 'durationMs']);
});

test('a process flow is created from scripts, read back, shown and counted [workflows-1] [workflows-3]', async () => {
  const own = await newProject(client);
  const suiteId = await newSuite(client, own);
  const one = await newScript(client, suiteId, { scriptName: 'One', url: 'http://127.0.0.1:9/' });
  const two = await newScript(client, suiteId, { scriptName: 'Two', url: 'http://127.0.0.1:9/' });
  const scriptIds = [two.scriptId, one.scriptId];
  const made = await client.call(flowRoutes.createProcessFlow, {
    body: { projectId: own, processFlowName: 'Checkout', scriptIds },
  });
  expect(made).toMatchObject({ processFlowName: 'Checkout', nodeCount: 3, scriptCount: 2 });
  const listed = await client.call(flowRoutes.listProcessFlows, { query: { projectId: own } });
  expect(listed.content.map(({ processFlowId }) => processFlowId)).toEqual([made.processFlowId]);
  const { processFlowId } = made;
  const view = await client.call(flowRoutes.detailedFlowView, { body: { processFlowId } });
  expect(view.faults).toEqual([]);
  expect(view.document.flow.nodes.map(({ name }) => name)).toEqual(['Start', 'Two', 'One']);
  expect(await client.call(flowRoutes.countWorkflows, { query: { projectId: own } })).toEqual({ count: 1 });
  expect(await client.call(flowRoutes.countNodes, { query: { processFlowId } })).toEqual({ nodeCount: 3 });
  const missing = client.call(flowRoutes.countNodes, { query: { processFlowId: own } });
  expect(await failureOf(missing)).toMatchObject({ status: 404, message: 'Unable to fetch node count.' });
});
