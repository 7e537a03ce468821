import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { type FolderEntry, type FolderInfo, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';

const { createFolder, listEntries, moveEntries, deleteEntries, updateFolder, createWorkflow, listRecent } =
  orchestrationRoutes;
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
  return client.call(createFolder, { body: { name: `Project ${projects}` } });
}
const newFolder = (parentUuid: string, name: string) =>
  client.call(createFolder, { body: { isRootFolder: false, parentUuid, name } });
const newWorkflow = (folderUuid: string, name: string) => client.call(createWorkflow, { body: { folderUuid, name } });
const nameOf = (entry: FolderEntry) => entry.name;
const namesIn = async (deepLinkId?: string, of = client) =>
  (await of.call(listEntries, { body: { ...(deepLinkId && { deepLinkId }), size: 200 } })).content.map(nameOf);
const infoOf = (deepLinkId: string) => client.call(orchestrationRoutes.getFolderInfo, { query: { deepLinkId } });

test('[orchestration-1] a project gets its key from its name, and its name is unique', async () => {
  const made = await client.call(createFolder, { body: { name: 'Nightly Shop Checks', color: '#4f7cff' } });
  expect(made).toMatchObject({
    deepLinkId: 'NSC',
    isRootFolder: true,
    isStarred: false,
    icon: 'icon-1',
    color: '#4f7cff',
    parentUuid: null,
    role: 'OWNER',
    path: [{ deepLinkId: 'NSC', name: 'Nightly Shop Checks' }],
  });
  const taken = await failureOf(client.call(createFolder, { body: { name: 'nightly shop CHECKS' } }));
  expect(taken).toMatchObject({ status: 409, message: 'A project with this name already exists.' });
  const second = await client.call(createFolder, { body: { name: 'Night Shift Changes', isStarred: true } });
  expect(second).toMatchObject({ deepLinkId: 'NSC2', isStarred: true });
  const chosen = await client.call(createFolder, { body: { name: 'Chosen', deepLinkId: 'shop' } });
  expect(chosen.deepLinkId).toBe('SHOP');
  const keyTaken = await failureOf(client.call(createFolder, { body: { name: 'Other', deepLinkId: 'SHOP' } }));
  expect(keyTaken).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_KEY_TAKEN',
    message: 'A project with the key SHOP already exists. Choose another key.',
  });
  expect(await namesIn()).not.toContain('Other');
  const renamed = client.call(updateFolder, { body: { folderUuid: chosen.folderUuid, name: 'Night Shift Changes' } });
  expect(await failureOf(renamed)).toMatchObject({ code: 'ORCHESTRATION_PROJECT_NAME_TAKEN' });
});

test('projects of API testing and of test orchestration are listed separately and may share a name', async () => {
  const name = 'Both kinds';
  await client.call(workspaceRoutes.createProject, { body: { projectName: name } });
  await client.call(createFolder, { body: { name } });
  const listed = await client.call(workspaceRoutes.listProjects, { query: { searchTerm: name } });
  expect(listed.totalElements).toBe(1);
  const own = await client.call(listEntries, { body: { searchTerm: 'both' } });
  expect(own.content.map((entry) => [entry.folderType, entry.name])).toEqual([['PROJECT', name]]);
  expect(listed.content[0]?.projectId).not.toBe(own.content[0]?.projectId);
});

test('[orchestration-1] folders nest to any depth, and each has its path', async () => {
  const project = await newProject();
  let parent = project;
  for (let depth = 1; depth <= 30; depth += 1) parent = await newFolder(parent.folderUuid, `Level ${depth}`);
  const info = await infoOf(`${project.deepLinkId}-30`);
  expect(info.folderUuid).toBe(parent.folderUuid);
  expect(info.path.map(({ name }) => name)).toEqual([
    project.name,
    ...Array.from({ length: 30 }, (_, index) => `Level ${index + 1}`),
  ]);
});

test('[orchestration-1] folders and workflows are listed by name, folders first, page by page', async () => {
  const { folderUuid, deepLinkId } = await newProject();
  const inner = await newFolder(folderUuid, 'beta');
  await newFolder(folderUuid, 'Alpha');
  await newFolder(inner.folderUuid, 'Below');
  for (const name of ['Zoo', 'apple', 'Middle']) await newWorkflow(folderUuid, name);
  await newWorkflow(inner.folderUuid, 'apple');
  expect(await namesIn(deepLinkId)).toEqual(['Alpha', 'beta', 'apple', 'Middle', 'Zoo']);
  const page = (number: number) => client.call(listEntries, { body: { deepLinkId, page: number, size: 3 } });
  const pages = [await page(0), await page(1), await page(2)];
  expect(pages.map(({ content }) => content.map(nameOf))).toEqual([['Alpha', 'beta', 'apple'], ['Middle', 'Zoo'], []]);
  expect(pages.map(({ totalElements }) => totalElements)).toEqual([5, 5, 5]);
  expect(pages[0]?.content[1]).toMatchObject({ folderType: 'FOLDER', folderCount: 1, workflowCount: 1 });
  expect(await infoOf(deepLinkId)).toMatchObject({ folderCount: 2, workflowCount: 3 });
  const searched = await client.call(listEntries, { body: { deepLinkId, searchTerm: 'l' } });
  expect(searched.content.map(nameOf)).toEqual(['Alpha', 'apple', 'Middle']);
});

test('[orchestration-1] names are unique in a folder, for folders and workflows alike', async () => {
  const { folderUuid } = await newProject();
  const folder = await newFolder(folderUuid, 'Orders');
  const { flowId } = await newWorkflow(folderUuid, 'Pay');
  const again = [newFolder(folderUuid, 'ORDERS'), newWorkflow(folderUuid, 'pay')];
  const refused = await Promise.all(again.map(failureOf));
  expect(refused.map(({ code }) => code)).toEqual(['ORCHESTRATION_FOLDER_NAME_TAKEN', 'FLOWS_NAME_TAKEN']);
  await newFolder(folder.folderUuid, 'Orders');
  await newWorkflow(folder.folderUuid, 'Pay');
  const body = { targetFolderUuid: folder.folderUuid };
  const moved = failureOf(client.call(moveEntries, { body: { ...body, workflowIds: [flowId] } }));
  expect(await moved).toMatchObject({ status: 409, code: 'FLOWS_NAME_TAKEN' });
  const renamed = await client.call(updateFolder, {
    body: { folderUuid: folder.folderUuid, name: 'Bills', description: 'All of them', icon: 'icon-2' },
  });
  expect(renamed).toMatchObject({ name: 'Bills', description: 'All of them', icon: 'icon-2' });
});

test('[orchestration-1] folders and workflows move within their project, never into themselves', async () => {
  const project = await newProject();
  const [a, b] = [await newFolder(project.folderUuid, 'A'), await newFolder(project.folderUuid, 'B')];
  const below = await newFolder(a.folderUuid, 'Below A');
  const { flowId } = await newWorkflow(project.folderUuid, 'Flow');
  const move = (targetFolderUuid: string, folderUuids: string[], workflowIds: string[] = []) =>
    client.call(moveEntries, { body: { targetFolderUuid, folderUuids, workflowIds } });
  await move(b.folderUuid, [a.folderUuid], [flowId]);
  expect(await namesIn(project.deepLinkId)).toEqual(['B']);
  expect(await namesIn(b.deepLinkId)).toEqual(['A', 'Flow']);
  expect((await infoOf(below.deepLinkId)).path.map(({ name }) => name)).toEqual([project.name, 'B', 'A', 'Below A']);
  const place = await client.call(orchestrationRoutes.getPlace, { query: { workflowId: flowId } });
  expect(place.folderUuid).toBe(b.folderUuid);
  const other = await newProject();
  const refused = await Promise.all(
    [
      move(a.folderUuid, [a.folderUuid]),
      move(below.folderUuid, [b.folderUuid], [flowId]),
      move(other.folderUuid, [a.folderUuid]),
      move(b.folderUuid, [other.folderUuid]),
    ].map(failureOf),
  );
  expect(refused.map(({ code }) => code)).toEqual([
    'ORCHESTRATION_INTO_ITSELF',
    'ORCHESTRATION_INTO_ITSELF',
    'ORCHESTRATION_NOT_IN_PROJECT',
    'ORCHESTRATION_PROJECT_STAYS',
  ]);
  expect(await namesIn(b.deepLinkId)).toEqual(['A', 'Flow']);
});

test('two concurrent moves that would nest folders in each other leave a valid tree', async () => {
  const project = await newProject();
  for (let round = 0; round < 5; round += 1) {
    const a = await newFolder(project.folderUuid, `A ${round}`);
    const b = await newFolder(project.folderUuid, `B ${round}`);
    const bodies = [
      { targetFolderUuid: a.folderUuid, folderUuids: [b.folderUuid] },
      { targetFolderUuid: b.folderUuid, folderUuids: [a.folderUuid] },
    ];
    const ends = await Promise.allSettled(bodies.map((body) => client.call(moveEntries, { body })));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
  expect(await namesIn(project.deepLinkId)).toHaveLength(5);
});

test('a project in the trash is hidden everywhere, and is restored with its contents', async () => {
  const project = await newProject();
  const projectId = project.folderUuid;
  const folder = await newFolder(projectId, 'Kept folder');
  const { flowId } = await newWorkflow(folder.folderUuid, 'Kept flow');
  await client.call(orchestrationRoutes.starFolder, { body: { folderUuid: projectId, isStarred: true } });
  await client.call(flowRoutes.getFlow, { params: { flowId } });
  await client.call(deleteEntries, { body: { folderUuids: [projectId], restorable: true } });
  expect(await failureOf(infoOf(project.deepLinkId))).toMatchObject({ status: 404 });
  expect(await failureOf(client.call(flowRoutes.getFlow, { params: { flowId } }))).toMatchObject({ status: 404 });
  const found = await client.call(listEntries, { body: { searchTerm: 'Kept', size: 200 } });
  expect([...(await namesIn()), ...found.content.map(nameOf)]).not.toContain(project.name);
  expect(found.content.map(nameOf)).not.toContain('Kept flow');
  expect(JSON.stringify(await client.call(listRecent, { body: {} }))).not.toContain(flowId);
  const { projects: kept } = await client.call(deletedRoutes.listDeletedProjects, {
    query: { service: 'orchestration' },
  });
  expect(kept.map(({ projectName }) => projectName)).toContain(project.name);
  await client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
  expect(await namesIn(folder.deepLinkId)).toEqual(['Kept flow']);
  expect(await infoOf(project.deepLinkId)).toMatchObject({ name: project.name, isStarred: true });
});

test('[orchestration-1] a folder is deleted with its contents, a project with its workspace', async () => {
  const project = await newProject();
  const a = await newFolder(project.folderUuid, 'A');
  const below = await newFolder(a.folderUuid, 'Below');
  const flows = [await newWorkflow(below.folderUuid, 'Deep'), await newWorkflow(project.folderUuid, 'Chosen')];
  const kept = await newWorkflow(project.folderUuid, 'Kept');
  const getFlow = ({ flowId }: { flowId: string }) => client.call(flowRoutes.getFlow, { params: { flowId } });
  const body = { folderUuids: [a.folderUuid], workflowIds: [flows[1]?.flowId ?? ''] };
  await client.call(deleteEntries, { body });
  expect(await namesIn(project.deepLinkId)).toEqual(['Kept']);
  for (const flow of flows) expect(await failureOf(getFlow(flow))).toMatchObject({ status: 404 });
  expect(await failureOf(infoOf(below.deepLinkId))).toMatchObject({ status: 404 });
  await client.call(deleteEntries, { body: { folderUuids: [project.folderUuid] } });
  expect(await failureOf(infoOf(project.deepLinkId))).toMatchObject({ status: 404 });
  const { pool } = server.platform.database;
  await vi.waitFor(async () => {
    const left = await pool.query('select 1 from flows.flow where id = $1', [kept.flowId]);
    expect(left.rowCount).toBe(0);
  });
  const again = await client.call(createFolder, { body: { name: project.name, deepLinkId: project.deepLinkId } });
  expect(again.deepLinkId).toBe(project.deepLinkId);
});

test('stars and recent entries are personal, and end with the access to a project', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Seen');
  const { flowId } = await newWorkflow(folder.folderUuid, 'Opened');
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  await guest.client.call(orchestrationRoutes.getFolder, { query: { folderUuid: folder.folderUuid } });
  await guest.client.call(orchestrationRoutes.getPlace, { query: { workflowId: flowId } });
  await guest.client.call(orchestrationRoutes.getFolderInfo, { query: { deepLinkId: project.deepLinkId } });
  await guest.client.call(orchestrationRoutes.starWorkflow, { body: { workflowId: flowId, isStarred: true } });
  await guest.client.call(orchestrationRoutes.starFolder, {
    body: { folderUuid: project.folderUuid, isStarred: true },
  });
  const { content } = await guest.client.call(listRecent, { body: {} });
  expect(content.map((entry) => [entry.folderType, entry.name, entry.isStarred])).toEqual([
    ['PROJECT', project.name, true],
    ['WORKFLOW', 'Opened', true],
    ['FOLDER', 'Seen', false],
  ]);
  expect((await guest.client.call(listRecent, { body: { size: 1 } })).content).toHaveLength(1);
  const starred = await client.call(updateFolder, { body: { folderUuid: folder.folderUuid, isStarred: true } });
  expect(starred.isStarred).toBe(true);
  const own = await client.call(listEntries, { body: { deepLinkId: folder.deepLinkId } });
  expect(own.content.map(({ isStarred }) => isStarred)).toEqual([false]);
  await server.platform.database.pool.query('update workspaces.project set team_id = gen_random_uuid() where id = $1', [
    project.projectId,
  ]);
  expect((await guest.client.call(listRecent, { body: {} })).content).toEqual([]);
});

test('invalid requests are refused with a message', async () => {
  const project = await newProject();
  const { client: stranger } = await server.createOrganization();
  const refused = await Promise.all(
    [
      client.call(createFolder, { body: { name: 'Nowhere', isRootFolder: false } }),
      client.call(createFolder, { body: { name: 'Both', isRootFolder: true, parentUuid: project.folderUuid } }),
      stranger.call(createFolder, { body: { name: 'Foreign', parentUuid: project.folderUuid } }),
      stranger.call(orchestrationRoutes.getFolderInfo, { query: { deepLinkId: project.deepLinkId } }),
    ].map(failureOf),
  );
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 404, 404]);
  const theirs = await stranger.call(createFolder, { body: { name: 'Own', deepLinkId: project.deepLinkId } });
  expect(theirs.deepLinkId).toBe(project.deepLinkId);
});
