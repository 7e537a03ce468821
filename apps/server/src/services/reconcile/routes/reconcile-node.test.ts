import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { reconcileRoutes } from '@touchstone/contracts/reconcile';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, runFlowToEnd, start, statusesOf } from '../../flows/testing/flow-builders.ts';
import { type ServedRows, serveRows } from '../testing/served-rows.ts';

let server: TestServer;
let api: ServedRows;
let database: DatabaseTargetServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  api = await serveRows();
  database = await startDatabaseTarget(server.databaseUrl);
  await database.query(`create table public.orders (id bigint, customer text);
    insert into public.orders values (1, 'Ada'), (2, 'Ben'), (3, 'Cy')`);
});
afterAll(async () => {
  await database.close();
  await api.close();
  await server.close();
});

/** A workspace with a reconciliation of a customer's orders; the customer is a variable of request and query. */
async function newReconciliation(): Promise<{ projectId: string; reconciliationId: string }> {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: `${api.url}/orders-of-{{customer}}` });
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, name: 'Shop', ...database.fields },
  });
  const rule = { compareAs: 'auto' } as const;
  const { reconciliationId } = await client.call(reconcileRoutes.createReconciliation, {
    body: {
      projectId,
      scriptId,
      databaseConfigurationId,
      name: 'Orders of a customer',
      query: "select id, customer from orders where customer = '{{customer}}'",
      rowPath: '$',
      keys: [{ apiPath: 'id', dbColumn: 'id', ...rule }],
      columns: [{ apiPath: 'customer', dbColumn: 'customer', ...rule }],
    },
  });
  return { projectId, reconciliationId };
}
const ports = {
  inputs: [{ name: 'customer', type: 'string', required: true, value: 'Ada' }],
  outputs: [
    { name: 'agrees', type: 'boolean', required: false },
    { name: 'summary', type: 'string', required: false },
    { name: 'onlyInApi', type: 'number', required: false },
  ],
};
const node = (reconciliationId: string) =>
  ({ id: 'compare', kind: 'reconcile', name: 'Compare', settings: { reconciliationId }, ...ports }) as never;

test('a workflow compares an API with a database; inputs are variables of the request and of the query', async () => {
  const { projectId, reconciliationId } = await newReconciliation();
  api.serve('/orders-of-Ada', [{ id: 1, customer: 'Ada' }]);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, node(reconciliationId)] as never,
    links: chain('start', 'compare'),
  });
  const agreed = await runFlowToEnd(client, flowId);
  const compared = agreed.nodes.find((one) => one.node === 'compare');
  expect(statusesOf(agreed)).toEqual({ start: 'passed', compare: 'passed' });
  expect(compared?.outputs).toMatchObject({
    agrees: true,
    summary: '1 row matches.',
    databaseRows: 1,
    onlyInApi: 0,
  });
  api.serve('/orders-of-Ada', [
    { id: 1, customer: 'Ada' },
    { id: 7, customer: 'Ada' },
  ]);
  const differs = await runFlowToEnd(client, flowId);
  expect(differs.nodes.find((one) => one.node === 'compare')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/1 only in the API/),
    outputs: { agrees: false, onlyInApi: 1 },
  });
});

test('a workflow is told what its reconciliation lacks, before and while it runs', async () => {
  const { projectId, reconciliationId } = await newReconciliation();
  const faultsOf = async (given: never) => {
    const document = documentOf({ nodes: [start, given] as never, links: chain('start', 'compare') });
    const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
    return faults.map(({ message }) => message);
  };
  expect(await faultsOf(node(''))).toContain('Choose a reconciliation.');
  const elsewhere = await newReconciliation();
  expect(await faultsOf(node(elsewhere.reconciliationId))).toEqual(['The reconciliation of "Compare" was deleted.']);
  expect(await faultsOf(node(reconciliationId))).toEqual([]);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, node(reconciliationId)] as never,
    links: chain('start', 'compare'),
  });
  await client.call(reconcileRoutes.deleteReconciliation, { params: { reconciliationId } });
  const refused = await failureOf(client.call(flowRoutes.runFlow, { params: { flowId }, body: { variables: {} } }));
  expect(JSON.stringify(refused)).toContain('was deleted');
});

test('a workflow is exported with the name of its reconciliation, and finds it by name when imported', async () => {
  const { projectId, reconciliationId } = await newReconciliation();
  const flowId = await newFlow(client, projectId, {
    nodes: [start, node(reconciliationId)] as never,
    links: chain('start', 'compare'),
  });
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  expect(file.references).toMatchObject([{ kind: 'reconcile', names: [expect.any(String), 'Orders of a customer'] }]);
  const other = await newReconciliation();
  const arrived = await client.call(flowRoutes.importFlow, { body: { projectId: other.projectId, file } });
  expect(arrived.missing).toEqual([]);
  const { document } = await client.call(flowRoutes.getFlow, { params: { flowId: arrived.flowId } });
  expect(JSON.stringify(document)).toContain(other.reconciliationId);
});
