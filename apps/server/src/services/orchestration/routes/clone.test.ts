import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { type FolderInfo, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, runFlowToEnd, start } from '../../flows/testing/flow-builders.ts';
import { readStream } from '../../notifications/testing/read-stream.ts';

const { createFolder, listEntries, createWorkflow, cloneEntry, deleteEntries } = orchestrationRoutes;
type CloneKind = 'PROJECT' | 'FOLDER' | 'WORKFLOW';
type Nodes = Parameters<typeof documentOf>[0]['nodes'];

let server: TestServer;
let client: Client;
let projects = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

async function newProject(): Promise<FolderInfo> {
  projects += 1;
  return client.call(createFolder, { body: { name: `Source ${projects}` } });
}
const newFolder = (parentUuid: string, name: string) => client.call(createFolder, { body: { parentUuid, name } });
const newWorkflow = async (folderUuid: string, name: string, nodes: Nodes = []) =>
  (
    await client.call(createWorkflow, {
      body: {
        folderUuid,
        name,
        document: documentOf({ nodes: [start, ...nodes], links: chain('start', ...nodes.map(({ id }) => id)) }),
      },
    })
  ).flowId;
const subWorkflow = (workflowId: string) => ({
  id: 'sub',
  kind: 'sub-workflow',
  name: 'Sub',
  settings: { workflowId },
});

/** Requests a copy and follows it to its end. */
async function clone(uuid: string, folderType: CloneKind, name?: string): Promise<string> {
  const uniqueIdentifier = crypto.randomUUID();
  const query = { uniqueIdentifier };
  const stream = readStream(client, notificationRoutes.subscribeNotificationClone, { query });
  const body = { uuid, folderType, uniqueIdentifier, ...(name !== undefined && { name }) };
  expect(await client.call(cloneEntry, { body })).toEqual({
    uniqueIdentifier,
    folderType,
    executionStatus: 'RUNNING',
    message: 'Cloning may take a few minutes.',
  });
  await stream.ended;
  const last = stream.data.at(-1) as { executionStatus: string; folderType: string };
  expect(last.folderType).toBe(folderType);
  return last.executionStatus;
}
/** The paths of everything below a folder. */
async function pathsIn(deepLinkId: string, way = ''): Promise<string[]> {
  const { content } = await client.call(listEntries, { body: { deepLinkId, size: 200 } });
  const paths = await Promise.all(
    content.map(async (entry) => {
      const path = `${way}/${entry.name}`;
      return entry.folderType === 'WORKFLOW' ? [path] : [`${path}/`, ...(await pathsIn(entry.deepLinkId, path))];
    }),
  );
  return paths.flat();
}
async function entryNamed(deepLinkId: string | undefined, name: string) {
  const { content } = await client.call(listEntries, { body: { ...(deepLinkId && { deepLinkId }), size: 200 } });
  return content.find((entry) => entry.name === name);
}
async function nodesOf(deepLinkId: string, name: string) {
  const entry = await entryNamed(deepLinkId, name);
  const flowId = entry && 'flowId' in entry ? entry.flowId : '';
  const { document } = await client.call(flowRoutes.getFlow, { params: { flowId } });
  return { flowId, nodes: document.flow.nodes.slice(1) as { settings?: object; environmentId?: string }[] };
}

test('[orchestration-1] [orchestration-7] a folder is copied with its contents; its workflows run each other, not the originals', async () => {
  const project = await newProject();
  const outside = await newWorkflow(project.folderUuid, 'Outside');
  const folder = await newFolder(project.folderUuid, 'Orders');
  const below = await newFolder(folder.folderUuid, 'Below');
  const inner = await newWorkflow(below.folderUuid, 'Inner');
  await newWorkflow(folder.folderUuid, 'Calls inner', [subWorkflow(inner)]);
  await newWorkflow(folder.folderUuid, 'Calls outside', [subWorkflow(outside)]);
  expect(await clone(folder.folderUuid, 'FOLDER')).toBe('COMPLETED');
  expect(await clone(folder.folderUuid, 'FOLDER')).toBe('COMPLETED');
  const content = ['/', '/Below/', '/Below/Inner', '/Calls inner', '/Calls outside'];
  expect(await pathsIn(project.deepLinkId)).toEqual([
    ...['Orders', 'Orders copy', 'Orders copy (2)'].flatMap((name) => content.map((path) => `/${name}${path}`)),
    '/Outside',
  ]);
  const copy = await entryNamed(project.deepLinkId, 'Orders copy');
  const copiedKey = copy && 'deepLinkId' in copy ? copy.deepLinkId : '';
  const belowKey = await entryNamed(copiedKey, 'Below');
  const copiedInner = await nodesOf(belowKey && 'deepLinkId' in belowKey ? belowKey.deepLinkId : '', 'Inner');
  expect(copiedInner.flowId).not.toBe(inner);
  expect((await nodesOf(copiedKey, 'Calls inner')).nodes[0]?.settings).toEqual({ workflowId: copiedInner.flowId });
  expect((await nodesOf(copiedKey, 'Calls outside')).nodes[0]?.settings).toEqual({ workflowId: outside });
});

test('[orchestration-1] [orchestration-7] a project is copied with environments, secrets, databases and what its nodes refer to', async () => {
  const project = await newProject();
  const { projectId } = project;
  const environment = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging', variables: [{ name: 'token', value: 'hidden', isSecret: true }] },
  });
  await client.call(workspaceRoutes.createGlobals, {
    body: { projectId, variables: [{ name: 'host', value: 'shop.test' }] },
  });
  const folder = await newFolder(project.folderUuid, 'Inner');
  const { environmentId } = environment;
  await newWorkflow(folder.folderUuid, 'Ping', [
    { id: 'ping', kind: 'http', name: 'Ping', environmentId, settings: { url: 'http://127.0.0.1:9/' } },
  ]);
  const upload = (name: string) => {
    const form = new FormData();
    form.set('file', new Blob(['id\n7\n'], { type: 'text/csv' }), name);
    return client.call(apiTestingRoutes.uploadDataFile, { query: { projectId }, body: form });
  };
  const { fileId: loadFileId } = await upload('load.csv');
  await newWorkflow(project.folderUuid, 'Top', [
    {
      id: 'load',
      kind: 'performance-run',
      name: 'Load',
      settings: { dataFile: { fileId: loadFileId, fileName: 'load.csv' } },
    },
  ]);
  await client.call(flowRoutes.createConfiguration, {
    body: { projectId, name: 'Nightly', environmentId, variables: {}, parallel: 3 },
  });
  const { fileId } = await upload('ids.csv');
  await newWorkflow(project.folderUuid, 'Rows', [
    { id: 'rows', kind: 'csv-data', name: 'Rows', settings: { source: 'file', fileId, fileName: 'ids.csv' } },
  ]);
  expect(await clone(project.folderUuid, 'PROJECT', 'The copy')).toBe('COMPLETED');
  const copy = await entryNamed(undefined, 'The copy');
  if (copy?.folderType !== 'PROJECT') throw new Error('The copy is not listed.');
  expect(copy).toMatchObject({ deepLinkId: 'TC', icon: 'icon-1', isStarred: false, folderCount: 1, workflowCount: 2 });
  expect(await pathsIn('TC')).toEqual(['/Inner/', '/Inner/Ping', '/Rows', '/Top']);
  const { environments } = await client.call(workspaceRoutes.listEnvironments, {
    query: { projectId: copy.projectId },
  });
  const [copied] = environments;
  expect(environments.map(({ environmentName, variableCount }) => [environmentName, variableCount])).toEqual([
    ['Staging', 1],
  ]);
  expect(copied?.environmentId).not.toBe(environmentId);
  expect((await nodesOf('TC-1', 'Ping')).nodes[0]?.environmentId).toBe(copied?.environmentId);
  const { content: configurations } = await client.call(flowRoutes.listConfigurations, {
    query: { projectId: copy.projectId },
  });
  expect(configurations).toMatchObject([{ name: 'Nightly', environmentId: copied?.environmentId, parallel: 3 }]);
  const { variables } = await client.call(workspaceRoutes.listVariables, { query: { projectId: copy.projectId } });
  expect(variables.map(({ name, isSecret }) => [name, isSecret])).toEqual([
    ['host', false],
    ['token', true],
  ]);
  const { pool } = server.platform.database;
  const { rows } = await pool.query('select id, value from workspaces.variable where project_id = $1 and is_secret', [
    copy.projectId,
  ]);
  expect(server.platform.secrets.open(rows[0].value, `api_testing.variable.value:${rows[0].id}`)).toBe('hidden');
  await client.call(deleteEntries, { body: { folderUuids: [project.folderUuid] } });
  expect(await pathsIn('TC')).toEqual(['/Inner/', '/Inner/Ping', '/Rows', '/Top']);
  // The copy has its own file, which outlives the source project.
  const copiedRows = await nodesOf('TC', 'Rows');
  expect(copiedRows.nodes[0]?.settings).not.toMatchObject({ fileId });
  const copiedLoad = await nodesOf('TC', 'Top');
  expect(copiedLoad.nodes[0]?.settings).toMatchObject({ dataFile: { fileName: 'load.csv' } });
  expect(copiedLoad.nodes[0]?.settings).not.toMatchObject({ dataFile: { fileId: loadFileId } });
  const run = await runFlowToEnd(client, copiedRows.flowId);
  expect(run.nodes.find(({ node }) => node === 'rows')?.outputs).toMatchObject({ rows: [{ id: '7' }], count: 1 });
});

test('[orchestration-1] a workflow is copied next to itself under a free name', async () => {
  const project = await newProject();
  const flowId = await newWorkflow(project.folderUuid, 'Pay');
  expect(await clone(flowId, 'WORKFLOW')).toBe('COMPLETED');
  expect(await clone(flowId, 'WORKFLOW', 'Given')).toBe('COMPLETED');
  expect(await pathsIn(project.deepLinkId)).toEqual(['/Given', '/Pay', '/Pay copy']);
});

test('a taken name is refused before anything is copied', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Taken');
  const flowId = await newWorkflow(project.folderUuid, 'Flow');
  const ask = (uuid: string, folderType: CloneKind, name: string) =>
    failureOf(client.call(cloneEntry, { body: { uuid, folderType, name } }));
  expect(await ask(folder.folderUuid, 'FOLDER', 'TAKEN')).toMatchObject({ code: 'ORCHESTRATION_COPY_NAME_TAKEN' });
  expect(await ask(flowId, 'WORKFLOW', 'flow')).toMatchObject({ code: 'ORCHESTRATION_COPY_NAME_TAKEN' });
  const ofProject = await ask(project.folderUuid, 'PROJECT', project.name);
  expect(ofProject.message).toBe('A project with this name already exists.');
  expect(await ask(folder.folderUuid, 'PROJECT', 'X')).toMatchObject({ status: 404 });
});

test('[orchestration-7] a failed copy reports it and leaves nothing behind', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Kept');
  for (const name of ['One', 'Two', 'Broken']) await newWorkflow(folder.folderUuid, name);
  const { pool } = server.platform.database;
  // The database refuses one of the workflows after others have been copied.
  await pool.query(`create function flows.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`);
  await pool.query(`create trigger refuse before insert on flows.flow for each row
    when (new.name = 'Broken') execute function flows.refuse()`);
  expect(await clone(folder.folderUuid, 'FOLDER')).toBe('FAILED');
  expect(await clone(project.folderUuid, 'PROJECT', 'Never there')).toBe('FAILED');
  await pool.query('drop trigger refuse on flows.flow');
  expect(await pathsIn(project.deepLinkId)).toEqual(['/Kept/', '/Kept/Broken', '/Kept/One', '/Kept/Two']);
  expect(await entryNamed(undefined, 'Never there')).toBeUndefined();
  const left = await pool.query(`select 1 from workspaces.project where name = 'Never there'`);
  expect(left.rowCount).toBe(0);
});
