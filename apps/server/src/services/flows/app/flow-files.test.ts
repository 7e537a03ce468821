import type { Client } from '@touchstone/contracts';
import { type FlowFile, flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { databaseRoutes, environmentRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, start } from '../testing/flow-builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

const nowhere = '0199a000-0000-7000-8000-000000000000';
const newEnvironment = async (projectId: string, environmentName: string) =>
  (await client.call(environmentRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;
const newDatabase = async (projectId: string, name: string) =>
  (
    await client.call(databaseRoutes.createDatabase, {
      body: { projectId, name, kind: 'postgresql', host: '127.0.0.1', port: 5432, databaseName: 'db', username: 'u' },
    })
  ).databaseConfigurationId;
const exported = (flowId: string) => client.call(flowRoutes.exportFlow, { params: { flowId } });
const imported = (projectId: string, file: FlowFile) =>
  client.call(flowRoutes.importFlow, { body: { projectId, file } });
const documentIn = async (flowId: string) =>
  (await client.call(flowRoutes.getFlow, { params: { flowId } })).document.flow.nodes;

const script = (id: string, scriptId: string, more: object = {}) => ({
  id,
  kind: 'api-script',
  name: id,
  settings: { scriptId },
  ...more,
});
const query = (id: string, databaseId: string) => ({
  id,
  kind: 'sql-query',
  name: id,
  settings: { query: 'select 1' },
  databaseId,
});
/** A workspace with a script "Pay" in the suite "Checkout". */
async function shop(projectName?: string) {
  const projectId = await newProject(client, projectName);
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Pay', url: 'http://127.0.0.1:9/' });
  return { projectId, suiteId, scriptId };
}

test('a file names everything that the nodes refer to, each once and with its workspace', async () => {
  const { projectId, suiteId, scriptId } = await shop('Shop of files');
  const environmentId = await newEnvironment(projectId, 'Staging');
  const databaseId = await newDatabase(projectId, 'Orders');
  const inner = await newFlow(client, projectId, { nodes: [start] });
  const { name: innerName } = await client.call(flowRoutes.getFlow, { params: { flowId: inner } });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      script('one', scriptId, { environmentId }),
      script('again', scriptId, { environmentId }),
      { id: 'suite', kind: 'api-suite', name: 'suite', settings: { suiteId } },
      { id: 'inner', kind: 'sub-workflow', name: 'inner', settings: { workflowId: inner } },
      query('rows', databaseId),
    ],
  });
  await client.call(flowRoutes.renameFlow, { params: { flowId }, body: { name: 'Exported', description: 'Pays' } });
  const file = await exported(flowId);
  expect(file).toMatchObject({ format: 'touchstone-workflow', version: 1, name: 'Exported', description: 'Pays' });
  expect(file.document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'one', 'again', 'suite', 'inner', 'rows']);
  expect(file.references.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'api-script', id: scriptId, names: ['Shop of files', 'Checkout', 'Pay'] },
    { kind: 'api-suite', id: suiteId, names: ['Shop of files', 'Checkout'] },
    { kind: 'database', id: databaseId, names: ['Orders'] },
    { kind: 'environment', id: environmentId, names: ['Staging'] },
    { kind: 'sub-workflow', id: inner, names: [innerName] },
  ]);
});

test('a file without references names none, and deleted things are left out', async () => {
  const projectId = await newProject(client);
  const plain = await newFlow(client, projectId, { nodes: [start] });
  expect((await exported(plain)).references).toEqual([]);
  const flowId = await newFlow(client, projectId, {
    nodes: [start, script('gone', nowhere, { environmentId: nowhere }), query('rows', nowhere)],
  });
  expect((await exported(flowId)).references).toEqual([]);
});

test('an imported workflow refers to what has the same name in its workspace', async () => {
  const source = await shop();
  const environmentId = await newEnvironment(source.projectId, 'Staging');
  const databaseId = await newDatabase(source.projectId, 'Orders');
  const inner = await newFlow(client, source.projectId, { nodes: [start] });
  const { name: innerName } = await client.call(flowRoutes.getFlow, { params: { flowId: inner } });
  const flowId = await newFlow(client, source.projectId, {
    nodes: [
      start,
      script('pay', source.scriptId, { environmentId }),
      query('rows', databaseId),
      { id: 'inner', kind: 'sub-workflow', name: 'inner', settings: { workflowId: inner } },
    ],
    links: chain('start', 'pay', 'rows', 'inner'),
  });
  const file = await exported(flowId);

  const target = await shop();
  const ownEnvironment = await newEnvironment(target.projectId, 'STAGING');
  const ownDatabase = await newDatabase(target.projectId, 'orders');
  const ownInner = await client.call(flowRoutes.createFlow, {
    body: { projectId: target.projectId, name: innerName.toUpperCase() },
  });
  const made = await imported(target.projectId, { ...file, name: 'Moved', description: 'From a file' });
  expect(made).toMatchObject({ name: 'Moved', description: 'From a file', missing: [], nodeCount: 4, scriptCount: 1 });
  expect(await documentIn(made.flowId)).toMatchObject([
    { id: 'start' },
    { settings: { scriptId: target.scriptId }, environmentId: ownEnvironment },
    { settings: { query: 'select 1' }, databaseId: ownDatabase },
    { settings: { workflowId: ownInner.flowId } },
  ]);
  expect((await imported(target.projectId, { ...file, name: 'MOVED' })).name).toBe('MOVED (2)');
});

test('references that are not found are listed and become design faults', async () => {
  const source = await shop('Only source');
  const environmentId = await newEnvironment(source.projectId, 'Staging');
  const databaseId = await newDatabase(source.projectId, 'Orders');
  const inner = await newFlow(client, source.projectId, { nodes: [start] });
  const flowId = await newFlow(client, source.projectId, {
    nodes: [
      start,
      script('pay', source.scriptId, { environmentId }),
      query('rows', databaseId),
      { id: 'inner', kind: 'sub-workflow', name: 'inner', settings: { workflowId: inner } },
    ],
    links: chain('start', 'pay', 'rows', 'inner'),
  });
  const file = await exported(flowId);
  const projectId = await newProject(client);
  const unknown = { kind: 'teleport', id: 'x', names: ['Nowhere'] };
  const unused = { kind: 'environment', id: nowhere, names: ['Not used by any node'] };
  const made = await imported(projectId, { ...file, references: [...file.references, unknown, unused] });
  expect(made.missing.map(({ kind }) => kind).toSorted()).toEqual([
    'database',
    'environment',
    'sub-workflow',
    'teleport',
  ]);
  const document = (await client.call(flowRoutes.getFlow, { params: { flowId: made.flowId } })).document;
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
  expect(faults.map(({ node, code }) => `${node} ${code}`).toSorted()).toEqual([
    'inner DELETED_WORKFLOW',
    'pay DELETED_ENVIRONMENT',
    'pay DELETED_SCRIPT',
    'rows DELETED_DATABASE',
  ]);
});

test('a node in test orchestration uses the environment of the workspace of its script', async () => {
  const source = await shop('Elsewhere');
  const environmentId = await newEnvironment(source.projectId, 'Staging');
  const { projectId, folderUuid } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Files' } });
  await newEnvironment(projectId, 'Staging');
  const document = documentOf({
    nodes: [start, script('pay', source.scriptId, { environmentId })],
    links: chain('start', 'pay'),
  });
  const { flowId } = await client.call(orchestrationRoutes.createWorkflow, {
    body: { folderUuid, name: 'Reaches out', document },
  });
  const file = await exported(flowId);
  expect(file.references).toEqual([
    { kind: 'api-script', id: source.scriptId, names: ['Elsewhere', 'Checkout', 'Pay'] },
    { kind: 'environment', id: environmentId, names: ['Elsewhere', 'Staging'] },
  ]);
  const body = { folderUuid, name: 'Imported', file };
  const made = await client.call(orchestrationRoutes.importWorkflow, { body });
  expect(made.missing).toEqual([]);
  expect(made.document.flow.nodes[1]).toMatchObject({ settings: { scriptId: source.scriptId }, environmentId });
});

test('environments and databases of other workspaces are faults, as are ids that are none', async () => {
  const { projectId, scriptId } = await shop();
  const other = await newProject(client);
  const [own, foreign] = [await newEnvironment(projectId, 'Own'), await newEnvironment(other, 'Foreign')];
  const [ownDatabase, foreignDatabase] = [await newDatabase(projectId, 'Own'), await newDatabase(other, 'Foreign')];
  const nodes = [
    start,
    script('own', scriptId, { environmentId: own }),
    script('foreign', scriptId, { environmentId: foreign }),
    script('text', scriptId, { environmentId: 'staging' }),
    script('odd', 'not-an-id'),
    query('fine', ownDatabase),
    query('else', foreignDatabase),
    query('swapped', own),
  ];
  const links = nodes.slice(1).map(({ id }) => ({ id: `to-${id}`, from: 'start', to: id }));
  const { faults } = await client.call(flowRoutes.validateFlow, {
    body: { projectId, document: documentOf({ nodes, links }) },
  });
  expect(faults.map(({ node, code }) => `${node} ${code}`).toSorted()).toEqual([
    'else DELETED_DATABASE',
    'foreign DELETED_ENVIRONMENT',
    'odd DELETED_SCRIPT',
    'swapped DELETED_DATABASE',
    'text DELETED_ENVIRONMENT',
  ]);
});

test('a file is imported only by editors of the workspace, and only if its document is valid', async () => {
  const projectId = await newProject(client);
  const file = await exported(await newFlow(client, projectId, { nodes: [start] }));
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  const importBy = (by: Client) => failureOf(by.call(flowRoutes.importFlow, { body: { projectId, file } }));
  expect((await importBy(guest)).status).toBe(403);
  expect((await importBy(stranger)).status).toBe(404);
  const document = { flow: { version: 1 as const, nodes: [{ id: 'a', kind: 'start', name: '' }] }, layout: {} };
  const refused = await failureOf(imported(projectId, { ...file, document }));
  expect(refused).toMatchObject({ status: 400, code: 'FLOWS_INVALID_DOCUMENT' });
});
