import { type Client, canWrite } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { actFor, userManagementService } from '../../user-management/index.ts';
import { apiTestingService } from '../index.ts';
import { draft, failureOf, newProject, newScript, newSuite } from '../testing/builders.ts';
import { exportedFile } from '../testing/workspace-files.ts';

let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
});
afterAll(() => server.close());

const url = 'https://a.test/';
const script = async (suiteId: string, scriptName: string, folder = '') =>
  (await newScript(client, suiteId, { url, scriptName, folder })).scriptId;
const longest = 'x'.repeat(255);
const numbered = (number: number) => `${'x'.repeat(251)} (${number})`;
const copy = async (suiteId: string) => (await client.call(calls.cloneSuite, { body: { suiteId } })).suiteName;
const deleteSuite = async (suiteId: string) => {
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  return trashId;
};
const restore = async (trashId: string) =>
  (await client.call(calls.restoreDeleted, { body: { projectId, trashId } })).restored.map(
    ({ suiteName, isInNewSuite }) => [suiteName, isInNewSuite],
  );

test('copies of a suite are numbered, whatever their case', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newSuite(client, projectId, 'ORDERS COPY');
  expect([await copy(suiteId), await copy(suiteId)]).toEqual(['Orders copy (2)', 'Orders copy (3)']);
});

test('a suite with a name of the greatest length can be copied any number of times', async () => {
  const suiteId = await newSuite(client, projectId, longest);
  expect([await copy(suiteId), await copy(suiteId), await copy(suiteId)]).toEqual([2, 3, 4].map(numbered));
});

test('a suite with a name of the greatest length is restored, and its scripts are, beside others of that name', async () => {
  const suiteId = await newSuite(client, projectId, longest);
  const { scriptId } = await newScript(client, suiteId, { url });
  const trashId = newId();
  await client.call(calls.deleteScripts, { query: { scriptIds: [scriptId], trashId } });
  const ofSuite = await deleteSuite(suiteId);
  await copy(await newSuite(client, projectId, longest));
  expect(await restore(trashId)).toEqual([[numbered(3), true]]);
  expect(await restore(ofSuite)).toEqual([[numbered(4), false]]);
});

test('scripts of an order come first, and the others keep theirs behind them', async () => {
  const suiteId = await newSuite(client, projectId);
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push(await script(suiteId, name));
  const [, b = '', , d = ''] = ids;
  await client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [d, b, d] } });
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  const places = content.map(({ scriptName, position }) => `${position} ${scriptName}`);
  expect(places).toEqual(['0 D', '1 B', '2 A', '3 C']);
});

/** The path of a folder of this length, in levels of at most 190 characters. */
const pathOf = (length: number): string =>
  length <= 190 ? 'x'.repeat(length) : `${'y'.repeat(100)} / ${pathOf(length - 103)}`;

test('a folder moves unless the path of one inside it would be longer than 2,000 characters', async () => {
  const [from, to] = [await newSuite(client, projectId), await newSuite(client, projectId)];
  await script(from, 'A', `Top / ${pathOf(1900)}`);
  const move = (length: number) =>
    client.call(calls.moveScripts, {
      body: { suiteId: from, folders: ['Top'], toSuiteId: to, folder: 'z'.repeat(length) },
    });
  expect(await failureOf(move(92))).toMatchObject({ status: 409, code: 'API_TESTING_FOLDER_PATH_TOO_LONG' });
  expect((await client.call(calls.listFolders, { query: { suiteId: to } })).folders).toEqual([]);
  await move(91);
  const { content } = await client.call(calls.listScripts, { query: { suiteId: to } });
  expect(content.map(({ folder }) => folder.length)).toEqual([2000]);
});

test('a path longer than 2,000 characters, as of older suites, may move and be renamed unless it gets longer', async () => {
  const suiteId = await newSuite(client, projectId);
  const scriptId = await script(suiteId, 'A', 'Top');
  const inner = pathOf(2100);
  const { pool } = server.platform.database;
  await pool.query('update api_testing.script set folder = $2 where id = $1', [scriptId, `Top / ${inner}`]);
  const tooLong = { status: 409, code: 'API_TESTING_FOLDER_PATH_TOO_LONG' };
  const rename = (path: string, name: string) => client.call(calls.updateFolder, { body: { suiteId, path, name } });
  const move = (folder: string, to: string) =>
    client.call(calls.moveScripts, { body: { suiteId, folders: [folder], folder: to } });
  const folder = async () =>
    (await pool.query('select folder from api_testing.script where id = $1', [scriptId])).rows[0]?.folder;
  expect(await failureOf(rename('Top', 'Longer'))).toMatchObject(tooLong);
  expect(await failureOf(move('Top', 'z'))).toMatchObject(tooLong);
  await rename('Top', 'New');
  expect(await folder()).toBe(`New / ${inner}`);
  await move(`New / ${'y'.repeat(100)}`, 'Now');
  expect(await folder()).toBe(`Now / ${inner}`);
});

test('a script in a folder with such a path can be read, saved and exported, and the folder moved and deleted', async () => {
  const suiteId = await newSuite(client, projectId);
  const scriptId = await script(suiteId, 'A', 'Top');
  const long = pathOf(2100);
  const { pool } = server.platform.database;
  await pool.query('update api_testing.script set folder = $2 where id = $1', [scriptId, long]);
  const saved = await client.call(calls.getScript, { query: { scriptId } });
  expect(saved.folder).toBe(long);
  const renamed = draft({ scriptId, scriptName: 'B', url });
  expect((await client.call(calls.saveScript, { query: {}, body: renamed })).folder).toBe(long);
  const { file } = await exportedFile(client, projectId);
  expect(file.suites[0].scripts).toMatchObject([{ id: scriptId, folder: long }]);
  const [first = '', ...levels] = long.split(' / ');
  const deepest = levels.at(-1) ?? '';
  await client.call(calls.updateFolder, { body: { suiteId, path: long, name: deepest.slice(1) } });
  const shorter = [first, ...levels.slice(0, -1), deepest.slice(1)].join(' / ');
  expect((await client.call(calls.getScript, { query: { scriptId } })).folder).toBe(shorter);
  await client.call(calls.moveScripts, { body: { suiteId, folders: [shorter], folder: '' } });
  expect((await client.call(calls.getScript, { query: { scriptId } })).folder).toBe(deepest.slice(1));
  await pool.query('update api_testing.script set folder = $2 where id = $1', [scriptId, long]);
  const { folders } = await client.call(calls.deleteFolder, { query: { suiteId, path: long } });
  expect(folders.map(({ path }) => path)).not.toContain(long);
});

test('a script cannot be given a folder with a longer path', async () => {
  const suiteId = await newSuite(client, projectId);
  const message = 'The path of a folder can have at most 2,000 characters. Use shorter names or fewer levels.';
  const save = (length: number) =>
    client.call(calls.saveScript, { query: { suiteId }, body: { ...draft({ url }), folder: pathOf(length) } });
  expect(await failureOf(save(2001))).toMatchObject({ status: 400, details: [{ path: 'folder', message }] });
  expect((await save(2000)).folder).toHaveLength(2000);
});

test('scripts and suites of workspaces that the user cannot open have no path', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const scriptId = await script(suiteId, 'A');
  const { paths } = server.app.door(apiTestingService);
  const namesOf = async (user: { userId: string; organizationId: string }) => {
    const origin = { requestId: 'test', address: '192.0.2.7' };
    const person = await actFor(server.app.door(userManagementService), user, origin);
    const actor = { ...person, workspaceAccess: canWrite } as never;
    const named = [await paths.suites.namesOf(actor, [suiteId]), await paths.scripts.namesOf(actor, [scriptId])];
    return named.map((one) => [...one.values()].map((path) => path.slice(1)));
  };
  expect(await namesOf(server.admin)).toEqual([[['Orders']], [['Orders', 'A']]]);
  const outsider = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  expect(await namesOf(outsider)).toEqual([[], []]);
});

test('scripts are created in the same suites at once, in whichever order these are given', async () => {
  const suiteIds = [await newSuite(client, projectId), await newSuite(client, projectId)];
  const save = (suiteId: string[]) => client.call(calls.saveScript, { query: { suiteId }, body: draft({ url }) });
  const saves = Array.from({ length: 10 }, () => [save(suiteIds), save(suiteIds.toReversed())]).flat();
  const made = await Promise.all(saves);
  const counts = suiteIds.map(async (suiteId) => client.call(calls.getScriptCount, { query: { suiteId } }));
  expect(await Promise.all(counts)).toEqual(suiteIds.map((suiteId) => ({ suiteId, count: made.length })));
  expect(made[1]?.suiteId).toBe(suiteIds[1]);
});

test('scripts are restored into the same suites at once, in whichever order they were deleted', async () => {
  const [one, two] = [await newSuite(client, projectId), await newSuite(client, projectId)];
  const trashIds: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const scriptIds: string[] = [];
    for (const suiteId of round % 2 === 0 ? [one, two] : [two, one]) scriptIds.push(await script(suiteId, 'A'));
    const trashId = newId();
    await client.call(calls.deleteScripts, { query: { scriptIds, trashId } });
    trashIds.push(trashId);
  }
  const restored = await Promise.all(trashIds.map(restore));
  expect(restored.map((items) => items.length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(await client.call(calls.getScriptCount, { query: { suiteId: one } })).toEqual({ suiteId: one, count: 6 });
});

test.each<[string, (suiteId: string, from: string) => Promise<unknown>]>([
  ['a new script', (suiteId) => newScript(client, suiteId, { url })],
  [
    'the scripts of another suite',
    (suiteId, fromSuiteId) => client.call(calls.importScriptsList, { query: { fromSuiteId, toSuiteId: suiteId } }),
  ],
  ['a new folder', (suiteId) => client.call(calls.createFolder, { body: { suiteId, name: 'Returns' } })],
  ['another order', (suiteId) => client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [newId()] } })],
])('%s for a suite that is being deleted waits, and is refused because the suite is gone', async (_what, change) => {
  const [suiteId, other] = [await newSuite(client, projectId), await newSuite(client, projectId)];
  await script(other, 'A');
  const { database } = server.platform;
  let changed: Promise<unknown> | undefined;
  await database.transaction(async (_sql, deleting) => {
    await deleting.query('delete from api_testing.suite where id = $1', [suiteId]);
    changed = failureOf(change(suiteId, other));
    const isWaitedFor = async () => (await database.pool.query('select 1 from pg_locks where not granted')).rows.length;
    await expect.poll(isWaitedFor).toBeGreaterThan(0);
  });
  expect(await changed).toMatchObject({ status: 404, code: 'API_TESTING_SUITE_NOT_FOUND' });
});
