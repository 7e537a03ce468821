import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { runsService } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { actorFor, refusalOf } from '../../workspaces/testing/use-cases.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';
import { type FlowsDoor, flowsService } from '../index.ts';
import { documentOf, newFlow, runFlow, start } from '../testing/flow-builders.ts';

let server: TestServer;
let client: Client;
let door: FlowsDoor;
let actor: Actor;
let viewer: Actor;
let stranger: Actor;
let scope: { organizationId: string; projectId: string };
let folderId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  door = server.app.door(flowsService);
  actor = actorFor(server.admin);
  viewer = actorFor(await server.createUser(server.admin, { role: 'ROLE_GUEST' }), { role: 'ROLE_GUEST' });
  stranger = actorFor(await server.createOrganization());
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  scope = { organizationId: server.admin.organizationId, projectId: await newProject(client) };
  folderId = newId();
});

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const sql = () => server.platform.database.sql;
const nothing = async () => undefined;
const place = (name: string, given: object = {}, by = actor) =>
  door.placedFlows.create(by, { projectId: scope.projectId, folderId, name, ...given }, nothing);
const namesIn = async (id: string | null, of = scope) =>
  (await door.placedFlows.list({ ...of, folderId: id }, { limit: 50, offset: 0 })).content.map(({ name }) => name);
const notFound = 'FLOWS_NOT_FOUND';

test('a workflow is placed in its folder, once the folder is locked', async () => {
  const document = documentOf({ nodes: [start, { id: 'note', kind: 'comment', name: 'note' }] });
  let isHeld = false;
  const made = await door.placedFlows.create(
    actor,
    { projectId: scope.projectId, folderId, name: 'Pay', description: 'Pays', document },
    async () => {
      isHeld = true;
    },
  );
  expect(isHeld).toBe(true);
  expect(made).toMatchObject({ name: 'Pay', description: 'Pays', nodeCount: 2, projectId: scope.projectId });
  expect((await place('Empty')).document.flow.nodes.map(({ kind }) => kind)).toEqual(['start']);
  expect(await door.placedFlows.placeOf(actor, made.flowId)).toEqual({ ...scope, folderId, name: 'Pay' });
  const gone = door.placedFlows.create(actor, { projectId: scope.projectId, folderId, name: 'Late' }, async () => {
    throw new Error('The folder was deleted.');
  });
  await expect(gone).rejects.toThrow('The folder was deleted.');
  expect(await namesIn(folderId)).toEqual(['Empty', 'Pay']);
  expect(await codeOf(place('New', {}, viewer))).toBe('API_TESTING_VIEWER_MAY_NOT_EDIT');
  expect(await codeOf(place('New', {}, stranger))).toBe('API_TESTING_PROJECT_NOT_FOUND');
  expect(await codeOf(door.placedFlows.placeOf(stranger, made.flowId))).toBe(notFound);
});

test('workflows of a folder are listed by name, counted and searched', async () => {
  for (const name of ['beta', 'Alpha', 'Gamma']) await place(name);
  await place('Top', { folderId: null });
  const list = (given: object = {}, slice = { limit: 50, offset: 0 }) =>
    door.placedFlows.list({ ...scope, folderId, ...given }, slice);
  expect((await list()).content.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Gamma']);
  const slice = await list({}, { limit: 1, offset: 1 });
  expect([slice.totalElements, slice.content.map(({ name }) => name)]).toEqual([3, ['beta']]);
  const none = await list({}, { limit: 0, offset: 0 });
  expect([none.totalElements, none.content]).toEqual([3, []]);
  expect((await list({ searchTerm: 'ALP' })).content.map(({ name }) => name)).toEqual(['Alpha']);
  expect(await namesIn(null)).toEqual(['Top']);
  const counts = await door.placedFlows.count(scope.organizationId, [folderId, scope.projectId, newId()]);
  expect(counts).toEqual(
    new Map([
      [folderId, 3],
      [scope.projectId, 1],
    ]),
  );
  expect((await door.placedFlows.namesIn(sql(), scope, folderId)).toSorted()).toEqual(['Alpha', 'Gamma', 'beta']);
});

test('workflows move all or none, to folders of their workspace', async () => {
  const [one, two] = [await place('One'), await place('Two')];
  const elsewhere = await newFlow(client, await newProject(client), { nodes: [start] });
  const move = (flowIds: string[], to: string | null) =>
    server.platform.database.transaction((tx) => door.placedFlows.move(tx, scope, flowIds, to));
  expect(await codeOf(move([one.flowId, elsewhere], null))).toBe(notFound);
  expect(await codeOf(move([one.flowId, newId()], null))).toBe(notFound);
  expect(await namesIn(folderId)).toEqual(['One', 'Two']);
  await move([one.flowId, one.flowId], null);
  expect([await namesIn(folderId), await namesIn(null)]).toEqual([['Two'], ['One']]);
  await place('Two', { folderId: null });
  expect(await codeOf(move([two.flowId], null))).toBe('FLOWS_NAME_TAKEN');
});

test('chosen workflows and those of chosen folders are deleted, in their workspace only', async () => {
  const [one, two] = [await place('One'), await place('Two', { folderId: null })];
  const elsewhere = await newFlow(client, await newProject(client), { nodes: [start] });
  const remove = (flowIds: string[], folderIds: string[] = []) =>
    server.platform.database.transaction((tx) => door.placedFlows.delete(tx, scope, { flowIds, folderIds }));
  expect(await codeOf(remove([two.flowId, elsewhere]))).toBe(notFound);
  expect(await namesIn(null)).toEqual(['Two']);
  const deleted = await remove([two.flowId], [folderId]);
  expect(deleted.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { id: one.flowId, name: 'One' },
    { id: two.flowId, name: 'Two' },
  ]);
  expect([await namesIn(folderId), await namesIn(null)]).toEqual([[], []]);
  expect(await door.placedFlows.find(scope.organizationId, [elsewhere, one.flowId])).toMatchObject([
    { flowId: elsewhere },
  ]);
});

test('copies of folders run each other and use the copies of environments', async () => {
  const { environmentId } = await client.call(environmentRoutes.createEnvironment, {
    body: { projectId: scope.projectId, environmentName: 'Staging' },
  });
  const inner = await place('Inner', { description: 'Is run' });
  const nodes: Parameters<typeof documentOf>[0]['nodes'] = [
    start,
    { id: 'sub', kind: 'sub-workflow', name: 'sub', settings: { workflowId: inner.flowId }, environmentId },
    { id: 'suite', kind: 'api-suite', name: 'suite', settings: {} },
  ];
  await place('Outer', { folderId: null, document: documentOf({ nodes }) });
  await place('Not copied', { folderId: newId() });
  const to = { organizationId: scope.organizationId, projectId: await newProject(client) };
  const [folderCopy, environmentCopy] = [newId(), newId()];
  const folders = new Map([
    [null, null],
    [folderId, folderCopy],
  ]);
  const copies = new Map([[environmentId, environmentCopy]]);
  const copier = { userId: newId(), name: 'Cy Copier' };
  expect(await door.placedFlows.copyAll(sql(), copier, { from: scope, to, folders, copies })).toBe(2);
  expect([await namesIn(null, to), await namesIn(folderCopy, to)]).toEqual([['Outer'], ['Inner']]);
  const { content } = await client.call(flowRoutes.listFlows, { query: { projectId: to.projectId } });
  const flowOf = async (name: string) => {
    const found = content.find((flow) => flow.name === name);
    return client.call(flowRoutes.getFlow, { params: { flowId: found?.flowId ?? '' } });
  };
  const [outer, copied] = [await flowOf('Outer'), await flowOf('Inner')];
  expect(copied).toMatchObject({ description: 'Is run', createdByName: 'Cy Copier', updatedByName: 'Cy Copier' });
  expect(outer).toMatchObject({ nodeCount: 3, scriptCount: 1, revision: 1, lastRun: null });
  expect(outer.document.flow.nodes[1]).toMatchObject({
    settings: { workflowId: copied.flowId },
    environmentId: environmentCopy,
  });
  expect(copied.flowId).not.toBe(inner.flowId);
});

test('a single copy has the given name and id, and everything of its source', async () => {
  const source = await place('Pay', { description: 'Pays' });
  const id = newId();
  await door.placedFlows.copyOne(sql(), actor, { flowId: source.flowId, id, name: 'Refund' });
  const copy = await client.call(flowRoutes.getFlow, { params: { flowId: id } });
  expect(copy).toMatchObject({ name: 'Refund', description: 'Pays', nodeCount: 1, createdByName: actor.name });
  expect(copy.document).toEqual(source.document);
  expect(await namesIn(folderId)).toEqual(['Pay', 'Refund']);
  const again = (flowId: string) =>
    server.platform.database.transaction((tx) =>
      door.placedFlows.copyOne(tx, actor, { flowId, id: newId(), name: 'REFUND' }),
    );
  expect(await codeOf(again(source.flowId))).toBe('FLOWS_NAME_TAKEN');
  expect(await codeOf(again(newId()))).toBe(notFound);
});

test('copied run configurations use the copies of environments, or none', async () => {
  const { projectId } = scope;
  const environment = async (environmentName: string) =>
    (await client.call(environmentRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;
  const [copiedOne, other] = [await environment('Copied'), await environment('Other')];
  const make = (name: string, environmentId: string | null) =>
    client.call(flowRoutes.createConfiguration, {
      body: { projectId, name, environmentId, variables: { size: 3 }, parallel: 2 },
    });
  await make('A', copiedOne);
  await make('B', other);
  await make('C', null);
  const to = { organizationId: scope.organizationId, projectId: await newProject(client) };
  const copy = newId();
  const copies = new Map([[copiedOne, copy]]);
  await door.placedFlows.copyConfigurations(sql(), { userId: newId(), name: 'Cy' }, { from: scope, to, copies });
  const { content } = await client.call(flowRoutes.listConfigurations, { query: { projectId: to.projectId } });
  const common = { variables: { size: 3 }, parallel: 2, updatedByName: 'Cy', projectId: to.projectId };
  expect(content).toMatchObject([
    { ...common, name: 'A', environmentId: copy },
    { ...common, name: 'B', environmentId: null },
    { ...common, name: 'C', environmentId: null },
  ]);
});

test('a workflow made by the product gets a free name like the given one', async () => {
  const { projectId } = scope;
  const document = documentOf({ nodes: [start] });
  const make = (name: string, by = actor) => door.makeFlow(by, { projectId, name }, document);
  const first = await make('Checkout');
  expect([first.name, (await make('CHECKOUT')).name]).toEqual(['Checkout', 'CHECKOUT (2)']);
  await door.placedFlows.create(actor, { projectId, folderId, name: 'In a folder' }, nothing);
  expect((await make('In a folder')).name).toBe('In a folder');
  expect(await codeOf(make('New', viewer))).toBe('API_TESTING_VIEWER_MAY_NOT_EDIT');
  expect(await auditEntries(server, { targets: [first.flowId] })).toMatchObject([
    { action: 'workflow.created', detail: { name: 'Checkout' } },
  ]);
});

test('a run is only started in the workspace of its workflow', async () => {
  const flowId = await newFlow(client, scope.projectId, { nodes: [start] });
  const input = { projectId: await newProject(client), flowId } as { projectId: string };
  expect(await codeOf(server.app.door(runsService).start(actor, flowRunKind, input))).toBe(notFound);
});

test('workflows have pages in workspaces of services that show them', async () => {
  const flowId = await newFlow(client, scope.projectId, { nodes: [start] });
  const runId = await runFlow(client, flowId);
  expect(await door.pathOf({ ...scope, flowId })).toBe(
    `/api-testing/process?project=${scope.projectId}&workflow=${flowId}`,
  );
  expect(await door.pathOf({ ...scope, flowId, runId })).toContain(runId);
  expect(await door.pathOf({ ...scope, projectId: newId(), flowId })).toBeNull();
});
