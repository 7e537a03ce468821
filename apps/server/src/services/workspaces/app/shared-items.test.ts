import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes as calls } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import {
  EnvironmentTokens,
  openScopes,
  type SharedVariable,
  type WorkspacesDoor,
  workspacesService,
} from '../index.ts';
import { actorFor, refusalOf } from '../testing/use-cases.ts';
import type { Actor } from './actor.ts';

let server: TestServer;
let door: WorkspacesDoor;
let actor: Actor;
let projectId: string;
let scope: { organizationId: string; projectId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  door = server.app.door(workspacesService);
  actor = actorFor(server.admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = await newProject(server.admin.client);
  scope = { organizationId: actor.organizationId, projectId };
});

type Sql = Parameters<WorkspacesDoor['sharedItems']['read']>[0];
const write = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  server.platform.database.transaction((sql) => work(sql));
const sql = () => server.platform.database.sql;
const text = (name: string, value = '1') => ({ name, value, isSecret: false, enabled: true });
const secret = (name: string, value = 'hidden') => ({ name, value, isSecret: true, enabled: true });
const bare = (name: string, isSecret = true): SharedVariable => ({ name, isSecret, enabled: true });
const shop = {
  kind: 'postgresql' as const,
  host: 'db.test',
  port: 5432,
  databaseName: 'orders',
  username: 'ada',
  tls: 'verify' as const,
  caCertificate: '',
};
const environment = async (environmentName: string, variables: ReturnType<typeof text>[] = [], project = projectId) =>
  (
    await server.admin.client.call(calls.createEnvironment, {
      body: { projectId: project, environmentName, variables },
    })
  ).environmentId;
const globals = (variables: ReturnType<typeof text>[], project = projectId) =>
  server.admin.client.call(calls.createGlobals, { body: { projectId: project, variables } });
/** The values a run uses: environment variables, then global ones. */
const values = async (environmentId?: string) => {
  const { scopes } = await door.variables.plan(actor, projectId, environmentId);
  return openScopes(server.platform, scopes).scopes.slice(0, 2);
};
const trash = async () =>
  (await server.admin.client.call(deletedRoutes.listDeletedVariables, { query: { projectId } })).content;
const restore = (trashId: string) =>
  server.admin.client.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, trashId } });
/** Tokens of two environments and of none, with a check of which are still stored. */
async function cachedTokens(ids: { one: string; two: string; other: string }) {
  const of = (project: string, environmentId: string | null) =>
    new EnvironmentTokens(server.platform, { projectId: project, environmentId });
  const caches = {
    one: of(projectId, ids.one),
    two: of(projectId, ids.two),
    none: of(projectId, null),
    other: of(ids.other, null),
  };
  const token = { accessToken: 'token', tokenType: 'Bearer', obtainedAtMs: 0 };
  const fill = async () => {
    for (const cache of Object.values(caches)) await cache.write('key', token);
  };
  const kept = async () => {
    const found: string[] = [];
    for (const [name, cache] of Object.entries(caches)) if (await cache.read('key')) found.push(name);
    return found;
  };
  return { fill, kept };
}

test('shared items of a workspace are read by kind, without secrets, passwords or items of another workspace', async () => {
  const { client } = server.admin;
  await globals([
    { ...text('z', 'last'), enabled: false, description: 'About z' } as never,
    secret('key'),
    text('empty', ''),
  ]);
  const staging = await environment('Staging', [text('b', '2'), secret('a')]);
  const bareOne = await environment('Empty');
  const saved = await client.call(calls.createDatabase, {
    body: { projectId, name: 'Shop', ...shop, password: 'word' },
  });
  const other = await newProject(client);
  await globals([text('foreign')], other);
  await environment('Foreign', [text('foreign')], other);
  await client.call(calls.createDatabase, { body: { projectId: other, name: 'Foreign', ...shop } });
  await door.suiteVariables.add({ ...scope, suiteId: newId() }, [text('ofSuite')]);
  expect(await door.sharedItems.read(sql(), projectId)).toEqual({
    globals: [
      text('empty', ''),
      { name: 'key', isSecret: true, enabled: true },
      { name: 'z', value: 'last', isSecret: false, enabled: false, description: 'About z' },
    ],
    environments: [
      { id: staging, name: 'Staging', variables: [bare('a'), text('b', '2')] },
      { id: bareOne, name: 'Empty', variables: [] },
    ],
    databases: [{ id: saved.databaseConfigurationId, name: 'Shop', ...shop }],
  });
  expect(await door.sharedItems.read(sql(), newId())).toEqual({ globals: [], environments: [], databases: [] });
});

test('global variables are replaced from a file: secrets without a value stay or are requested, removed variables can be restored', async () => {
  await globals([
    text('same', 'old'),
    secret('kept', 'stored'),
    text('hidden', 'was plain'),
    secret('shown', 'was secret'),
    secret('changed', 'old secret'),
    { ...text('described'), description: 'Before' } as never,
    text('gone1'),
    secret('gone2', 'comes back'),
  ]);
  const inEnvironment = await environment('Staging', [text('gone1', 'of staging')]);
  const trashId = newId();
  const asked = await write((tx) =>
    door.sharedItems.setGlobals(tx, scope, { actor, trashId }, [
      text('same', 'new'),
      bare('kept'),
      bare('hidden'),
      bare('shown', false),
      secret('changed', 'new secret'),
      { ...text('described'), enabled: false },
      bare('fresh'),
      secret('given', 'with value'),
      { ...text('plain', 'p'), description: 'About plain' },
      bare('plainEmpty', false),
    ]),
  );
  expect(asked).toEqual(['hidden', 'fresh']);
  const after = {
    same: 'new',
    kept: 'stored',
    hidden: '',
    shown: '',
    changed: 'new secret',
    fresh: '',
    given: 'with value',
    plain: 'p',
    plainEmpty: '',
  };
  expect(await values(inEnvironment)).toEqual([{ gone1: 'of staging' }, after]);
  expect((await door.sharedItems.read(sql(), projectId)).globals).toEqual([
    bare('changed'),
    { ...text('described'), enabled: false },
    bare('fresh'),
    bare('given'),
    bare('hidden'),
    bare('kept'),
    { ...text('plain', 'p'), description: 'About plain' },
    text('plainEmpty', ''),
    text('same', 'new'),
    text('shown', ''),
  ]);
  expect((await trash()).map(({ kind, scope: of, name, deletedByName }) => [kind, of, name, deletedByName])).toEqual(
    expect.arrayContaining([
      ['variable', 'global', 'gone1', 'Ada Admin'],
      ['variable', 'global', 'gone2', 'Ada Admin'],
    ]),
  );
  expect((await restore(trashId)).restored).toHaveLength(2);
  expect(await values()).toEqual([{}, { ...after, gone1: '1', gone2: 'comes back' }]);
});

test('nothing is moved to the trash if the file has every variable', async () => {
  await globals([text('a')]);
  const by = { actor, trashId: newId() };
  expect(await write((tx) => door.sharedItems.setGlobals(tx, scope, by, [text('a'), text('b')]))).toEqual([]);
  expect(await trash()).toEqual([]);
  expect(await values()).toEqual([{}, { a: '1', b: '1' }]);
});

test('variables of a suite are read and set separately from other suites and global ones', async () => {
  const [suiteId, other] = [newId(), newId()];
  await globals([text('a', 'global')]);
  await door.suiteVariables.add({ ...scope, suiteId }, [text('a', 'suite'), secret('key', 'of suite'), text('gone')]);
  await door.suiteVariables.add({ ...scope, suiteId: other }, [text('a', 'other')]);
  const by = { actor, trashId: newId() };
  const wanted = [text('a', 'changed'), bare('key'), bare('fresh')];
  expect(await write((tx) => door.sharedItems.setOfSuite(tx, { ...scope, suiteId }, by, wanted))).toEqual(['fresh']);
  expect(await door.sharedItems.readOfSuites(sql(), [suiteId, other, newId()])).toEqual(
    new Map([
      [suiteId, [text('a', 'changed'), bare('fresh'), bare('key')]],
      [other, [text('a', 'other')]],
    ]),
  );
  const planned = await door.suiteVariables.plan([suiteId]);
  expect(openScopes(server.platform, [planned[suiteId] ?? []]).scopes[0]).toEqual({
    a: 'changed',
    fresh: '',
    key: 'of suite',
  });
  expect(await values()).toEqual([{}, { a: 'global' }]);
  expect(await trash()).toMatchObject([{ scope: 'suite', name: 'gone', environmentName: null }]);
});

test('a file adds, renames and fills an environment, but not under a taken name', async () => {
  const by = { actor, trashId: newId() };
  const put = (item: { id: string; isNew: boolean; name: string; variables: SharedVariable[] }) =>
    write((tx) => door.sharedItems.putEnvironment(tx, scope, by, item));
  const id = newId();
  expect(await put({ id, isNew: true, name: 'Staging', variables: [text('a'), bare('key')] })).toEqual(['key']);
  expect(await values(id)).toEqual([{ a: '1', key: '' }, {}]);
  expect(await put({ id, isNew: false, name: 'Stage', variables: [text('a', '2'), secret('key')] })).toEqual([]);
  expect(await values(id)).toEqual([{ a: '2', key: 'hidden' }, {}]);
  const other = await environment('Taken', [text('a', 'other')]);
  const refusal = {
    code: 'API_TESTING_ENVIRONMENT_NAME_TAKEN',
    message: 'An environment with this name exists in this workspace already. Choose another name.',
    details: [],
  };
  expect(await refusalOf(put({ id, isNew: false, name: 'taken', variables: [] }))).toEqual(refusal);
  expect(await refusalOf(put({ id: newId(), isNew: true, name: 'TAKEN', variables: [] }))).toEqual(refusal);
  expect((await door.sharedItems.read(sql(), projectId)).environments).toEqual([
    { id, name: 'Stage', variables: [text('a', '2'), bare('key')] },
    { id: other, name: 'Taken', variables: [text('a', 'other')] },
  ]);
});

test('a file can free the names of environments and databases, for each other, but takes none that is in use', async () => {
  const ids = { A: [newId(), newId()], B: [newId(), newId()] } as const;
  const put = (name: 'A' | 'B', [environmentId, databaseId]: readonly [string, string], isNew = false) =>
    write(async (tx) => {
      const by = { actor, trashId: newId() };
      await door.sharedItems.putEnvironment(tx, scope, by, { id: environmentId, isNew, name, variables: [] });
      await door.sharedItems.putDatabase(tx, scope, { id: databaseId, isNew, name, ...shop });
    });
  const names = async () => {
    const { environments, databases } = await door.sharedItems.read(sql(), projectId);
    return Object.fromEntries([...environments, ...databases].map(({ id, name }) => [id, name]));
  };
  await put('A', ids.A, true);
  await put('B', ids.B, true);
  const taken = {
    code: 'API_TESTING_DATABASE_NAME_TAKEN',
    message: 'A database with this name exists in this workspace already. Choose another name.',
    details: [],
  };
  const database = (id: string, isNew: boolean) =>
    write((tx) => door.sharedItems.putDatabase(tx, scope, { id, isNew, name: 'b', ...shop }));
  expect(await refusalOf(database(newId(), true))).toEqual(taken);
  expect(await refusalOf(database(ids.A[1], false))).toEqual(taken);
  const free = (environmentIds: string[], databaseIds: string[]) =>
    write((tx) => door.sharedItems.renameApart(tx, { environmentIds, databaseIds }));
  await free([], []);
  expect(await names()).toEqual({ [ids.A[0]]: 'A', [ids.A[1]]: 'A', [ids.B[0]]: 'B', [ids.B[1]]: 'B' });
  await free([ids.B[0]], [ids.B[1]]);
  await put('B', ids.A);
  await put('A', ids.B);
  expect(await names()).toEqual({ [ids.A[0]]: 'B', [ids.A[1]]: 'B', [ids.B[0]]: 'A', [ids.B[1]]: 'A' });
});

test('environments are found by name and counted, and their names are visible only in their workspace', async () => {
  const { environments } = door;
  const id = await environment('Staging North');
  await environment('Production');
  const foreign = await environment('Staging South', [], await newProject(server.admin.client));
  const found = await environments.find([projectId], { text: 'stag', words: [['stag']], most: 5 });
  expect(found).toEqual([{ id, name: 'Staging North', projectId, isWhole: true, updatedAt: expect.any(Date) }]);
  expect([await environments.count(projectId), await environments.count(newId())]).toEqual([2, 0]);
  expect((await environments.namesOf(projectId)).sort()).toEqual(['Production', 'Staging North']);
  expect(await environments.nameOf(scope, id)).toBe('Staging North');
  await environments.assertExists(scope, id);
  const refusal = {
    code: 'API_TESTING_ENVIRONMENT_NOT_FOUND',
    message: 'No such environment. It may have been deleted.',
    details: [],
  };
  for (const [place, one] of [
    [scope, newId()],
    [scope, foreign],
    [{ ...scope, organizationId: newId() }, id],
  ] as const) {
    expect(await refusalOf(environments.nameOf(place, one))).toEqual(refusal);
    expect(await refusalOf(environments.assertExists(place, one))).toEqual(refusal);
  }
});

test('an environment missing from a file is deleted with its variables and can be restored', async () => {
  const id = await environment('Staging', [text('a'), secret('key')]);
  const other = await environment('Other', [text('a', 'other')]);
  const trashId = newId();
  await write((tx) => door.sharedItems.deleteEnvironment(tx, { actor, trashId }, id));
  await write((tx) => door.sharedItems.deleteEnvironment(tx, { actor, trashId: newId() }, newId()));
  expect((await door.sharedItems.read(sql(), projectId)).environments.map((one) => one.id)).toEqual([other]);
  expect(await trash()).toMatchObject([
    { kind: 'environment', name: 'Staging', scope: 'environment', variableCount: 2, deletedByName: 'Ada Admin' },
  ]);
  await restore(trashId);
  expect(await values(id)).toEqual([{ a: '1', key: 'hidden' }, {}]);
});

test('setting variables deletes the tokens fetched with the old ones; variables of an environment affect only its tokens', async () => {
  const other = await newProject(server.admin.client);
  const [one, two] = [await environment('One'), await environment('Two')];
  const { fill, kept } = await cachedTokens({ one, two, other });
  const by = { actor, trashId: newId() };
  await fill();
  expect(await kept()).toEqual(['one', 'two', 'none', 'other']);
  const item = { id: one, isNew: false, name: 'One', variables: [] };
  await write((tx) => door.sharedItems.putEnvironment(tx, scope, by, item));
  expect(await kept()).toEqual(['two', 'none', 'other']);
  await fill();
  await write((tx) => door.sharedItems.setGlobals(tx, scope, by, []));
  expect(await kept()).toEqual(['other']);
  await fill();
  await write((tx) => door.sharedItems.setOfSuite(tx, { ...scope, suiteId: newId() }, by, []));
  expect(await kept()).toEqual(['other']);
});

test.each([
  ['no change', {}, false],
  ['another name', { name: 'Orders' }, false],
  ['another host', { host: 'elsewhere.test' }, true],
  ['another port', { port: 5433 }, true],
  ['another user', { username: 'eve' }, true],
  ['weaker encryption', { tls: 'off' as const }, true],
])('a file keeps the password of a database unless it would be sent elsewhere: %s', async (_name, change, isLost) => {
  const { client } = server.admin;
  const body = { projectId, name: 'Shop', ...shop, password: 'word' };
  const { databaseConfigurationId: id } = await client.call(calls.createDatabase, { body });
  const item = { id, isNew: false, name: 'Shop', ...shop, ...change };
  expect(await write((tx) => door.sharedItems.putDatabase(tx, scope, item))).toBe(isLost);
  const { isNew: _isNew, ...fields } = item;
  expect(await door.databases.findTarget(scope, id)).toMatchObject({ ...fields, password: isLost ? '' : 'word' });
});

test('a file adds databases without a password, freely changes one without a password, and deletes them', async () => {
  const id = newId();
  const put = (given: object = {}) =>
    write((tx) => door.sharedItems.putDatabase(tx, scope, { id, isNew: false, name: 'Shop', ...shop, ...given }));
  expect(await put({ isNew: true })).toBe(true);
  const listed = async () =>
    (await server.admin.client.call(calls.listDatabases, { query: { projectId } })).databaseConfigurations;
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  const stored = { databaseConfigurationId: id, projectId, name: 'Shop', ...shop, hasPassword: false, ...times };
  expect(await listed()).toEqual([stored]);
  expect(await put({ host: 'elsewhere.test' })).toBe(false);
  expect(await listed()).toEqual([{ ...stored, host: 'elsewhere.test' }]);
  expect(await refusalOf(put({ username: '' }))).toEqual({
    code: 'API_TESTING_DATABASE_USER_REQUIRED',
    message: 'Please enter a user name.',
    details: [{ path: 'username', message: 'Please enter a user name.' }],
  });
  expect(await put({ kind: 'mongodb', username: '' })).toBe(false);
  const environmentId = await environment('Staging');
  const ids = [newId(), id, environmentId];
  expect(await door.sharedItems.taken(sql(), ids)).toEqual([environmentId, id]);
  expect(await door.sharedItems.taken(sql(), [])).toEqual([]);
  await write((tx) => door.sharedItems.deleteDatabase(tx, id));
  expect([await listed(), await door.sharedItems.taken(sql(), ids)]).toEqual([[], [environmentId]]);
});

const inFreePlan = {
  code: 'API_TESTING_GLOBALS_NOT_IN_FREE_PLAN',
  message: 'Global variables are not allowed in Free Plan',
  details: [],
};
const inFreeWorkspace = {
  code: 'API_TESTING_GLOBALS_NOT_IN_FREE_WORKSPACE',
  message: 'Global variables are not allowed in Workspace Free Plan',
  details: [],
};
test.each([
  ['FREE', 'PRO', inFreePlan],
  ['EXPIRED', 'PRO', inFreePlan],
  ['FREE', 'FREE', inFreePlan],
  ['PRO', 'FREE', inFreeWorkspace],
  ['ENTERPRISE', 'FREE', inFreeWorkspace],
  ['PRO', 'PRO', undefined],
  ['ENTERPRISE', 'PRO', undefined],
] as const)('on the plan %s, global variables in a %s workspace', async (plan, workspacePlan, refusal) => {
  const check = async () => door.sharedItems.assertGlobals({ ...actor, plan }, { workspacePlan });
  if (refusal !== undefined) expect(await refusalOf(check())).toEqual(refusal);
  else await check();
});
