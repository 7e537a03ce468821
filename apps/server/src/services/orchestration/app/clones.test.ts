import type { Client } from '@touchstone/contracts';
import { type FolderInfo, orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';

const calls = orchestrationRoutes;
let server: TestServer;
let client: Client;
let colleague: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true });
  ({ client } = server.admin);
  colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN', firstName: 'Bo', lastName: 'Baker' });
}, 120_000);
afterAll(() => server.close());

const newProject = (name: string, given: object = {}): Promise<FolderInfo> =>
  client.call(calls.createFolder, { body: { name, ...given } });
const newFolder = (parentUuid: string, name: string, given: object = {}) =>
  client.call(calls.createFolder, { body: { parentUuid, name, ...given } });
const newWorkflow = (folderUuid: string, name: string) =>
  client.call(calls.createWorkflow, { body: { folderUuid, name } });
const clone = (uuid: string, folderType: 'PROJECT' | 'FOLDER' | 'WORKFLOW', name?: string, by = client) =>
  by.call(calls.cloneEntry, { body: { uuid, folderType, ...(name && { name }) } });
const entriesIn = async (deepLinkId?: string) =>
  (await client.call(calls.listEntries, { body: { ...(deepLinkId && { deepLinkId }), size: 200 } })).content;
/** Waits for an entry that a job makes. */
async function made(name: string, deepLinkId?: string) {
  const find = async () => (await entriesIn(deepLinkId)).find((entry) => entry.name === name);
  await expect.poll(find, { interval: 20 }).toBeTruthy();
  const entry = await find();
  if (!entry) throw new Error(`${name} was not copied.`);
  return entry;
}

test('a copied folder keeps its looks and contents, belongs to the copier and is audited', async () => {
  const project = await newProject('Source of folders');
  const looks = { description: 'Of the shop', color: '#4f7cff', icon: 'icon-7' };
  const folder = await newFolder(project.folderUuid, 'Orders', looks);
  const inner = await newFolder(folder.folderUuid, 'Inner', { ...looks, color: '#111111' });
  await newWorkflow(inner.folderUuid, 'Deep');
  const { uniqueIdentifier } = await clone(folder.folderUuid, 'FOLDER', undefined, colleague.client);
  expect(uniqueIdentifier).toMatch(/^[0-9a-f-]{36}$/);
  const copy = await made('Orders copy', project.deepLinkId);
  if (copy.folderType !== 'FOLDER') throw new Error('The copy is no folder.');
  expect(copy).toMatchObject({
    ...looks,
    parentUuid: project.folderUuid,
    deepLinkId: `${project.deepLinkId}-3`,
    folderCount: 1,
    workflowCount: 0,
    createdByName: 'Bo Baker',
  });
  const [copiedInner] = await entriesIn(copy.deepLinkId);
  expect(copiedInner).toMatchObject({ name: 'Inner', ...looks, color: '#111111', parentUuid: copy.folderUuid });
  const innerKey = copiedInner && 'deepLinkId' in copiedInner ? copiedInner.deepLinkId : '';
  expect(innerKey).toBe(`${project.deepLinkId}-4`);
  expect(await entriesIn(innerKey)).toMatchObject([
    { name: 'Deep', createdByName: 'Bo Baker', updatedByName: 'Bo Baker' },
  ]);
  const audited = () => auditEntries(server, { targets: [copy.folderUuid] });
  await expect.poll(async () => (await audited()).length, { interval: 20 }).toBe(1);
  expect(await audited()).toMatchObject([
    { action: 'folder.cloned', userId: colleague.userId, detail: { from: folder.folderUuid } },
  ]);
});

test('a workflow is copied within its folder, and a given name is used', async () => {
  const project = await newProject('Source of workflows');
  const folder = await newFolder(project.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(folder.folderUuid, 'Pay');
  await newWorkflow(folder.folderUuid, 'Pay copy');
  await clone(flowId, 'WORKFLOW');
  const copy = await made('Pay copy (2)', folder.deepLinkId);
  const copyId = 'flowId' in copy ? copy.flowId : '';
  await expect
    .poll(async () => await auditEntries(server, { targets: [copyId] }), { interval: 20 })
    .toMatchObject([{ action: 'workflow.cloned', userId: server.admin.userId, detail: { from: flowId } }]);
  await clone(flowId, 'WORKFLOW', 'Refund');
  await made('Refund', folder.deepLinkId);
  expect((await entriesIn(folder.deepLinkId)).map(({ name }) => name)).toEqual([
    'Pay',
    'Pay copy',
    'Pay copy (2)',
    'Refund',
  ]);
});

test('a project is copied with its folders under a free name', async () => {
  const looks = { description: 'All orders', color: '#4f7cff', icon: 'icon-7' };
  const project = await newProject('Order tests', looks);
  await newProject('Order tests copy');
  const folder = await newFolder(project.folderUuid, 'Orders');
  await newFolder(folder.folderUuid, 'Inner');
  await newWorkflow(project.folderUuid, 'Top');
  await clone(project.folderUuid, 'PROJECT');
  const copy = await made('Order tests copy (2)');
  if (copy.folderType !== 'PROJECT') throw new Error('The copy is no project.');
  expect(copy).toMatchObject({ ...looks, folderCount: 1, workflowCount: 1, isRootFolder: true, parentUuid: null });
  expect(copy.projectId).toBe(copy.folderUuid);
  const entries = await entriesIn(copy.deepLinkId);
  expect(entries.map(({ name }) => name)).toEqual(['Orders', 'Top']);
  expect(entries[0]).toMatchObject({ projectId: copy.projectId, parentUuid: copy.folderUuid, folderCount: 1 });
});

test('what is copied must exist and be of the given kind, and its name must be free', async () => {
  const project = await newProject('Refused copies');
  const folder = await newFolder(project.folderUuid, 'Orders');
  const { flowId } = await newWorkflow(project.folderUuid, 'Pay');
  const notFound = { status: 404, code: 'ORCHESTRATION_NOT_FOUND' };
  expect(await failureOf(clone(project.folderUuid, 'FOLDER'))).toMatchObject(notFound);
  expect(await failureOf(clone(folder.folderUuid, 'PROJECT'))).toMatchObject(notFound);
  expect(await failureOf(clone(newId(), 'FOLDER'))).toMatchObject(notFound);
  expect(await failureOf(clone(newId(), 'WORKFLOW'))).toMatchObject({ status: 404, code: 'FLOWS_NOT_FOUND' });
  expect(await failureOf(clone(flowId, 'WORKFLOW', 'PAY'))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_COPY_NAME_TAKEN',
    message: 'Something named "PAY" exists here already. Choose another name for the copy.',
  });
  expect(await failureOf(clone(project.folderUuid, 'PROJECT', 'REFUSED copies'))).toMatchObject({
    status: 409,
    code: 'ORCHESTRATION_PROJECT_NAME_TAKEN',
  });
});
