import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { commentRoutes } from '@touchstone/contracts/comments';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { daily, newJob } from '../../../scheduler/testing/builders.ts';
import { failureOf, newScript, newSuite } from '../../testing/builders.ts';

const dayMs = 86_400_000;
const url = 'https://shop.test/orders';
let server: TestServer;
let clock: FakeClock;
let owner: TestUser;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ({ projectId } = await owner.client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } }));
  suiteId = await newSuite(owner.client, projectId, 'Orders');
});

const script = async (scriptName: string, given = {}) =>
  (await newScript(owner.client, suiteId, { url, scriptName, ...given })).scriptId;
const namesOf = async (id = suiteId) =>
  (await owner.client.call(calls.listScripts, { query: { projectId, suiteId: id, size: 200 } })).content.map(
    ({ scriptName }) => scriptName,
  );
const suites = async () => (await owner.client.call(calls.listSuites, { query: { projectId } })).content;
const trash = async (user = owner, query = {}) =>
  (await user.client.call(calls.listDeleted, { query: { projectId, ...query } })).content;
const restore = async (body: { itemIds?: string[]; trashId?: string }, user = owner) =>
  (await user.client.call(calls.restoreDeleted, { body: { projectId, ...body } })).restored;
const restoreAll = async () => restore({ itemIds: (await trash()).map(({ itemId }) => itemId) });

test('scripts deleted together are restored to their places with all their content, once', async () => {
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    ids.push(
      await script(name, {
        authentication: { type: 'bearer', token: `secret of ${name}` },
        assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
      }),
    );
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  const before = await owner.client.call(calls.getScript, { query: { scriptId: b } });
  const trashId = newId();
  expect(await owner.client.call(calls.deleteScripts, { query: { scriptIds: [b, d], trashId } })).toEqual({
    message: '2 scripts deleted',
  });
  expect(await namesOf()).toEqual(['A', 'C', 'E']);
  expect((await suites())[0]?.scriptCount).toBe(3);
  expect(await trash()).toMatchObject([
    { kind: 'script', suiteName: 'Orders', scriptCount: 1 },
    { kind: 'script', suiteName: 'Orders', scriptCount: 1 },
  ]);
  // A new order renumbers the places.
  await owner.client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [a, c, e] } });
  const twice = await Promise.allSettled([restore({ trashId }), restore({ trashId })]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await namesOf()).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect((await suites())[0]?.scriptCount).toBe(5);
  expect(await trash()).toEqual([]);
  expect(await owner.client.call(calls.getScript, { query: { scriptId: b } })).toEqual(before);
  expect(await failureOf(restore({ trashId }))).toMatchObject({ status: 404, code: 'API_TESTING_NOTHING_DELETED' });
});

test('a suite is restored with scripts, folders, variables and their secrets; a name taken since gets a number', async () => {
  await owner.client.call(calls.createFolder, { body: { suiteId, name: 'Old' } });
  await script('One', { folder: 'Old' });
  await script('Two');
  await owner.client.call(calls.createSuiteVariables, {
    body: { suiteId, variables: [{ name: 'key', value: 's3cret', isSecret: true }] },
  });
  await owner.client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  expect(await suites()).toEqual([]);
  expect(await trash()).toMatchObject([{ kind: 'suite', name: 'Orders', scriptCount: 2 }]);
  await newSuite(owner.client, projectId, 'orders');
  expect(await restoreAll()).toMatchObject([
    { kind: 'suite', suiteId, name: 'Orders (2)', suiteName: 'Orders (2)', isInNewSuite: false },
  ]);
  expect((await suites()).find((suite) => suite.suiteId === suiteId)?.scriptCount).toBe(2);
  expect(await namesOf()).toEqual(['One', 'Two']);
  const { folders } = await owner.client.call(calls.listFolders, { query: { suiteId } });
  expect(folders).toEqual([{ path: 'Old' }]);
  const { variables } = await owner.client.call(calls.listSuiteVariables, { query: { suiteId } });
  expect(variables).toMatchObject([{ name: 'key', isSecret: true }]);
});

test('a script whose suite was deleted is restored into a new suite of its name, and says so; after the suite is restored, into the suite', async () => {
  const first = await script('First');
  const second = await script('Second');
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [first] } });
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [second] } });
  await owner.client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const [suiteItem, secondItem, firstItem] = await trash();
  const [alone] = await restore({ itemIds: [secondItem?.itemId ?? ''] });
  expect(alone).toMatchObject({ name: 'Second', suiteName: 'Orders', isInNewSuite: true });
  expect(alone?.suiteId).not.toBe(suiteId);
  expect(await namesOf(alone?.suiteId)).toEqual(['Second']);
  await restore({ itemIds: [suiteItem?.itemId ?? '', firstItem?.itemId ?? ''] });
  expect(await namesOf()).toEqual(['First']);
  expect((await suites()).map(({ suiteName, scriptCount }) => [suiteName, scriptCount])).toEqual(
    expect.arrayContaining([
      ['Orders', 1],
      ['Orders (2)', 1],
    ]),
  );
});

test('a folder is restored with its folders and scripts', async () => {
  for (const [parent, name] of [
    ['', 'Orders'],
    ['Orders', 'Old'],
  ] as const)
    await owner.client.call(calls.createFolder, { body: { suiteId, parent, name } });
  await script('Top');
  await script('Inner', { folder: 'Orders / Old' });
  const before = await owner.client.call(calls.listFolders, { query: { suiteId } });
  const trashId = newId();
  await owner.client.call(calls.deleteFolder, { query: { suiteId, path: 'Orders', trashId } });
  expect(await namesOf()).toEqual(['Top']);
  expect(await restore({ trashId })).toMatchObject([{ kind: 'folder', name: 'Orders', suiteName: 'Orders' }]);
  expect(await owner.client.call(calls.listFolders, { query: { suiteId } })).toEqual(before);
  expect(await namesOf()).toEqual(['Top', 'Inner']);
});

test('anyone who may delete may restore: guests and viewers see the list and restore nothing, strangers see nothing', async () => {
  const scriptId = await script('Gone');
  const trashId = newId();
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [scriptId], trashId } });
  const [item] = await trash();
  const itemIds = [item?.itemId ?? ''];
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  expect(await trash(guest)).toHaveLength(1);
  expect(await failureOf(restore({ trashId }, guest))).toMatchObject({ status: 403 });
  expect(await failureOf(trash(stranger))).toMatchObject({ status: 404 });
  expect(await failureOf(restore({ trashId }, stranger))).toMatchObject({ status: 404 });
  const { projectId: other } = await stranger.client.call(workspaceRoutes.createProject, {
    body: { projectName: 'Theirs' },
  });
  const across = stranger.client.call(calls.restoreDeleted, { body: { projectId: other, trashId } });
  expect(await failureOf(across)).toMatchObject({ status: 404 });
  const remove = stranger.client.call(calls.deleteForGood, { query: { projectId: other, itemIds } });
  expect(await failureOf(remove)).toMatchObject({ status: 404 });
  expect(await trash(owner, { searchTerm: 'gon' })).toHaveLength(1);
  expect(await trash(owner, { searchTerm: 'other' })).toEqual([]);
  await owner.client.call(calls.deleteForGood, { query: { projectId, itemIds } });
  expect(await trash()).toEqual([]);
});

test('items are deleted after 30 days, and immediately with their workspace; comments on a script wait until then', async () => {
  const count = async () =>
    (
      await server.platform.database.pool.query(
        `select (select count(*)::int from api_testing.deleted_item where project_id = $1) as items,
          (select count(*)::int from api_testing.deleted_script s join api_testing.deleted_item i on i.id = s.item_id where i.project_id = $1) as scripts`,
        [projectId],
      )
    ).rows[0];
  const scriptId = await script('Gone');
  const comment = { kind: 'api-script', subjectId: scriptId, text: 'Why?' };
  await owner.client.call(commentRoutes.createComment, { body: comment });
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [scriptId] } });
  expect(await count()).toEqual({ items: 1, scripts: 1 });
  await restoreAll();
  const { content } = await owner.client.call(commentRoutes.listThreads, {
    query: { kind: 'api-script', subjectId: scriptId },
  });
  expect(content).toHaveLength(1);
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [scriptId] } });
  clock.advance(30 * dayMs + 1);
  expect(await trash()).toEqual([]);
  await server.platform.jobs.send('api-testing.trash', {});
  await vi.waitFor(async () => expect(await count()).toEqual({ items: 0, scripts: 0 }), 20_000);
  const another = await script('Another');
  await owner.client.call(calls.deleteScripts, { query: { scriptIds: [another] } });
  expect(await count()).toEqual({ items: 1, scripts: 1 });
  await owner.client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: 'Shop' } });
  await vi.waitFor(async () => expect(await count()).toEqual({ items: 0, scripts: 0 }), 20_000);
});

test('scheduled jobs end with their suite, and continue once it is restored', async () => {
  const { client } = owner;
  const job = await newJob(client, projectId, daily(suiteId));
  const ended = await newJob(client, projectId, daily(suiteId, { title: 'Once', endDate: '2999-01-01' }));
  const deleted = await newSuite(client, projectId, 'Other');
  const other = await newJob(client, projectId, daily(deleted));
  const shown = async ({ jobId }: { jobId: string }) => client.call(schedulerRoutes.getJob, { query: { jobId } });
  const before = [await shown(job), await shown(ended)].map(({ nextDueAt }) => nextDueAt);
  expect(before.every((one) => one !== null)).toBe(true);
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  await client.call(calls.deleteSuite, { query: { suiteId: [deleted] } });
  expect(await shown(job)).toMatchObject({ nextDueAt: null, problem: 'The test was deleted.' });
  await restore({ trashId });
  expect([await shown(job), await shown(ended)].map(({ nextDueAt }) => nextDueAt)).toEqual(before);
  expect((await shown(job)).problem).toBeNull();
  expect(await shown(other)).toMatchObject({ nextDueAt: null, problem: 'The test was deleted.' });
});
