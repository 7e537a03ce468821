import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { orchestrationRoutes as calls, type FolderInfo } from '@touchstone/contracts/orchestration';
import { orchestrationScheduleRoutes } from '@touchstone/contracts/scheduler';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { flowsService } from '../../flows/index.ts';
import { documentOf, start } from '../../flows/testing/flow-builders.ts';
import { newViewer } from '../../service-virtualization/testing/seen-by.ts';
import { workspacesService } from '../../workspaces/index.ts';
import { actorFor } from '../../workspaces/testing/use-cases.ts';
import { type CloneOrder, createOpenSource } from './clone-entries.ts';
import { createMakeClone } from './make-clone.ts';
import { createOpenFolder } from './open-folder.ts';
import { createShowFolders } from './show-folders.ts';
import { createWriteFolders } from './write-folders.ts';

let server: TestServer;
let admin: TestUser;
let client: Client;
let counter = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ admin } = server);
  ({ client } = admin);
}, 120_000);
afterAll(() => server.close());

const newProject = (given: object = {}, by = client): Promise<FolderInfo> => {
  counter += 1;
  return by.call(calls.createFolder, { body: { name: `Project ${counter}`, ...given } });
};
const newFolder = (parentUuid: string, name: string) => client.call(calls.createFolder, { body: { parentUuid, name } });
const newWorkflow = (folderUuid: string, name: string, given: object = {}) =>
  client.call(calls.createWorkflow, { body: { folderUuid, name, ...given } });
const get = (folderUuid: string, by = client) => by.call(calls.getFolder, { query: { folderUuid } });
const update = (folderUuid: string, changes: object, by = client) =>
  by.call(calls.updateFolder, { body: { folderUuid, ...changes } });
const remove = (body: { folderUuids?: string[]; workflowIds?: string[] }) => client.call(calls.deleteEntries, { body });
const namesIn = async (deepLinkId?: string, by = client) =>
  (await by.call(calls.listEntries, { body: { ...(deepLinkId && { deepLinkId }), size: 200 } })).content.map(
    ({ name }) => name,
  );
const workspaceOf = async (projectId: string) => {
  const text = 'select name, description, workspace_type as type, team_id from workspaces.project where id = $1';
  return (await server.platform.database.pool.query(text, [projectId])).rows[0];
};
/** The copying of the service, with the answers of its doors replaced by those given. */
function cloning(given: { refuse?: Error } = {}) {
  const { platform, app } = server;
  const { workspaces, copyShared, copyDataFiles } = app.door(workspacesService);
  const { placedFlows } = app.door(flowsService);
  const openFolder = createOpenFolder({ platform, workspaces });
  const shared = { platform, workspaces, placedFlows, openFolder };
  const { storeProject } = createWriteFolders({ ...shared, show: createShowFolders(shared) });
  const copied: string[] = [];
  const makeClone = createMakeClone({
    ...shared,
    openSource: createOpenSource(shared),
    storeProject: async (...of) => {
      if (given.refuse) throw given.refuse;
      return storeProject(...of);
    },
    copyShared,
    copyDataFiles: async (...of) => {
      const files = await copyDataFiles(...of);
      copied.push(...files.values());
      return files;
    },
  });
  return { makeClone, copied };
}
const order = (
  folderType: CloneOrder['folderType'],
  sourceId: string,
  given: Partial<CloneOrder> = {},
): CloneOrder => ({
  caller: actorFor(admin),
  folderType,
  sourceId,
  copyId: newId(),
  uniqueIdentifier: newId(),
  ...given,
});

test('a project is created with its description, its type and its team', async () => {
  const { teamId } = await client.call(userManagementRoutes.createTeam, { body: { teamName: 'Other' } });
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const hidden = await newProject({ workspaceType: 'PRIVATE', description: 'Mine' });
  const shared = await newProject({ workspaceType: 'SHARED' });
  const both = await server.createUser(admin, { role: 'ROLE_ADMIN', teamIds: [admin.teamId, teamId] });
  const ofTeam = await newProject({ teamId }, both.client);
  expect((await failureOf(newProject({ teamId }))).status).toBe(404);
  expect(await workspaceOf(hidden.projectId)).toEqual({
    name: hidden.name,
    description: 'Mine',
    type: 'PRIVATE',
    team_id: admin.teamId,
  });
  expect(await workspaceOf(shared.projectId)).toMatchObject({ description: '', type: 'SHARED' });
  expect(await workspaceOf(ofTeam.projectId)).toMatchObject({ team_id: teamId });
  const seen = await namesIn(undefined, colleague.client);
  expect([seen.includes(hidden.name), seen.includes(shared.name)]).toEqual([false, true]);
});

test('projects are shown with their own description in lists and among recent entries', async () => {
  const user = await server.createUser(admin, { role: 'ROLE_USER' });
  const project = await newProject({ description: 'All orders' });
  await get(project.folderUuid, user.client);
  const { content } = await user.client.call(calls.listRecent, { body: {} });
  expect(content).toMatchObject([{ folderType: 'PROJECT', name: project.name, description: 'All orders' }]);
  const listed = await client.call(calls.listEntries, { body: { searchTerm: project.name } });
  const { path: _path, role: _role, ...folder } = await get(project.folderUuid);
  expect(listed.content).toEqual([{ ...folder, folderType: 'PROJECT' }]);
});

test('a viewer sets a star while nothing else changes, and a change of nothing shows the folder', async () => {
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Orders');
  const viewer = (await newViewer(server, admin, project.projectId)).client;
  expect(await update(folder.folderUuid, { isStarred: true }, viewer)).toMatchObject({
    isStarred: true,
    name: 'Orders',
  });
  expect(await failureOf(update(folder.folderUuid, { isStarred: false, icon: 'icon-2' }, viewer))).toMatchObject({
    status: 403,
  });
  expect(await get(folder.folderUuid, viewer)).toMatchObject({ isStarred: true, icon: 'icon-1' });
  expect(await update(folder.folderUuid, {})).toEqual(await get(folder.folderUuid));
});

test('one call deletes what is chosen in several projects, and entire projects', async () => {
  const [first, second, whole] = [await newProject(), await newProject(), await newProject()];
  const folder = await newFolder(first.folderUuid, 'Orders');
  const inner = await newFolder(folder.folderUuid, 'Inner');
  await newFolder(first.folderUuid, 'Kept');
  const { flowId } = await newWorkflow(second.folderUuid, 'Pay');
  const inWhole = await newFolder(whole.folderUuid, 'Below');
  const folderUuids = [folder.folderUuid, inner.folderUuid, inWhole.folderUuid, whole.folderUuid];
  await remove({ folderUuids, workflowIds: [flowId] });
  expect(await namesIn(first.deepLinkId)).toEqual(['Kept']);
  expect(await namesIn(second.deepLinkId)).toEqual([]);
  expect((await failureOf(get(whole.folderUuid))).status).toBe(404);
  const actions = (await auditEntries(server, { targets: [...folderUuids, flowId] }))
    .filter(({ action }) => action.endsWith('deleted'))
    .map(({ action, target, detail }) => [action, target, detail]);
  expect(actions).toContainEqual(['folder.deleted', folder.folderUuid, { name: 'Orders' }]);
  expect(actions).toContainEqual(['workflow.deleted', flowId, { name: 'Pay' }]);
});

test('one call moves nothing if what is chosen is not all in the project of the folder', async () => {
  const [project, other] = [await newProject(), await newProject()];
  const target = await newFolder(project.folderUuid, 'Target');
  const folder = await newFolder(other.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(project.folderUuid, 'Pay');
  const move = (folderUuids: string[], workflowIds: string[]) =>
    client.call(calls.moveEntries, { body: { targetFolderUuid: target.folderUuid, folderUuids, workflowIds } });
  expect(await failureOf(move([folder.folderUuid], [flowId]))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_NOT_IN_PROJECT',
  });
  expect([await namesIn(project.deepLinkId), await namesIn(other.deepLinkId)]).toEqual([['Target', 'Pay'], ['Orders']]);
  await move([], [flowId]);
  expect(await namesIn(target.deepLinkId)).toEqual(['Pay']);
});

test('schedules are listed of a project that the caller may open', async () => {
  const project = await newProject({ workspaceType: 'PRIVATE' });
  const query = { projectId: project.projectId };
  const list = (by: Client) => by.call(orchestrationScheduleRoutes.listSchedules, { query });
  expect(await list(client)).toEqual({ content: [], totalElements: 0, page: 0, size: 10 });
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  for (const by of [colleague.client, (await server.createOrganization()).client])
    expect((await failureOf(list(by))).status).toBe(404);
});

test('the copy of a project has its type and description, and belongs to its team, or else to one of the copier', async () => {
  const { makeClone } = cloning();
  const { teamId } = await client.call(userManagementRoutes.createTeam, { body: { teamName: 'Copiers' } });
  const source = await newProject({ workspaceType: 'PRIVATE', description: 'Mine', color: '#4f7cff', icon: 'icon-3' });
  const actor = actorFor(admin);
  const teams = [
    [{ teamIds: [teamId, admin.teamId], teamId }, admin.teamId],
    [{ teamIds: [teamId], teamId }, teamId],
  ] as const;
  for (const [given, expected] of teams) {
    const copyId = newId();
    await makeClone(order('PROJECT', source.folderUuid, { copyId, caller: { ...actor, ...given } }));
    expect(await workspaceOf(copyId)).toMatchObject({ description: 'Mine', type: 'PRIVATE', team_id: expected });
    expect(await get(copyId)).toMatchObject({ color: '#4f7cff', icon: 'icon-3', createdByName: 'Ada Admin' });
  }
});

test.each(['PROJECT', 'FOLDER', 'WORKFLOW'] as const)('an ordered copy of a %s is made once', async (folderType) => {
  const { makeClone } = cloning();
  const project = await newProject();
  const folder = await newFolder(project.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(project.folderUuid, 'Pay');
  const sources = { PROJECT: project.folderUuid, FOLDER: folder.folderUuid, WORKFLOW: flowId };
  const once = order(folderType, sources[folderType]);
  for (let time = 0; time < 2; time += 1) await makeClone(once);
  const copies = [await namesIn(project.deepLinkId), await namesIn()].flat().filter((name) => name.includes(' copy'));
  const expected = { PROJECT: `${project.name} copy`, FOLDER: 'Orders copy', WORKFLOW: 'Pay copy' };
  expect(copies.filter((name) => name.startsWith(expected[folderType]))).toEqual([expected[folderType]]);
});

test('data files that were copied for a project are deleted if its copy fails', async () => {
  const project = await newProject();
  const { projectId } = project;
  const body = new FormData();
  body.set('file', new Blob(['id\n7\n'], { type: 'text/csv' }), 'ids.csv');
  const { fileId } = await client.call(apiTestingRoutes.uploadDataFile, { query: { projectId }, body });
  const rows = {
    id: 'rows',
    kind: 'csv-data',
    name: 'Rows',
    settings: { source: 'file', fileId, fileName: 'ids.csv' },
  };
  await newWorkflow(project.folderUuid, 'Rows', { document: documentOf({ nodes: [start, rows] }) });
  const refuse = new Error('No room.');
  const failing = cloning({ refuse });
  const copyId = newId();
  await expect(failing.makeClone(order('PROJECT', project.folderUuid, { copyId }))).rejects.toBe(refuse);
  expect(failing.copied).toHaveLength(1);
  const { organizationId } = admin;
  const isKept = (id: string) =>
    server.platform.files.open(organizationId, id).then(
      ({ stream }) => {
        stream.destroy();
        return true;
      },
      () => false,
    );
  expect([await isKept(failing.copied[0] ?? ''), await isKept(fileId)]).toEqual([false, true]);
  expect(await workspaceOf(copyId)).toBeUndefined();
});
