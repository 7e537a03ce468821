import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  client = server.admin.client;
});
afterAll(() => server.close());

/** A suite with scripts, written as `folder/name`; returns their ids by name. */
async function suiteWith(projectId: string, places: string[]) {
  const suiteId = await newSuite(client, projectId);
  const ids: Record<string, string> = {};
  for (const place of places) {
    const [scriptName = '', ...levels] = place.split('/').reverse();
    const folder = levels.reverse().join(' / ');
    ids[scriptName] = (await newScript(client, suiteId, { scriptName, url: 'http://x.test', folder })).scriptId;
  }
  return { suiteId, ids };
}
const order = async (suiteId: string) =>
  (await client.call(calls.listScripts, { query: { suiteId, size: 100 } })).content.map(({ folder, scriptName }) =>
    [folder, scriptName].filter(Boolean).join('/'),
  );
const folders = async (suiteId: string) =>
  (await client.call(calls.listFolders, { query: { suiteId } })).folders.map(({ path }) => path);

test('scripts move to the end of a folder, or before a given script; the others keep their order', async () => {
  const projectId = await newProject(client);
  const { suiteId, ids } = await suiteWith(projectId, ['a', 'Open/b', 'c', 'd']);
  await client.call(calls.moveScripts, { body: { suiteId, scriptIds: [ids.d!, ids.a!], folder: 'Open' } });
  expect(await order(suiteId)).toEqual(['Open/b', 'Open/a', 'Open/d', 'c']);
  await client.call(calls.moveScripts, { body: { suiteId, scriptIds: [ids.d!], folder: '', before: ids.b! } });
  expect(await order(suiteId)).toEqual(['d', 'Open/b', 'Open/a', 'c']);
  await client.call(calls.moveScripts, { body: { suiteId, scriptIds: [ids.d!], folder: '' } });
  expect(await order(suiteId)).toEqual(['Open/b', 'Open/a', 'c', 'd']);
});

test('scripts and folders move to another suite in one call, with their content; both counts are right', async () => {
  const projectId = await newProject(client);
  const { suiteId, ids } = await suiteWith(projectId, ['a', 'Open/b', 'Open/Old/c', 'd']);
  await client.call(calls.createFolder, { body: { suiteId, parent: 'Open', name: 'Empty' } });
  await client.call(calls.updateFolder, { body: { suiteId, path: 'Open', description: 'Not closed' } });
  const other = await suiteWith(projectId, ['Sales/x', 'y']);
  await client.call(calls.moveScripts, {
    body: { suiteId, scriptIds: [ids.a!], folders: ['Open', 'Open / Old'], toSuiteId: other.suiteId, folder: 'Sales' },
  });
  expect(await order(suiteId)).toEqual(['d']);
  expect(await folders(suiteId)).toEqual([]);
  expect(await order(other.suiteId)).toEqual(['Sales/x', 'Sales/a', 'Sales / Open/b', 'Sales / Open / Old/c', 'y']);
  expect((await folders(other.suiteId)).sort()).toEqual([
    'Sales',
    'Sales / Open',
    'Sales / Open / Empty',
    'Sales / Open / Old',
  ]);
  const { folders: moved } = await client.call(calls.listFolders, { query: { suiteId: other.suiteId } });
  expect(moved.find(({ path }) => path === 'Sales / Open')?.description).toBe('Not closed');
  const { content } = await client.call(calls.listSuites, { query: { projectId, size: 100 } });
  const counts = Object.fromEntries(content.map((suite) => [suite.suiteId, suite.scriptCount]));
  expect([counts[suiteId], counts[other.suiteId]]).toEqual([1, 5]);
});

test('an impossible move is rejected, and nothing has moved', async () => {
  const projectId = await newProject(client);
  const { suiteId, ids } = await suiteWith(projectId, ['a', 'Open/b', 'Open/Old/c', 'Old/d']);
  const other = await suiteWith(await newProject(client), ['x']);
  const before = await order(suiteId);
  const refused = async (body: object) =>
    (await failureOf(client.call(calls.moveScripts, { body: { suiteId, scriptIds: [], folder: '', ...body } }))).code;
  expect(await refused({ folders: ['Open'], folder: 'Open / Old' })).toBe('API_TESTING_FOLDER_IN_ITSELF');
  expect(await refused({ folders: ['Open / Old'] })).toBe('API_TESTING_FOLDER_NAME_TAKEN');
  expect(await refused({ folders: ['Gone'] })).toBe('API_TESTING_FOLDER_NOT_FOUND');
  expect(await refused({ scriptIds: [other.ids.x] })).toBe('API_TESTING_SCRIPT_NOT_FOUND');
  expect(await refused({ scriptIds: [ids.a], before: ids.a })).toBe('API_TESTING_SCRIPT_NOT_FOUND');
  expect(await refused({ scriptIds: [ids.a], toSuiteId: other.suiteId })).toBe('API_TESTING_OTHER_PROJECT');
  expect(await refused({})).toBe('PLATFORM_INVALID_INPUT');
  expect(await order(suiteId)).toEqual(before);
});

test('a folder with thousands of scripts is moved in one call', async () => {
  const projectId = await newProject(client);
  const pair = [await suiteWith(projectId, ['Many/first']), await suiteWith(projectId, ['Many/other'])] as const;
  let [from, to] = pair;
  for (const _ of Array.from({ length: 16 })) {
    await client.call(calls.importScriptsList, { query: { fromSuiteId: from.suiteId, toSuiteId: to.suiteId } });
    [from, to] = [to, from];
  }
  const { count } = await client.call(calls.getScriptCount, { query: { suiteId: from.suiteId } });
  expect(count).toBeGreaterThan(2000);
  const target = await newSuite(client, projectId);
  await client.call(calls.moveScripts, {
    body: { suiteId: from.suiteId, folders: ['Many'], toSuiteId: target, folder: '' },
  });
  expect((await client.call(calls.getScriptCount, { query: { suiteId: target } })).count).toBe(count);
});
