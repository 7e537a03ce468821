import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../testing/builders.ts';
import { type ServedDocuments, serve } from '../../testing/served-documents.ts';
import { createCheckSource } from './check-source.ts';
import { createImportSources } from './import-sources.ts';
import { createWatchChecks } from './watch-checks.ts';

const minuteMs = 60_000;
const clock = new FakeClock(new Date());
let server: TestServer;
let served: ServedDocuments;
let owner: TestUser;
let client: Client;
let projectId: string;
let count = 0;
beforeAll(async () => {
  [server, served] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock }),
    serve({}),
  ]);
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
  await sql('delete from api_testing.source_watch');
});
afterAll(async () => {
  await served.close();
  await server.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await server.platform.database.pool.query(text, values)).rows;
const pets = (operations: Record<string, object>, title = 'Pets') =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, given]) => [
        path,
        { get: { summary: `Get ${path}`, responses: {}, ...given } },
      ]),
    ),
  });
const limit = (example: number) => ({ parameters: [{ name: 'limit', in: 'query', example }] });

/** A suite imported from an address, with its watch. */
async function newSource({
  everyMinutes = 60 as 15 | 60 | 1440 | null,
  document = pets({ '/a': {} }),
  given = {} as { baseUrl?: string },
} = {}) {
  count += 1;
  const path = `/watched-${count}.json`;
  served.documents[path] = document;
  const query = { projectId, url: `${served.url}${path}`, ...given };
  const { importId } = await client.call(calls.importSwaggerUrl, { query });
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const suiteId = suites[0]?.suiteId ?? '';
  const { content } = await client.call(calls.listImportSources, { query: { suiteId } });
  const sourceId = content[0]?.sourceId ?? '';
  if (everyMinutes !== null) await client.call(calls.watchImportSource, { body: { sourceId, everyMinutes } });
  return { sourceId, suiteId, path };
}
const rowOf = async (sourceId: string) =>
  (await sql('select * from api_testing.source_watch where source_id = $1', [sourceId]))[0];

interface Notice {
  userIds: string[];
  title: string;
  text: string;
  onceKey: string;
  link: string;
}
/** Checks with replaced surroundings, and what followers were told. */
function checking({
  isTrashed = false,
  isActive = true,
  failure = undefined as Error | undefined,
  follower = {},
} = {}) {
  const notices: Notice[] = [];
  const warned: unknown[] = [];
  const platform = { ...server.platform, log: { warn: (about: unknown) => void warned.push(about) } } as never;
  const sources = createImportSources({ platform: server.platform, access: {} as never });
  const checks = createWatchChecks({
    platform,
    sources: failure ? { ...sources, keptOf: () => Promise.reject(failure) } : sources,
    workspaces: { findService: async () => (isTrashed ? undefined : 'api-testing'), open: async () => ({}) } as never,
    users: {
      isActiveOrganization: async () => isActive,
      findUser: async () => ({
        active: true,
        activated: true,
        role: 'ROLE_USER',
        organizationId: owner.organizationId,
        teams: [],
        ...follower,
      }),
    } as never,
    notify: (async (notice: Notice) => void notices.push(notice)) as never,
  });
  return { checks, notices, warned };
}
const pauseOf = async (sourceId: string) => {
  const { next_check_at: next, checked_at: checked } = (await rowOf(sourceId)) as Record<string, Date>;
  return ((next as Date).getTime() - (checked as Date).getTime()) / minuteMs;
};

test('everything that is due is checked once, and nothing else', async () => {
  const sources = [await newSource(), await newSource(), await newSource(), await newSource()];
  const [first, second, later, claimed] = sources.map(({ sourceId }) => sourceId);
  const now = clock.now();
  await sql('update api_testing.source_watch set next_check_at = $2 where source_id = $1', [first, now]);
  await sql('update api_testing.source_watch set next_check_at = $2 where source_id = $1', [
    later,
    new Date(now.getTime() + 1),
  ]);
  await sql('update api_testing.source_watch set claim = gen_random_uuid(), claimed_until = $2 where source_id = $1', [
    claimed,
    new Date(now.getTime() + 1),
  ]);
  await checking().checks.checkDue();
  const checked = await sql('select source_id from api_testing.source_watch where checked_at is not null');
  expect(checked.map(({ source_id }) => source_id).sort()).toEqual([first, second].sort());
  const rows = await sql('select claim from api_testing.source_watch where source_id = any($1)', [[first, second]]);
  expect(rows.map(({ claim }) => claim)).toEqual([null, null]);
});

test.each([15, 60, 1440] as const)(
  'a good check of a watch every %i minutes is followed by the next',
  async (every) => {
    const { sourceId } = await newSource({ everyMinutes: every });
    expect(await checking().checks.checkOne(sourceId)).toBe(true);
    expect(await rowOf(sourceId)).toMatchObject({ checked_at: clock.now(), failures: 0, problem: null, changes: null });
    expect(await pauseOf(sourceId)).toBeGreaterThanOrEqual(every * 0.9);
    expect(await pauseOf(sourceId)).toBeLessThanOrEqual(every * 1.1);
  },
);

test('failed checks pause longer each time, and the first good one ends that', async () => {
  const { sourceId, path } = await newSource({ everyMinutes: 15 });
  const { checks, notices } = checking();
  await checks.checkOne(sourceId);
  const good = served.documents[path] as string;
  served.documents[path] = 500;
  for (const [failures, pause] of [
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
  ] as const) {
    await checks.checkOne(sourceId);
    expect(await rowOf(sourceId)).toMatchObject({ failures, problem: expect.stringContaining('500') });
    expect(Math.abs((await pauseOf(sourceId)) - pause)).toBeLessThanOrEqual(pause / 10);
  }
  const told = { title: "Pets can't be checked", text: expect.stringContaining('500'), userIds: [owner.userId] };
  expect(notices).toMatchObject([told]);
  expect(await rowOf(sourceId)).toMatchObject({ told: 1 });
  served.documents[path] = good;
  await checks.checkOne(sourceId);
  expect(await rowOf(sourceId)).toMatchObject({ failures: 0, problem: null, told: 1 });
});

test('each new change is reported once, under a key of its own', async () => {
  const { sourceId, path } = await newSource();
  const { checks, notices } = checking();
  served.documents[path] = pets({ '/a': {}, '/b': {} });
  await checks.checkOne(sourceId);
  const { changed_at: changedAt, created_at: createdAt } = (await rowOf(sourceId)) as Record<string, Date>;
  expect(changedAt).toEqual(clock.now());
  clock.advance(minuteMs);
  // The same requests in another order are no new change.
  served.documents[path] = pets({ '/b': {}, '/a': {} });
  await checks.checkOne(sourceId);
  served.documents[path] = pets({ '/a': {} });
  await checks.checkOne(sourceId);
  expect(await rowOf(sourceId)).toMatchObject({ changes: null });
  served.documents[path] = pets({ '/c': {} });
  await checks.checkOne(sourceId);
  const link = `/api-testing/linked-specifications?project=${projectId}&source=${sourceId}`;
  const key = `spec:${sourceId}:${(createdAt as Date).getTime()}`;
  const shown = notices.map(({ title, text, onceKey, link: to, userIds }) => ({ title, text, onceKey, to, userIds }));
  expect(shown).toHaveLength(2);
  expect(shown[0]).toEqual({
    title: 'The spec of Pets changed',
    text: '1 added, 0 changed, 0 removed.',
    onceKey: `${key}:1`,
    to: link,
    userIds: [owner.userId],
  });
  expect(shown.at(-1)).toMatchObject({ text: '1 added, 0 changed, 1 removed.', onceKey: `${key}:2` });
  expect(await rowOf(sourceId)).toMatchObject({ told: 2, changed_at: clock.now() });
});

test('a request counts as removed or changed once, even if the user edited it', async () => {
  const { sourceId, suiteId, path } = await newSource({
    document: pets({ '/a': limit(1), '/b': limit(1), '/c': limit(1), '/d': {} }),
  });
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  for (const { scriptId, scriptName } of content.filter(({ scriptName: name }) => /[bc]$/.test(name))) {
    const {
      projectId: _p,
      suiteId: _s,
      position: _o,
      createdAt: _c,
      updatedAt: _u,
      ...script
    } = await client.call(calls.getScript, { query: { scriptId } });
    const queryParams = [{ key: 'limit', value: '9', enabled: true }];
    await client.call(calls.saveScript, { query: {}, body: { ...script, scriptName, queryParams } });
  }
  served.documents[path] = pets({ '/a': limit(2), '/b': limit(2), '/new': {} });
  const { watch } = await client.call(calls.checkImportSource, { body: { sourceId } });
  expect(watch?.changes).toEqual({ added: 1, changed: 2, removed: 2 });
});

test.each([
  ['workspace is deleted', { isTrashed: true }],
  ['organization is deactivated', { isActive: false }],
])('specifications whose %s are not checked, but later again', async (_name, given) => {
  const { sourceId } = await newSource();
  served.answered.length = 0;
  clock.advance(1000);
  expect(await checking(given).checks.checkOne(sourceId)).toBe(true);
  expect(served.answered).toEqual([]);
  const row = (await rowOf(sourceId)) as { next_check_at: Date; checked_at: null; claim: null };
  expect(row).toMatchObject({ checked_at: null, claim: null, problem: null });
  const pause = (row.next_check_at.getTime() - clock.now().getTime()) / minuteMs;
  expect(Math.abs(pause - 60)).toBeLessThanOrEqual(6);
});

test('after an internal error a check can be repeated at once; that of the job once its claim has expired', async () => {
  const { sourceId } = await newSource();
  const failure = new Error('broken');
  await expect(checking({ failure }).checks.checkOne(sourceId)).rejects.toBe(failure);
  expect(await rowOf(sourceId)).toMatchObject({ claim: null, checked_at: null });
  const { checks, warned } = checking({ failure });
  await checks.checkDue();
  expect(warned).toEqual([{ err: failure, source: sourceId }]);
  expect((await rowOf(sourceId))?.claim).not.toBeNull();
  const good = checking().checks;
  expect(await good.checkOne(sourceId)).toBe(false);
  clock.advance(180_000 - 1);
  expect(await good.checkOne(sourceId)).toBe(false);
  clock.advance(1);
  expect(await good.checkOne(sourceId)).toBe(true);
  expect(await good.checkOne('00000000-0000-4000-8000-000000000000')).toBe(false);
});

test('another interval counts from the last check, and each change of it is audited', async () => {
  const { sourceId } = await newSource();
  const watch = (everyMinutes: 15 | 1440 | null) =>
    client.call(calls.watchImportSource, { body: { sourceId, everyMinutes } });
  const nextIn = async () =>
    (((await rowOf(sourceId)) as Record<string, Date>).next_check_at as Date).getTime() - clock.now().getTime();
  expect(await nextIn()).toBe(0);
  await watch(15);
  expect(Math.abs((await nextIn()) / minuteMs - 15)).toBeLessThanOrEqual(1.5);
  await client.call(calls.checkImportSource, { body: { sourceId } });
  clock.advance(10 * minuteMs);
  const { watch: shown } = await watch(1440);
  expect(Math.abs((await nextIn()) / minuteMs - 1430)).toBeLessThanOrEqual(144);
  expect(shown).toMatchObject({ everyMinutes: 1440, isFollowed: true });
  expect((await watch(null)).watch).toBeNull();
  const audited = await auditEntries(server, { targets: [sourceId] });
  expect(audited.map(({ action, detail }) => [action, detail])).toEqual(
    [60, 15, 1440, null].map((everyMinutes) => ['import-source.watched', { everyMinutes }]),
  );
});

test('a workspace watches at most 200 addresses, even if several are added at the same time; watched ones can still be changed', async () => {
  const { sourceId } = await newSource();
  const copies = (table: string, key: string, changes: string, from: number) =>
    sql(
      `insert into api_testing.${table} select (jsonb_populate_record(t, ${changes})).*
         from api_testing.${table} t, generate_series(1, $2::int) n where t.${key} = $1`,
      [sourceId, from],
    );
  const idOf = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))`;
  await copies('import_source', 'id', `jsonb_build_object('id', ${idOf})`, 199);
  await copies('source_watch', 'source_id', `jsonb_build_object('source_id', ${idOf})`, 198);
  const watch = (id: string) =>
    client.call(calls.watchImportSource, { body: { sourceId: id, everyMinutes: 15 as const } });
  const full = { status: 409, code: 'API_TESTING_TOO_MANY_WATCHED' };
  const others: { sourceId: string; suiteId: string }[] = [];
  for (let count = 0; count < 3; count += 1) others.push(await newSource({ everyMinutes: null }));
  const [third = '', ...two] = others.map((other) => other.sourceId);
  const last = two.map((id) => () => watch(id));
  expect(await race(server, 'api_testing.source_watch', last)).toEqual([expect.objectContaining(full)]);
  expect(await failureOf(watch(third))).toMatchObject({
    ...full,
    message: 'A workspace can watch at most 200 sources. Stop watching one that you no longer need.',
  });
  expect((await watch(sourceId)).watch).toMatchObject({ everyMinutes: 15 });
  expect(await rowOf(third)).toBeUndefined();

  // A deleted suite comes back with what it watches, once there is room again.
  const [winner] = (await Promise.all(two.map(rowOf))).flatMap((row) => (row as { source_id: string }) ?? []);
  const { suiteId = '' } = others.find((other) => other.sourceId === winner?.source_id) ?? {};
  const trashId = newId();
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId], trashId } });
  await watch(third);
  const restore = () => client.call(calls.restoreDeleted, { body: { projectId, trashId } });
  expect(await failureOf(restore())).toMatchObject(full);
  await client.call(calls.watchImportSource, { body: { sourceId: third, everyMinutes: null } });
  await restore();
  expect(await rowOf(winner?.source_id ?? '')).toMatchObject({ every_minutes: 15 });
});

test('only watched addresses can be followed or checked, by members of the workspace who may write', async () => {
  const { sourceId } = await newSource({ everyMinutes: null });
  const unwatched = { status: 409, code: 'API_TESTING_SOURCE_NOT_WATCHED' };
  const [guest, stranger] = [await server.createUser(owner, { role: 'ROLE_GUEST' }), await server.createOrganization()];
  for (const [{ client: by }, expected] of [
    [owner, unwatched],
    [guest, { status: 403 }],
    [stranger, { status: 404 }],
  ] as const) {
    expect(await failureOf(by.call(calls.checkImportSource, { body: { sourceId } }))).toMatchObject(expected);
    const follow = by.call(calls.followImportSource, { body: { sourceId, isFollowed: true } });
    expect(await failureOf(follow)).toMatchObject(expected);
  }
});

test('a document that is sent again unchanged is no change, even without an ETag', async () => {
  const { sourceId, path } = await newSource();
  const { checks, notices } = checking();
  await checks.checkOne(sourceId);
  served.documents[path] = pets({ '/a': {}, '/b': {} });
  await checks.checkOne(sourceId);
  const before = await rowOf(sourceId);
  expect(before).toMatchObject({ changes: { added: 1, changed: 0, removed: 0 }, told: 1 });
  await sql('update api_testing.source_watch set etag = null, last_modified = null where source_id = $1', [sourceId]);
  served.answered.length = 0;
  clock.advance(minuteMs);
  await checks.checkOne(sourceId);
  expect(served.answered).toEqual([200]);
  const { changes, told, changed_at, document_hash } = before as Record<string, unknown>;
  expect(await rowOf(sourceId)).toMatchObject({ changes, told, changed_at, document_hash, checked_at: clock.now() });
  expect(notices).toHaveLength(1);
});

test('a watched document is compared under the base URL that replaced its server', async () => {
  const { sourceId } = await newSource({ given: { baseUrl: 'https://stage.test' } });
  const { checks, notices } = checking();
  await checks.checkOne(sourceId);
  expect(await rowOf(sourceId)).toMatchObject({ checked_at: clock.now(), changes: null, problem: null });
  expect(notices).toEqual([]);
});

test('followers who may no longer sign in are not notified', async () => {
  const { sourceId, path } = await newSource();
  const { checks, notices } = checking({ follower: { active: false } });
  await checks.checkOne(sourceId);
  served.documents[path] = pets({ '/b': {} });
  await checks.checkOne(sourceId);
  expect(notices).toMatchObject([{ title: 'The spec of Pets changed', userIds: [] }]);
});

test('a document without a title that cannot be checked is named by its address', async () => {
  const { sourceId, path } = await newSource();
  await sql("update api_testing.import_source set title = '' where id = $1", [sourceId]);
  served.documents[path] = 404;
  const { checks, notices } = checking();
  for (let round = 0; round < 3; round += 1) await checks.checkOne(sourceId);
  expect(notices).toMatchObject([{ title: `${new URL(served.url).host}${path} can't be checked` }]);
});

test('checking a deleted source gives no result, and a check that takes too long reports it', async () => {
  const { sourceId } = await newSource();
  const sources = createImportSources({ platform: server.platform, access: {} as never });
  const check = createCheckSource({ platform: server.platform, sources });
  const { organizationId } = owner;
  const watch = { sourceId, organizationId, projectId, createdBy: owner.userId, bodyHash: null };
  const { signal } = new AbortController();
  expect(await check({ ...watch, sourceId: newId() } as never, signal)).toEqual({ kind: 'gone' });
  expect(await check({ ...watch, organizationId: newId() } as never, signal)).toEqual({ kind: 'gone' });
  const problem = 'The check took too long and was stopped.';
  expect(await check(watch as never, AbortSignal.abort())).toEqual({ kind: 'problem', problem });
});

/** Updates a suite from a file in place of its address. */
const mergeFile = async (sourceId: string) => {
  const body = new FormData();
  body.append('file', new Blob([pets({ '/a': {}, '/b': {} })]), 'pets.json');
  const { importId } = await client.call(calls.importJsonFile, { query: { projectId }, body });
  const { reviewed } = await client.call(calls.reviewImport, { body: { importId, sourceId } });
  await client.call(calls.mergeImport, { body: { importId, sourceId, reviewed } });
};
const stop = (sourceId: string) => client.call(calls.watchImportSource, { body: { sourceId, everyMinutes: null } });

test('an address is no longer watched once its suite has been updated from a file', async () => {
  const { sourceId, suiteId } = await newSource();
  await mergeFile(sourceId);
  const { content } = await client.call(calls.listImportSources, { query: { suiteId } });
  expect(content).toMatchObject([{ sourceId, name: 'pets.json', isAddress: false, watch: null }]);
  expect(await rowOf(sourceId)).toBeUndefined();
});

test('the watch of a source without an address reports that, and can be stopped', async () => {
  const { sourceId } = await newSource();
  const [watch] = await sql('select * from api_testing.source_watch where source_id = $1', [sourceId]);
  await mergeFile(sourceId);
  await sql(
    'insert into api_testing.source_watch select (jsonb_populate_record(null::api_testing.source_watch, $1)).*',
    [JSON.stringify(watch)],
  );
  await checking().checks.checkOne(sourceId);
  expect(await rowOf(sourceId)).toMatchObject({
    failures: 1,
    problem: 'This source is a file. Choose its new version.',
  });
  expect((await stop(sourceId)).watch).toBeNull();
  expect(await rowOf(sourceId)).toBeUndefined();
});
