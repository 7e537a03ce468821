import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls, keptSecret } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { documentOf, start } from '../../../flows/testing/flow-builders.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { type EditedFile, exportedFile, workspaceForm } from '../../testing/workspace-files.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ({ client } = owner);
  projectId = await newProject(client, 'Shop');
});
afterAll(() => server.close());

const url = 'https://a.test/';
const exported = (of = projectId) => exportedFile(client, of);
const apply = (file: EditedFile, revision: string, removes: 'true' | 'false' = 'true') =>
  client.call(calls.applyWorkspace, { query: { projectId, removes, revision }, body: workspaceForm(file) });
const edit = async (change: (file: EditedFile) => void, removes?: 'true' | 'false') => {
  const { file, revision } = await exported();
  change(file);
  return apply(file, revision, removes);
};
const importCopy = async (file: EditedFile, query: object = {}) =>
  client.call(calls.importWorkspace, { query, body: workspaceForm(file) });
const database = { name: 'Orders', kind: 'postgresql', host: 'db.test', port: 5432, databaseName: 'd', username: 'u' };
const newDatabase = (name: string) =>
  client.call(workspaceRoutes.createDatabase, {
    body: { projectId, ...database, kind: 'postgresql', name, password: 's3cret' },
  });
const databases = async (of = projectId) =>
  (await client.call(workspaceRoutes.listDatabases, { query: { projectId: of } })).databaseConfigurations.map(
    ({ name, host, hasPassword }) => [name, host, hasPassword],
  );
const fill = async (suiteId: string, count: number) => {
  const { scriptId } = await newScript(client, suiteId, { url, scriptName: 'N0' });
  await server.platform.database.pool.query(
    `insert into api_testing.script select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'position', n,
         'name', 'N' || n, 'document', s.document || jsonb_build_object('scriptName', 'N' || n)))).*
       from api_testing.script s, generate_series(1, $2::int) n where s.id = $1`,
    [scriptId, count - 1],
  );
};

test.each([
  ['Shop & Co. 2', 'Shop-Co.-2'],
  ['x'.repeat(100), 'x'.repeat(80)],
])('the file of the workspace "%s" is named %s', async (projectName, name) => {
  const body = { projectId: await newProject(client, projectName), format: 'touchstone' as const };
  const { headers } = await client.raw(calls.exportProject, { body });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}.touchstone.json"`);
});

test('databases are added, changed and removed by a file; passwords stay or are reported', async () => {
  await newDatabase('Kept');
  await newDatabase('Gone');
  const report = await edit((file) => {
    const [, kept] = file.databases;
    expect(JSON.stringify(file)).not.toContain('s3cret');
    file.databases = [{ ...kept, name: 'Renamed' }, database];
  });
  expect(report).toMatchObject({
    added: 1,
    changed: 1,
    removed: 1,
    fillIn: [{ kind: 'database', name: 'Orders', what: 'password' }],
  });
  expect((await databases()).toSorted()).toEqual([
    ['Orders', 'db.test', false],
    ['Renamed', 'db.test', true],
  ]);
});

test('a copy of a workspace refers to its own database, script and environment', async () => {
  const { databaseConfigurationId } = await newDatabase('Orders');
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Stage' },
  });
  const { scriptId } = await newScript(client, await newSuite(client, projectId, 'Suite'), { url, scriptName: 'A' });
  const create = (name: string, action: object, given: object = {}) =>
    client.call(calls.createPrerequisite, { body: { projectId, name, action, ...given } as never });
  const query = { kind: 'database', databaseConfigurationId, query: 'select 1', result: 'firstRow' };
  await create('Query', query, { targetEnvironmentId: environmentId });
  await create('Send', { kind: 'script', scriptId, dataHandlers: [] });
  const { text } = await exported();
  const { project, report } = await importCopy(text);
  expect(report.fillIn).toEqual([{ kind: 'database', name: 'Orders', what: 'password' }]);
  const { file } = await exported(project.projectId);
  const [asks, sends] = file.prerequisites;
  expect([asks.name, asks.action.databaseConfigurationId]).toEqual(['Query', file.databases[0].id]);
  expect(asks.targetEnvironmentId).toBe(file.environments[0].id);
  expect(sends.action.scriptId).toBe(file.suites[0].scripts[0].id);
  const ids = [databaseConfigurationId, environmentId, scriptId];
  for (const id of ids) expect(JSON.stringify(file)).not.toContain(id);
});

test('an export names how many secrets and files it leaves out', async () => {
  const secret = (name: string) => ({ name, value: 's3cret', isSecret: true });
  expect((await exported()).losses).toEqual([]);
  await client.call(workspaceRoutes.createGlobals, { body: { projectId, variables: [secret('a')] } });
  await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Stage', variables: [secret('b'), { name: 'c', value: '1' }] },
  });
  const suiteId = await newSuite(client, projectId);
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [secret('d')] } });
  await newDatabase('One');
  await newDatabase('Two');
  const { losses, text } = await exported();
  expect(losses).toEqual([
    { what: 'Values of secret variables', count: 3 },
    { what: 'Passwords of databases', count: 2 },
  ]);
  expect(text).not.toContain('s3cret');
});

test('a report lists at most 500 changes, and counts all of them', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await fill(suiteId, 601);
  const { file, revision } = await exported();
  expect(file.suites[0].scripts).toHaveLength(601);
  const found = await client.call(calls.findText, { body: { projectId, find: 'a.test', replaceWith: 'b.test' } });
  expect([found.items, found.count, found.matches.length]).toEqual([601, 601, 500]);
  const [first] = file.suites[0].scripts;
  const query = { projectId, removes: 'true' as const };
  const body = workspaceForm({ ...file, suites: [{ ...file.suites[0], scripts: [first] }] });
  const planned = await client.call(calls.planWorkspace, { query, body });
  expect([planned.removed, planned.changes.length, planned.revision]).toEqual([600, 500, revision]);
});

test('credentials stay while their kind stays; of another kind they have to be entered', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const authentication = { type: 'basic' as const, username: 'ana', password: 's3cret' };
  const { scriptId } = await newScript(client, suiteId, { url, scriptName: 'A', authentication });
  const read = async () => (await client.call(calls.getScript, { query: { scriptId } })).authentication;
  const set = (given: object) =>
    edit((file) => {
      file.suites[0].scripts[0].authentication = given;
    });
  expect((await set({ type: 'basic', username: 'ben', password: keptSecret })).fillIn).toEqual([]);
  expect(await read()).toEqual({ type: 'basic', username: 'ben', password: 's3cret' });
  expect((await set({ type: 'bearer', token: keptSecret })).fillIn).toEqual([
    { kind: 'script', name: 'Orders / A', what: 'token' },
  ]);
  expect(await read()).toEqual({ type: 'bearer', token: '{{token}}' });
  expect((await set({ type: 'bearer', token: 'given' })).fillIn).toEqual([]);
  expect(await read()).toEqual({ type: 'bearer', token: 'given' });
});

test('a file has its suites and environments by name, whatever their case and age', async () => {
  for (const name of ['b', 'C', 'a']) {
    await newSuite(client, projectId, name);
    await client.call(workspaceRoutes.createEnvironment, { body: { projectId, environmentName: name } });
  }
  await client.call(calls.createSuite, { body: { projectId, suiteName: 'A', isChaining: true } });
  const { file, text } = await exported();
  expect(file.environments.map(({ name }: EditedFile) => name)).toEqual(['a', 'b', 'C']);
  const [first, second, ...rest] = file.suites.map(({ name }: EditedFile) => name);
  expect([[first, second].toSorted(), rest]).toEqual([
    ['A', 'a'],
    ['b', 'C'],
  ]);
  const reversed =
    "update api_testing.suite set created_at = timestamptz '2020-01-01' + (now() - created_at) where project_id = $1";
  await server.platform.database.pool.query(reversed, [projectId]);
  expect((await exported()).text).toBe(text);
});

test('what a document said about the API of a suite survives a round trip', async () => {
  const suite = { name: 'Orders', about: { info: { version: '1' } }, servers: ['https://a.test'] };
  await edit((file) => {
    file.suites = [suite, { name: 'Plain' }];
  });
  const { file } = await exported();
  expect(file.suites[0]).toMatchObject(suite);
  expect(file.suites[1]).not.toHaveProperty('about');
  expect(file.suites[1]).not.toHaveProperty('servers');
  const report = await edit((again) => {
    delete again.suites[0].about;
  });
  expect(report).toMatchObject({ added: 0, changed: 1, removed: 0 });
  expect((await exported()).file.suites[0]).not.toHaveProperty('about');
});

test('a script whose folder, documentation or examples are left out in a file loses them', async () => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  const given = { folder: 'Open', documentation: { isDeprecated: true }, examples: [{ name: 'E', status: 200 }] };
  const { scriptId } = await newScript(client, suiteId, { url, scriptName: 'A', ...(given as object) });
  const read = () => client.call(calls.getScript, { query: { scriptId } });
  expect(await read()).toMatchObject({ folder: 'Open', examples: [{ name: 'E' }] });
  await edit((file) => {
    const [script] = file.suites[0].scripts;
    for (const name of Object.keys(given)) delete script[name];
  });
  const after = await read();
  expect(after).toMatchObject({ folder: '', examples: [] });
  expect(after).not.toHaveProperty('documentation');
});

test('a file with two suites of the same name, or that is not JSON, is refused and nothing is written', async () => {
  await newSuite(client, projectId, 'Orders');
  const { file, revision } = await exported();
  const twice = { ...file, suites: [{ name: 'ORDERS' }, ...file.suites] };
  const refused = await failureOf(apply(twice, revision));
  expect(refused.status).toBe(422);
  expect(refused.details[0]?.message).toMatch(/Rename one of them/);
  expect((await exported()).revision).toBe(revision);
  expect(await failureOf(apply('[', revision))).toMatchObject({
    status: 422,
    code: 'API_TESTING_NO_WORKSPACE_FILE',
    message: "This file isn't JSON. Choose a workspace file that Touchstone exported.",
  });
});

test('a copy goes to the given team, or to the own one', async () => {
  const { text } = await exported();
  const { project } = await importCopy(text, { teamId: owner.teamId });
  const second = await importCopy(text);
  expect([project.projectName, second.project.projectName]).toEqual(['Shop (2)', 'Shop (3)']);
  const projects = (await client.call(workspaceRoutes.listProjects, { query: {} })).content;
  expect(new Set(projects.map(({ teamId }) => teamId))).toEqual(new Set([owner.teamId]));
});

/** Two items of each kind, named A and B. */
const fillTwice = async () => {
  for (const name of ['A', 'B']) {
    await newSuite(client, projectId, name);
    await newDatabase(name);
    const action = { kind: 'javascript' as const, code: '1' };
    await client.call(calls.createPrerequisite, { body: { projectId, name, action } });
    await client.call(workspaceRoutes.createEnvironment, { body: { projectId, environmentName: name } });
  }
};
const lists = ['suites', 'prerequisites', 'environments', 'databases'] as const;

test('items of a file can swap names, or take the name of a removed one', async () => {
  await fillTwice();
  const idsOf = ({ file }: { file: EditedFile }) =>
    lists.map((list) => file[list].map(({ id, name }: EditedFile) => `${name} ${id}`).toSorted());
  const { file: before } = await exported();
  const swapped = await edit((file) => {
    for (const list of lists) [file[list][0].name, file[list][1].name] = ['B', 'A'];
  });
  expect(swapped).toMatchObject({ added: 0, changed: 8, removed: 0, leftOut: [] });
  expect(idsOf(await exported())).toEqual(lists.map((list) => [`A ${before[list][1].id}`, `B ${before[list][0].id}`]));
  const taken = await edit((file) => {
    for (const list of lists) file[list] = [{ ...file[list].find(({ name }: EditedFile) => name === 'B'), name: 'A' }];
  });
  expect(taken).toMatchObject({ added: 0, changed: 4, removed: 4, leftOut: [] });
  expect(idsOf(await exported())).toEqual(lists.map((list) => [`A ${before[list][0].id}`]));
});

/** Two items of each kind that other services keep. */
const fillParts = () =>
  edit((file) => {
    for (const name of ['a', 'b']) {
      file.workflows.push({ name, document: documentOf({ nodes: [start] }) });
      file.configurations.push({ name });
      file.certificates.push({
        name: `${name}.test`,
        type: 'PFX',
        file: 'client.p12',
        subject: 'CN=client',
        issuer: 'CN=authority',
        notBefore: '2026-01-01T00:00:00.000Z',
        notAfter: '2030-01-01T00:00:00.000Z',
        fingerprint: 'AB:CD',
      });
    }
  });
const partLists = ['workflows', 'configurations', 'certificates'] as const;

test.each(partLists)('%s of a file can swap names, or take the name of a removed one', async (list) => {
  await fillParts();
  const idsOf = ({ file }: { file: EditedFile }) => file[list].map(({ id, name }: EditedFile) => [name, id]);
  const [[nameOfA, a], [nameOfB, b]] = idsOf(await exported());
  const swapped = await edit((file) => {
    [file[list][0].name, file[list][1].name] = [nameOfB, nameOfA];
  });
  expect(swapped).toMatchObject({ added: 0, changed: 2, removed: 0, leftOut: [] });
  expect(idsOf(await exported())).toEqual([
    [nameOfA, b],
    [nameOfB, a],
  ]);
  const taken = await edit((file) => {
    file[list] = [{ ...file[list][1], name: nameOfA }];
  });
  expect(taken).toMatchObject({ added: 0, changed: 1, removed: 1, leftOut: [] });
  expect(idsOf(await exported())).toEqual([[nameOfA, a]]);
});

test.each([
  ['suites', 'API_TESTING_SUITE_NAME_TAKEN'],
  ['prerequisites', 'API_TESTING_PREREQUISITE_NAME_TAKEN'],
  ['environments', 'API_TESTING_ENVIRONMENT_NAME_TAKEN'],
  ['databases', 'API_TESTING_DATABASE_NAME_TAKEN'],
] as const)('a file cannot give one of its %s a name that an existing one keeps', async (list, code) => {
  await fillTwice();
  const { file, revision } = await exported();
  file[list] = [{ ...file[list][0], name: 'b' }];
  expect(await failureOf(apply(file, revision, 'false'))).toMatchObject({ status: 409, code });
  expect((await exported()).revision).toBe(revision);
});

test('a file touches nothing but the items that it changes', async () => {
  await fillTwice();
  const { pool } = server.platform.database;
  const tables = [
    'api_testing.suite',
    'api_testing.prerequisite',
    'workspaces.environment',
    'workspaces.database_configuration',
  ];
  const touched = async () => {
    const found: string[] = [];
    for (const table of tables) {
      const { rows } = await pool.query(
        `select name from ${table} where project_id = $1 and updated_at > '2020-01-02'`,
        [projectId],
      );
      for (const { name } of rows) found.push(`${table} ${name}`);
    }
    return found;
  };
  for (const table of tables)
    await pool.query(`update ${table} set updated_at = '2020-01-01' where project_id = $1`, [projectId]);
  const order = await exported();
  await apply(order.file, order.revision);
  expect(await touched()).toEqual([]);
  await edit((file) => {
    file.suites[0].description = 'All';
    file.prerequisites[0].enabled = false;
    file.environments[0].variables = [{ name: 'a', value: '1' }];
    file.databases[0].port = 5433;
  });
  expect(await touched()).toEqual(tables.map((table) => `${table} A`));
});

test.each<[string, object, number, string]>([
  [
    'databases',
    { ...database, kind: 'postgresql' },
    100,
    'A workspace can have at most 100 database configurations. Delete one you no longer need.',
  ],
  [
    'prerequisites',
    { action: { kind: 'javascript', code: '1' } },
    200,
    'A workspace can have at most 200 prerequisites. Delete one you no longer need.',
  ],
  ['configurations', {}, 200, 'A workspace can have 200 run configurations. Delete one you no longer need.'],
])(
  'a file adds at most as many %s as a workspace can have, those that it replaces aside',
  async (field, item, most, message) => {
    const named = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...item, name: `${prefix}${at}` }));
    const put = (items: object[]) =>
      edit((file) => {
        file[field] = items;
      });
    expect(await put(named('A', most))).toMatchObject({ added: most });
    expect(await put(named('B', most))).toMatchObject({ added: most, removed: most });
    const another = edit((file) => {
      file[field] = named('C', 1);
    }, 'false');
    expect(await failureOf(another)).toMatchObject({ message });
  },
);
