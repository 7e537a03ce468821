import { randomUUID } from 'node:crypto';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { exportedFile, workspaceForm } from '../../testing/workspace-files.ts';

const dayMs = 86_400_000;
const url = 'https://shop.test/orders';
const itemNotFound = {
  status: 404,
  code: 'API_TESTING_NOTHING_DELETED',
  message: 'This was restored already, or it was deleted for good.',
};
let server: TestServer;
let clock: FakeClock;
let owner: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});

const script = async (scriptName: string, folder = '') =>
  (await newScript(client, suiteId, { url, scriptName, folder })).scriptId;
const remove = (scriptIds: string[], trashId?: string) =>
  client.call(calls.deleteScripts, { query: { scriptIds, ...(trashId && { trashId }) } });
const list = (query: object = {}) => client.call(calls.listDeleted, { query: { projectId, ...query } });
const idsOf = async () => (await list({ size: 200 })).content.map(({ itemId }) => itemId);
const restore = async (body: { itemIds?: string[]; trashId?: string }) =>
  (await client.call(calls.restoreDeleted, { body: { projectId, ...body } })).restored;
const namesOf = async (of = suiteId) =>
  (await client.call(calls.listScripts, { query: { suiteId: of, size: 200 } })).content.map(
    ({ scriptName }) => scriptName,
  );
const suites = async () =>
  (await client.call(calls.listSuites, { query: { projectId } })).content.map(({ suiteName, scriptCount }) => [
    suiteName,
    scriptCount,
  ]);

test('deleted items are listed with all fields, newest first, for exactly 30 days, and cannot be restored afterwards', async () => {
  const scriptId = await script('One', 'Open');
  await script('Two', 'Open');
  const at = clock.now();
  await remove([scriptId]);
  clock.advance(1000);
  await client.call(calls.deleteFolder, { query: { suiteId, path: 'Open' } });
  clock.advance(1000);
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const line = (kind: string, name: string, scriptCount: number, afterMs: number) => ({
    itemId: expect.any(String),
    kind,
    name,
    suiteName: 'Orders',
    scriptCount,
    deletedByName: 'Ada Admin',
    deletedAt: new Date(at.getTime() + afterMs).toISOString(),
    expiresAt: new Date(at.getTime() + afterMs + 30 * dayMs).toISOString(),
  });
  const [suite, folder, one] = [
    line('suite', 'Orders', 0, 2000),
    line('folder', 'Open', 1, 1000),
    line('script', 'One', 1, 0),
  ];
  const all = { content: [suite, folder, one], totalElements: 3, page: 0, size: 10 };
  expect(await list()).toEqual(all);
  expect(await list({ page: 1, size: 2 })).toEqual({ content: [one], totalElements: 3, page: 1, size: 2 });
  expect(await list({ searchTerm: 'OPE' })).toEqual({ ...all, content: [folder], totalElements: 1 });
  const oldest = (await idsOf()).slice(-1);
  clock.advance(30 * dayMs - 2001);
  expect(await list()).toEqual(all);
  clock.advance(1);
  expect(await list()).toEqual({ ...all, content: [suite, folder], totalElements: 2 });
  expect(await failureOf(restore({ itemIds: oldest }))).toMatchObject({ status: 404 });
});

test('restored items are returned with their place, and deletions and restores are audited', async () => {
  const trashId = newId();
  const [one, two] = [await script('One'), await script('Two')];
  expect(await remove([one], trashId)).toEqual({ message: 'Script deleted' });
  await remove([two]);
  const place = { itemId: expect.any(String), suiteId, suiteName: 'Orders', isInNewSuite: false };
  expect(await restore({ trashId })).toEqual([{ ...place, kind: 'script', name: 'One' }]);
  expect(await namesOf()).toEqual(['One']);
  const [left = ''] = await idsOf();
  expect(await restore({ itemIds: [left, left] })).toEqual([{ ...place, kind: 'script', name: 'Two' }]);
  const of = suiteId;
  await client.call(calls.deleteSuite, { query: { suiteId: [of], trashId: newId() } });
  const itemIds = await idsOf();
  expect(await restore({ itemIds })).toEqual([{ ...place, kind: 'suite', name: 'Orders' }]);
  const restored = (...names: string[]) => ({
    action: 'trash.restored',
    target: projectId,
    detail: { count: names.length, names },
  });
  expect(await auditedBy(server, owner)).toEqual([
    { action: 'script.deleted', target: one, detail: { count: 1 } },
    { action: 'script.deleted', target: two, detail: { count: 1 } },
    restored('One'),
    restored('Two'),
    { action: 'suite.deleted', target: of, detail: { names: ['Orders'] } },
    restored('Orders'),
  ]);
});

test('items are restored all or none, and the audit names at most twenty', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 21; index += 1) ids.push(await script(`Script ${index}`));
  const trashId = newId();
  expect(await remove(ids, trashId)).toEqual({ message: '21 scripts deleted' });
  const items = await idsOf();
  for (const body of [{ itemIds: [...items, randomUUID()] }, { trashId: newId() }])
    expect(await failureOf(restore(body))).toMatchObject(itemNotFound);
  expect(await namesOf()).toEqual([]);
  expect(await restore({ itemIds: items })).toHaveLength(21);
  expect(await namesOf()).toEqual(ids.map((_, index) => `Script ${index}`));
  const [deleted, restored] = await auditedBy(server, owner);
  expect(deleted).toEqual({ action: 'script.deleted', target: ids.slice(0, 20).join(','), detail: { count: 21 } });
  expect(restored).toMatchObject({ detail: { count: 21, names: { length: 20 } } });
});

test('a folder that was created again keeps its new description, and gets its folders and scripts back', async () => {
  const folder = (body: object) => client.call(calls.updateFolder, { body: { suiteId, path: 'Open', ...body } });
  await script('Inner', 'Open / Old');
  await folder({ description: 'Before' });
  await client.call(calls.deleteFolder, { query: { suiteId, path: 'Open' } });
  await client.call(calls.createFolder, { body: { suiteId, name: 'Open' } });
  await folder({ description: 'Now' });
  const [item = ''] = await idsOf();
  expect(await restore({ itemIds: [item] })).toEqual([
    { itemId: item, kind: 'folder', name: 'Open', suiteId, suiteName: 'Orders', isInNewSuite: false },
  ]);
  expect(await client.call(calls.listFolders, { query: { suiteId } })).toEqual({
    folders: [{ path: 'Open', description: 'Now' }, { path: 'Open / Old' }],
  });
  expect(await suites()).toEqual([['Orders', 1]]);
});

test('items of a deleted suite, folders included, are restored into one new suite', async () => {
  await script('Inner', 'Open');
  const top = await script('Top');
  await client.call(calls.deleteFolder, { query: { suiteId, path: 'Open' } });
  await remove([top]);
  const itemIds = await idsOf();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const restored = await restore({ itemIds });
  const made = restored[0]?.suiteId ?? '';
  const place = { itemId: expect.any(String), suiteId: made, suiteName: 'Orders', isInNewSuite: true };
  expect(restored).toEqual([
    { ...place, kind: 'folder', name: 'Open' },
    { ...place, kind: 'script', name: 'Top' },
  ]);
  expect(made).not.toBe(suiteId);
  expect(await suites()).toEqual([['Orders', 2]]);
  expect((await namesOf(made)).sort()).toEqual(['Inner', 'Top']);
  expect(await client.call(calls.listFolders, { query: { suiteId: made } })).toEqual({ folders: [{ path: 'Open' }] });
});

test('an item that a workspace file brought back cannot be restored again', async () => {
  const scriptId = await script('One');
  const { file } = await exportedFile(client, projectId);
  const applyFile = async () => {
    const { revision } = await exportedFile(client, projectId);
    const query = { projectId, revision, removes: 'false' as const };
    await client.call(calls.applyWorkspace, { query, body: workspaceForm(file) });
  };
  const createdAgain = (name: string) => ({
    status: 409,
    code: 'API_TESTING_CREATED_AGAIN',
    message: `“${name}” was created again from a workspace file. Delete that one first, then restore this one.`,
  });
  await remove([scriptId]);
  await applyFile();
  expect(await failureOf(restore({ itemIds: await idsOf() }))).toMatchObject(createdAgain('One'));
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  await applyFile();
  expect(await failureOf(restore({ trashId }))).toMatchObject(createdAgain('Orders'));
  expect(await suites()).toEqual([['Orders', 1]]);
  expect((await list()).totalElements).toBe(2);
});

test('deleting items for good returns a message and is audited once', async () => {
  await remove([await script('One'), await script('Two'), await script('Three')]);
  const [first = '', ...rest] = await idsOf();
  const removeForGood = (itemIds: string[]) => client.call(calls.deleteForGood, { query: { projectId, itemIds } });
  expect(await removeForGood([first])).toEqual({ message: 'Deleted for good' });
  expect(await failureOf(removeForGood([first]))).toMatchObject(itemNotFound);
  expect(await removeForGood(rest)).toEqual({ message: '2 deleted for good' });
  expect(await failureOf(restore({ itemIds: rest }))).toMatchObject(itemNotFound);
  const { length, ...audited } = await auditedBy(server, owner);
  expect(length).toBe(3);
  expect([audited[1], audited[2]]).toEqual([
    { action: 'trash.deleted', target: projectId, detail: { count: 1 } },
    { action: 'trash.deleted', target: projectId, detail: { count: 2 } },
  ]);
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const byGuest = guest.client.call(calls.deleteForGood, { query: { projectId, itemIds: [first] } });
  expect((await failureOf(byGuest)).status).toBe(403);
});
