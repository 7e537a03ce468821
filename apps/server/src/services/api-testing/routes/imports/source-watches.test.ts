import { apiTestingRoutes, type ImportSource } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { sourceWatchesQueue } from '../../jobs/source-watches.job.ts';
import { sourceWatchesStore } from '../../store/source-watches.store.ts';
import { failureOf, newProject } from '../../testing/builders.ts';
import { type ServedDocuments, serve } from '../../testing/served-documents.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let served: ServedDocuments;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), queue: true, start: false });
  served = await serve({});
});
afterAll(async () => {
  await served.close();
  await server.close();
});

const openapi = (paths: Record<string, string[]>, more: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          methods.map((method) => [
            method,
            { summary: `${method} ${path}`, responses: { 200: { description: 'ok' } } },
          ]),
        ),
      ]),
    ),
    ...more,
  });
const first = openapi({ '/pets': ['get', 'post'], '/old': ['get'] });
const second = openapi({ '/pets': ['get', 'post', 'delete'], '/users': ['get', 'put'] });

let projectId = '';
let suiteId = '';
let sourceId = '';
let path = '';
let count = 0;
beforeEach(async () => {
  count += 1;
  path = `/spec-${count}.json`;
  served.documents[path] = first;
  served.answered.length = 0;
  const { client } = server.admin;
  projectId = await newProject(client);
  const url = `${served.url}${path}?token=Tr0ub4dor`;
  const { importId } = await client.call(calls.importSwaggerUrl, { query: { projectId, url } });
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  suiteId = made.suites[0]?.suiteId ?? '';
  sourceId = (await client.call(calls.listImportSources, { query: { suiteId } })).content[0]?.sourceId ?? '';
});

const watch = (everyMinutes: 15 | 60 | 1440 | null = 60) =>
  server.admin.client.call(calls.watchImportSource, { body: { sourceId, everyMinutes } });
const checkNow = () => server.admin.client.call(calls.checkImportSource, { body: { sourceId } });
const shown = async (): Promise<ImportSource | undefined> =>
  (await server.admin.client.call(calls.listImportSources, { query: { suiteId } })).content[0];
const sql = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const bell = async (client = server.admin.client) =>
  (await client.call(notificationRoutes.listNotifications, { query: {} })).content.filter(
    ({ kind, link }) => kind === 'spec-changed' && link?.includes(sourceId),
  );
/** What the scheduler does every minute. */
const turn = async () => {
  await sql("update api_testing.source_watch set next_check_at = now() - interval '1 second' where source_id = $1", [
    sourceId,
  ]);
  await server.platform.jobs.send(sourceWatchesQueue, {});
  await vi.waitFor(
    async () => {
      const { rows } = await sql(
        'select next_check_at > now() as done from api_testing.source_watch where source_id = $1',
        [sourceId],
      );
      expect(rows[0]?.done).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );
};

test('a watched document that changes: the scheduler finds it, one notification is sent, an update settles it', async () => {
  expect((await watch()).watch).toMatchObject({ everyMinutes: 60, isFollowed: true, checkedAt: null, changes: null });
  await turn();
  expect((await shown())?.watch).toMatchObject({ changes: null, problem: null, changedAt: null });
  expect(await bell()).toEqual([]);

  served.documents[path] = second;
  await turn();
  const changed = (await shown())?.watch;
  expect(changed).toMatchObject({ changes: { added: 3, changed: 0, removed: 1 }, problem: null });
  expect(changed?.changedAt).toBe(changed?.checkedAt);
  await turn();
  expect(await bell()).toMatchObject([
    {
      title: 'The spec of Pets changed',
      text: '3 added, 0 changed, 1 removed.',
      link: `/api-testing/linked-specifications?project=${projectId}&source=${sourceId}`,
    },
  ]);

  const { client } = server.admin;
  const { importId } = await client.call(calls.refreshImportSource, { body: { sourceId } });
  const { reviewed, added, removed } = await client.call(calls.reviewImport, { body: { importId, sourceId } });
  expect([added.length, removed.length]).toEqual([3, 1]);
  await client.call(calls.mergeImport, { body: { importId, sourceId, reviewed } });
  expect((await shown())?.watch).toMatchObject({ changes: null });
  await turn();
  expect((await shown())?.watch).toMatchObject({ changes: null, problem: null });
  expect(await bell()).toHaveLength(1);
});

test('an unchanged document is requested with its ETag, and not sent again', async () => {
  await watch();
  await checkNow();
  await checkNow();
  expect(served.answered.slice(-2)).toEqual([200, 304]);
  expect((await shown())?.watch).toMatchObject({ problem: null, changes: null });
});

test('another spelling of the same requests is no change', async () => {
  await watch();
  await checkNow();
  served.documents[path] = JSON.stringify(JSON.parse(first), null, 4);
  expect((await checkNow()).watch).toMatchObject({ problem: null, changes: null });
  expect(served.answered.slice(-1)).toEqual([200]);
  expect(await bell()).toEqual([]);
});

test('a document that references others is read completely each time', async () => {
  const parts = (limit: number) => JSON.stringify({ name: 'limit', in: 'query', example: limit });
  const pathOfPart = `${path}.part.json`;
  served.documents[pathOfPart] = parts(10);
  served.documents[path] = openapi(
    {},
    { paths: { '/pets': { get: { parameters: [{ $ref: `.${pathOfPart}` }], responses: {} } } } },
  );
  await watch();
  expect((await checkNow()).watch).toMatchObject({ problem: null });
  const hash = async () =>
    (await sql('select document_hash from api_testing.source_watch where source_id = $1', [sourceId])).rows[0]
      ?.document_hash;
  const before = await hash();
  served.documents[pathOfPart] = parts(20);
  await checkNow();
  expect(await hash()).not.toBe(before);
  expect(await bell()).toHaveLength(2);
});

const giant = () => `{"openapi":"3.1.0","info":{"title":"Pets"},"x":"${'x'.repeat(51 * 1024 * 1024)}"}`;
test.each<[string, () => string | number, RegExp]>([
  ['a sign-in page', () => '<!doctype html><title>Sign in</title>', /web page instead of a specification.*sign-in/],
  ['404', () => 404, /status 404: the document is no longer there/],
  ['401', () => 401, /status 401: it asks for a sign-in/],
  ['503', () => 503, /status 503/],
  ['a giant', giant, /larger than 50 MB/],
  ['no specification', () => '{"hello":1}', /no longer gives a specification/],
  ['broken JSON', () => `${first.slice(0, -20)}`, /The document isn't valid: line \d+, column \d+: /],
  ['nothing', () => '', /no longer gives a specification/],
])(
  '%s instead of the document is reported in plain words, and the last good state stays',
  async (_, answer, expected) => {
    await watch();
    served.documents[path] = second;
    const good = (await checkNow()).watch;
    served.documents[path] = answer();
    const { watch: after } = await checkNow();
    expect(after?.problem).toMatch(expected);
    expect(after?.problem).not.toContain('Tr0ub4dor');
    expect(after).toMatchObject({ changes: good?.changes, changedAt: good?.changedAt });
    const pause = Date.parse(after?.nextCheckAt ?? '') - Date.parse(after?.checkedAt ?? '');
    expect(pause).toBeGreaterThan(100 * 60_000);
    expect((await server.admin.client.call(calls.listScripts, { query: { suiteId } })).content).toHaveLength(3);
    served.documents[path] = second;
    expect((await checkNow()).watch).toMatchObject({ problem: null, changes: good?.changes });
    expect(await bell()).toHaveLength(1);
  },
);

test('three consecutive failed checks are reported once', async () => {
  await watch();
  served.documents[path] = 404;
  for (let round = 0; round < 5; round += 1) await checkNow();
  expect(await bell()).toMatchObject([{ title: "Pets can't be checked", text: expect.stringContaining('status 404') }]);
});

test('a watch belongs to one process at a time; the claim of a process that died expires', async () => {
  await watch();
  const claims = ['a', 'b', 'c'].map((letter) => `0190000${letter}-0000-7000-8000-000000000000`);
  const now = new Date(Date.now() + 5000);
  const until = new Date(now.getTime() + 60_000);
  const { sql: db } = server.platform.database;
  const take = (claim: string, at = now) => sourceWatchesStore.claim(db, { now: at, until, claim, limit: 1, sourceId });
  const taken = await Promise.all(claims.map((claim) => take(claim)));
  expect(taken.flat()).toHaveLength(1);
  const owner = taken.flat()[0]?.claim ?? '';
  expect(await failureOf(checkNow())).toMatchObject({ status: 409, code: 'API_TESTING_SOURCE_BEING_CHECKED' });

  const heir = '01900009-0000-7000-8000-000000000000';
  expect(await take(heir, new Date(until.getTime() + 1))).toHaveLength(1);
  expect(await sourceWatchesStore.finish(db, { sourceId, claim: owner }, { problem: 'late' })).toBe(false);
  expect(await sourceWatchesStore.finish(db, { sourceId, claim: heir }, {})).toBe(true);
  expect((await shown())?.watch?.problem).toBeNull();
});

test('only followers are notified, and only while they may open the workspace', async () => {
  const colleague = await server.createUser(server.admin, { role: 'ROLE_USER' });
  await watch();
  await server.admin.client.call(calls.followImportSource, { body: { sourceId, isFollowed: false } });
  const follow = () => colleague.client.call(calls.followImportSource, { body: { sourceId, isFollowed: true } });
  expect((await follow()).watch).toMatchObject({ isFollowed: true });
  expect((await shown())?.watch).toMatchObject({ isFollowed: false });
  await checkNow();
  served.documents[path] = second;
  await checkNow();
  expect(await bell()).toEqual([]);
  expect(await bell(colleague.client)).toHaveLength(1);

  await sql('update workspaces.project set team_id = $2 where id = $1', [projectId, server.admin.userId]);
  served.documents[path] = openapi({ '/other': ['get'] });
  await checkNow();
  expect(await bell(colleague.client)).toHaveLength(1);
  expect(await failureOf(follow())).toMatchObject({ status: 404 });
});

test('the list of a workspace shows linked documents with their state, without the secrets of their addresses', async () => {
  const { client } = server.admin;
  const list = async (query: object = {}) =>
    client.call(calls.listLinkedSpecifications, { query: { projectId, ...query } });
  expect((await list()).content).toMatchObject([{ sourceId, suiteId, title: 'Pets', watch: null }]);
  expect((await list({ state: 'watched' })).totalElements).toBe(0);
  await watch(15);
  served.documents[path] = second;
  await checkNow();
  for (const state of ['watched', 'changed'] as const) expect((await list({ state })).totalElements).toBe(1);
  expect((await list({ state: 'failing' })).totalElements).toBe(0);
  expect((await list({ searchTerm: 'spec-' })).totalElements).toBe(1);
  expect((await list({ searchTerm: 'tr0ub4dor' })).totalElements).toBe(0);
  expect(JSON.stringify(await list())).not.toContain('Tr0ub4dor');

  await watch(null);
  expect((await shown())?.watch).toBeNull();
  expect(await failureOf(checkNow())).toMatchObject({ status: 409, code: 'API_TESTING_SOURCE_NOT_WATCHED' });
});

test('a file is not watched; the watch of a deleted suite is deleted too', async () => {
  const { client } = server.admin;
  await watch();
  const body = new FormData();
  body.append('file', new Blob([first]), 'pets.json');
  const { importId } = await client.call(calls.importJsonFile, { query: { projectId }, body });
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const fromFile = await client.call(calls.listImportSources, { query: { suiteId: suites[0]?.suiteId ?? '' } });
  const input = { sourceId: fromFile.content[0]?.sourceId ?? '', everyMinutes: 60 as const };
  expect(await failureOf(client.call(calls.watchImportSource, { body: input }))).toMatchObject({
    status: 409,
    code: 'API_TESTING_SOURCE_HAS_NO_ADDRESS',
  });
  await client.call(calls.deleteSuite, { query: { suiteId } });
  expect((await sql('select * from api_testing.source_watch where source_id = $1', [sourceId])).rows).toEqual([]);
});

test('a suite that was deleted and is restored is watched as before, and its followers are not notified twice', async () => {
  const { client } = server.admin;
  await watch(15);
  await turn();
  served.documents[path] = second;
  await turn();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  const itemIds = content.map(({ itemId }) => itemId);
  await client.call(calls.restoreDeleted, { body: { projectId, itemIds } });
  expect((await shown())?.watch).toMatchObject({ everyMinutes: 15, isFollowed: true, changes: { added: 3 } });
  await turn();
  expect((await shown())?.watch).toMatchObject({ changes: { added: 3, changed: 0, removed: 1 }, problem: null });
  expect(await bell()).toHaveLength(1);
});
