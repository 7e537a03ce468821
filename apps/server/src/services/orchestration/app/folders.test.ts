import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { type FolderInfo, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject as newApiProject } from '../../api-testing/testing/builders.ts';
import { documentOf, start } from '../../flows/testing/flow-builders.ts';

const calls = orchestrationRoutes;
let server: TestServer;
let client: Client;
let guest: TestUser;
let editor: TestUser;
let stranger: Client;
let counter = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  editor = await server.createUser(server.admin, { role: 'ROLE_USER', firstName: 'Ed', lastName: 'Editor' });
  stranger = (await server.createOrganization()).client;
}, 120_000);
afterAll(() => server.close());

const nowhere = '0199a000-0000-7000-8000-000000000000';
const newProject = (given: object = {}): Promise<FolderInfo> => {
  counter += 1;
  return client.call(calls.createFolder, { body: { name: `Folders ${counter}`, ...given } });
};
const newFolder = (parentUuid: string, name: string, given: object = {}, by = client) =>
  by.call(calls.createFolder, { body: { parentUuid, name, ...given } });
const newWorkflow = (folderUuid: string, name: string, given: object = {}, by = client) =>
  by.call(calls.createWorkflow, { body: { folderUuid, name, ...given } });
const update = (folderUuid: string, changes: object, by = client) =>
  by.call(calls.updateFolder, { body: { folderUuid, ...changes } });
const get = (folderUuid: string, by = client) => by.call(calls.getFolder, { query: { folderUuid } });
const list = (deepLinkId: string, given: object = {}, by = client) =>
  by.call(calls.listEntries, { body: { deepLinkId, ...given } });
const namesIn = async (deepLinkId: string) => (await list(deepLinkId)).content.map(({ name }) => name);
const remove = (body: { folderUuids?: string[]; workflowIds?: string[]; restorable?: boolean }, by = client) =>
  by.call(calls.deleteEntries, { body });
const move = (
  targetFolderUuid: string,
  chosen: { folderUuids?: string[]; workflowIds?: string[] },
  by: Client = client,
) => by.call(calls.moveEntries, { body: { targetFolderUuid, ...chosen } });
const notFound = { status: 404, code: 'ORCHESTRATION_NOT_FOUND' };
const actionsOn = async (...targets: string[]) =>
  (await auditEntries(server, { targets })).map(({ action, target, detail }) => [action, target, detail]);

test('a new folder is shown with its place and counts, and is audited', async () => {
  const project = await newProject({ description: 'All of them' });
  expect(project).toMatchObject({ description: 'All of them', color: '', folderCount: 0, workflowCount: 0 });
  const plain = await newFolder(project.folderUuid, 'Plain');
  expect(plain).toMatchObject({ description: '', color: '', icon: 'icon-1', isStarred: false, isRootFolder: false });
  const given = { description: 'Of the shop', color: '#4f7cff', icon: 'icon-7', isStarred: true };
  const folder = await newFolder(project.folderUuid, 'Full', given, editor.client);
  expect(folder).toEqual({
    ...given,
    folderUuid: expect.any(String),
    projectId: project.projectId,
    parentUuid: project.folderUuid,
    deepLinkId: `${project.deepLinkId}-2`,
    isRootFolder: false,
    name: 'Full',
    folderCount: 0,
    workflowCount: 0,
    createdAt: expect.any(String),
    createdByName: 'Ed Editor',
    updatedAt: expect.any(String),
    path: [
      { folderUuid: project.folderUuid, deepLinkId: project.deepLinkId, name: project.name },
      { folderUuid: folder.folderUuid, deepLinkId: folder.deepLinkId, name: 'Full' },
    ],
    role: folder.role,
  });
  expect((await get(folder.folderUuid)).isStarred).toBe(false);
  expect((await get(folder.folderUuid, guest.client)).role).toBe('VIEWER');
  expect(await actionsOn(folder.folderUuid)).toEqual([
    ['folder.created', folder.folderUuid, { name: 'Full', projectId: project.projectId }],
  ]);
});

test('only given fields of a folder or project change', async () => {
  const project = await newProject({ description: 'Before', color: '#111111' });
  const folder = await newFolder(project.folderUuid, 'Orders', { description: 'Before', color: '#222222' });
  const changes = [
    { description: 'After' },
    { color: '#333333' },
    { icon: 'icon-9' },
    { isStarred: true },
    { isStarred: false },
    { description: '' },
  ];
  for (const id of [project.folderUuid, folder.folderUuid]) {
    let { path: _path, updatedAt: _at, ...expected } = await get(id);
    for (const change of changes) {
      expected = { ...expected, ...change };
      expect(await update(id, change)).toMatchObject(expected);
    }
  }
  const renamed = await update(project.folderUuid, { name: 'Renamed project', description: 'Again' });
  expect(renamed).toMatchObject({ name: 'Renamed project', description: 'Again', color: '#333333' });
  expect((await get(folder.folderUuid)).path[0]?.name).toBe('Renamed project');
  await newFolder(project.folderUuid, 'Bills');
  expect(await failureOf(update(folder.folderUuid, { name: 'BILLS' }))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_FOLDER_NAME_TAKEN',
    message: 'A folder named "BILLS" exists here already. Choose another name.',
  });
});

test('viewers set stars and read; editors change folders; only owners change projects', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(folder.folderUuid, 'Pay');
  const { folderUuid } = folder;
  const { client: viewer } = guest;
  const star = (isStarred: boolean, by: Client) => by.call(calls.starFolder, { body: { folderUuid, isStarred } });
  expect(await star(true, viewer)).toEqual({ message: 'Starred' });
  expect((await get(folderUuid, viewer)).isStarred).toBe(true);
  expect(await star(false, viewer)).toEqual({ message: 'Star removed' });
  expect((await get(folderUuid, viewer)).isStarred).toBe(false);
  const starFlow = (isStarred: boolean, by = viewer) =>
    by.call(calls.starWorkflow, { body: { workflowId: flowId, isStarred } });
  await starFlow(true);
  expect((await list(folder.deepLinkId, {}, viewer)).content[0]?.isStarred).toBe(true);
  await starFlow(false);
  expect((await list(folder.deepLinkId, {}, viewer)).content[0]?.isStarred).toBe(false);

  const changes = (by: Client) => [
    newFolder(folderUuid, 'New', {}, by),
    newWorkflow(folderUuid, 'New', {}, by),
    update(folderUuid, { name: 'Changed' }, by),
    remove({ folderUuids: [folderUuid] }, by),
    remove({ workflowIds: [flowId] }, by),
    move(project.folderUuid, { workflowIds: [flowId] }, by),
    by.call(calls.cloneEntry, { body: { uuid: folderUuid, folderType: 'FOLDER' } }),
    by.call(calls.cloneEntry, { body: { uuid: flowId, folderType: 'WORKFLOW' } }),
  ];
  const statuses = async (all: Promise<unknown>[]) =>
    (await Promise.all(all.map(failureOf))).map(({ status }) => status);
  expect(new Set(await statuses(changes(viewer)))).toEqual(new Set([403]));
  const reads = [
    get(folderUuid, stranger),
    list(folder.deepLinkId, {}, stranger),
    star(true, stranger),
    starFlow(true, stranger),
    stranger.call(calls.getPlace, { query: { workflowId: flowId } }),
  ];
  expect(new Set(await statuses([...changes(stranger), ...reads]))).toEqual(new Set([404]));

  const { pool } = server.platform.database;
  await pool.query(
    `insert into workspaces.member (project_id, user_id, email, role) values ($1, $2, $3, 'EDITOR')
    on conflict do nothing`,
    [project.projectId, editor.userId, editor.email],
  );
  await pool.query(`update workspaces.project set team_id = gen_random_uuid() where id = $1`, [project.projectId]);
  expect((await update(folderUuid, { name: 'Bills' }, editor.client)).name).toBe('Bills');
  const ownerOnly = [
    update(project.folderUuid, { color: '#123456' }, editor.client),
    remove({ folderUuids: [project.folderUuid] }, editor.client),
  ];
  expect(await statuses(ownerOnly)).toEqual([403, 403]);
});

test('a folder is deleted with everything in it; every workflow is audited', async () => {
  const project = await newProject();
  const outer = await newFolder(project.folderUuid, 'Outer');
  const inner = await newFolder(outer.folderUuid, 'Inner');
  const beside = await newFolder(project.folderUuid, 'Beside');
  const deep = await newWorkflow(inner.folderUuid, 'Deep');
  const chosen = await newWorkflow(beside.folderUuid, 'Chosen');
  const kept = await newWorkflow(beside.folderUuid, 'Kept');
  const missing = { folderUuids: [outer.folderUuid, nowhere] };
  expect(await failureOf(remove(missing))).toMatchObject(notFound);
  const noFlow = { folderUuids: [outer.folderUuid], workflowIds: [nowhere] };
  expect(await failureOf(remove(noFlow))).toMatchObject({ status: 404, code: 'FLOWS_NOT_FOUND' });
  expect(await namesIn(project.deepLinkId)).toEqual(['Beside', 'Outer']);
  const { folderUuid } = outer;
  await remove({ folderUuids: [folderUuid, folderUuid], workflowIds: [chosen.flowId, chosen.flowId] });
  expect(await namesIn(project.deepLinkId)).toEqual(['Beside']);
  expect(await namesIn(beside.deepLinkId)).toEqual(['Kept']);
  expect(await failureOf(get(inner.folderUuid))).toMatchObject(notFound);
  const actions = (await actionsOn(folderUuid, inner.folderUuid, deep.flowId, chosen.flowId, kept.flowId)).filter(
    ([action]) => String(action).endsWith('.deleted'),
  );
  expect(actions.toSorted()).toEqual(
    [
      ['folder.deleted', folderUuid, { name: 'Outer' }],
      ['workflow.deleted', chosen.flowId, { name: 'Chosen' }],
      ['workflow.deleted', deep.flowId, { name: 'Deep' }],
    ].toSorted(),
  );
});

test('folders and workflows move to other folders and back to the project', async () => {
  const project = await newProject();
  const [a, b] = [await newFolder(project.folderUuid, 'A'), await newFolder(project.folderUuid, 'B')];
  const { flowId } = await newWorkflow(a.folderUuid, 'Flow');
  await move(b.folderUuid, { folderUuids: [a.folderUuid], workflowIds: [flowId] });
  expect([await namesIn(b.deepLinkId), await namesIn(a.deepLinkId)]).toEqual([['A', 'Flow'], []]);
  expect((await get(a.folderUuid)).parentUuid).toBe(b.folderUuid);
  await move(project.folderUuid, { folderUuids: [a.folderUuid], workflowIds: [flowId] });
  expect(await namesIn(project.deepLinkId)).toEqual(['A', 'B', 'Flow']);
  const place = await client.call(calls.getPlace, { query: { workflowId: flowId } });
  expect(place.folderUuid).toBe(project.folderUuid);

  await newFolder(b.folderUuid, 'a');
  expect(await failureOf(move(b.folderUuid, { folderUuids: [a.folderUuid] }))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_FOLDER_NAME_TAKEN',
  });
  expect(await failureOf(move(b.folderUuid, { folderUuids: [b.folderUuid] }))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_INTO_ITSELF',
    message: 'The folder "B" cannot be moved into itself or into a folder inside it.',
  });
  expect(await failureOf(move(nowhere, { workflowIds: [flowId] }))).toMatchObject(notFound);
  const elsewhere = await newWorkflow((await newProject()).folderUuid, 'Elsewhere');
  expect(await failureOf(move(b.folderUuid, { workflowIds: [elsewhere.flowId] }))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_NOT_IN_PROJECT',
  });
});

test('projects are listed with their folders and workflows counted, searched and page by page', async () => {
  const admin = await server.createOrganization();
  const make = (name: string) => admin.client.call(calls.createFolder, { body: { name } });
  const [shop, bank] = [await make('Shop tests'), await make('Bank tests')];
  await newFolder(shop.folderUuid, 'Orders', {}, admin.client);
  await newWorkflow(shop.folderUuid, 'Pay', {}, admin.client);
  await newApiProject(admin.client);
  const entries = (body: object = {}) => admin.client.call(calls.listEntries, { body });
  const all = await entries();
  expect(all.totalElements).toBe(2);
  const found = await entries({ searchTerm: 'SHOP' });
  expect(found.content).toMatchObject([
    { folderType: 'PROJECT', folderUuid: shop.folderUuid, name: 'Shop tests', folderCount: 1, workflowCount: 1 },
  ]);
  const pages = [await entries({ size: 1 }), await entries({ size: 1, page: 1 })];
  expect(pages.map(({ totalElements, size }) => [totalElements, size])).toEqual([
    [2, 1],
    [2, 1],
  ]);
  const ids = pages.flatMap(({ content }) =>
    content.flatMap((entry) => ('folderUuid' in entry ? entry.folderUuid : [])),
  );
  expect(ids.toSorted()).toEqual([shop.folderUuid, bank.folderUuid].toSorted());
});

test('a folder with more folders than a page continues with its workflows', async () => {
  const project = await newProject();
  for (const name of ['A', 'B', 'C']) await newFolder(project.folderUuid, name);
  for (const name of ['x', 'y']) await newWorkflow(project.folderUuid, name);
  const page = async (number: number, size: number) =>
    (await list(project.deepLinkId, { page: number, size })).content.map(({ name }) => name);
  expect([await page(0, 2), await page(1, 2), await page(2, 2)]).toEqual([['A', 'B'], ['C', 'x'], ['y']]);
  expect([await page(0, 3), await page(1, 3)]).toEqual([
    ['A', 'B', 'C'],
    ['x', 'y'],
  ]);
  expect(await page(1, 4)).toEqual(['y']);
});

test('recent entries are those that the user opened, also in another order again', async () => {
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(folder.folderUuid, 'Pay');
  const deleted = await newWorkflow(folder.folderUuid, 'Deleted');
  await get(project.folderUuid, user.client);
  await get(folder.folderUuid, user.client);
  for (const workflowId of [deleted.flowId, flowId]) await user.client.call(calls.getPlace, { query: { workflowId } });
  await get(project.folderUuid, user.client);
  await remove({ workflowIds: [deleted.flowId] });
  const recent = async (body: object = {}) =>
    (await user.client.call(calls.listRecent, { body })).content.map(({ folderType, name }) => `${folderType} ${name}`);
  const expected = [`PROJECT ${project.name}`, 'WORKFLOW Pay', 'FOLDER Orders'];
  expect(await recent()).toEqual(expected);
  expect(await recent({ size: 2 })).toEqual(expected.slice(0, 2));
  expect(await recent({ teamId: user.teamId })).toEqual(expected);
  expect(await recent({ teamId: nowhere })).toEqual([]);
});

test('a workflow is created and imported in its folder', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Orders');
  const document = documentOf({ nodes: [start, { id: 'note', kind: 'comment', name: 'note' }] });
  const made = await newWorkflow(folder.folderUuid, 'Pay', { description: 'Pays', document });
  expect(made).toMatchObject({ projectId: project.projectId, name: 'Pay', description: 'Pays', nodeCount: 2 });
  expect((await newWorkflow(folder.folderUuid, 'Empty')).nodeCount).toBe(1);
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId: made.flowId } });
  const imported = (name?: string) =>
    client.call(calls.importWorkflow, { body: { folderUuid: folder.folderUuid, file, ...(name && { name }) } });
  expect(await failureOf(imported())).toMatchObject({ status: 409, code: 'FLOWS_NAME_TAKEN' });
  expect(await imported('Again')).toMatchObject({ name: 'Again', description: 'Pays', nodeCount: 2, missing: [] });
  const broken = { flow: { version: 1 as const, nodes: [{ id: 'a', kind: 'start', name: '' }] }, layout: {} };
  expect((await failureOf(newWorkflow(folder.folderUuid, 'Broken', { document: broken }))).code).toBe(
    'FLOWS_INVALID_DOCUMENT',
  );
  expect(await failureOf(newWorkflow(nowhere, 'Nowhere'))).toMatchObject(notFound);
  expect(await namesIn(folder.deepLinkId)).toEqual(['Again', 'Empty', 'Pay']);
  expect(await actionsOn(made.flowId)).toEqual([['workflow.created', made.flowId, { name: 'Pay' }]]);
});

/** A file of a workflow that runs another one; as of another installation if `isForeign`. */
async function fileOfCaller(folderUuid: string, flowId: string, isForeign: boolean) {
  const caller = await newWorkflow(folderUuid, 'Caller', {
    document: documentOf({
      nodes: [start, { id: 'part', kind: 'sub-workflow', name: 'part', settings: { workflowId: flowId } }],
    }),
  });
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId: caller.flowId } });
  return isForeign ? JSON.parse(JSON.stringify(file).replaceAll(flowId, nowhere)) : file;
}

test('an imported workflow runs the right one of several with the same name, or none and says so', async () => {
  const project = await newProject();
  const [orders, bills] = [await newFolder(project.folderUuid, 'Orders'), await newFolder(project.folderUuid, 'Bills')];
  const [ofOrders, ofBills] = [
    await newWorkflow(orders.folderUuid, 'Part'),
    await newWorkflow(bills.folderUuid, 'PART'),
  ];
  const own = await fileOfCaller(project.folderUuid, ofBills.flowId, false);
  const foreign = await fileOfCaller(orders.folderUuid, ofBills.flowId, true);
  const imported = async (folderUuid: string, file: typeof own) => {
    const made = await client.call(calls.importWorkflow, { body: { folderUuid, name: 'Made', file } });
    await remove({ workflowIds: [made.flowId] });
    return { uses: made.document.flow.nodes[1]?.settings, missing: made.missing };
  };
  expect(await imported(orders.folderUuid, own)).toEqual({ uses: { workflowId: ofBills.flowId }, missing: [] });
  expect(await imported(orders.folderUuid, foreign)).toEqual({ uses: { workflowId: ofOrders.flowId }, missing: [] });
  expect(await imported(bills.folderUuid, foreign)).toEqual({ uses: { workflowId: ofBills.flowId }, missing: [] });
  expect(await imported(project.folderUuid, foreign)).toEqual({
    uses: { workflowId: nowhere },
    missing: [{ kind: 'sub-workflow', id: nowhere, names: ['PART'], isAmbiguous: true }],
  });
  await remove({ workflowIds: [ofOrders.flowId] });
  expect(await imported(project.folderUuid, foreign)).toEqual({ uses: { workflowId: ofBills.flowId }, missing: [] });
});

test('a project needs no parent, and a folder needs one', async () => {
  const project = await newProject();
  const make = (body: object) => client.call(calls.createFolder, { body: { name: 'Refused', ...body } });
  expect(await failureOf(make({ isRootFolder: false }))).toMatchObject({
    status: 400,
    code: 'ORCHESTRATION_PARENT_MISSING',
  });
  const { folderUuid: parentUuid } = project;
  expect(await failureOf(make({ isRootFolder: true, parentUuid }))).toMatchObject({
    status: 400,
    code: 'ORCHESTRATION_PROJECT_HAS_NO_PARENT',
  });
  expect(await failureOf(make({ parentUuid: nowhere }))).toMatchObject(notFound);
  expect((await make({ isRootFolder: false, parentUuid })).isRootFolder).toBe(false);
  const { folderUuid } = await client.call(calls.createFolder, { body: { name: 'Root', isRootFolder: true } });
  expect((await get(folderUuid)).isRootFolder).toBe(true);
});
