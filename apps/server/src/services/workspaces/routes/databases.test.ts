import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { workspacesService } from '../index.ts';
import { actorFor, auditOf, refusalOf } from '../testing/use-cases.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let database: DatabaseTargetServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  database = await startDatabaseTarget(server.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

test('tests a saved and an unsaved database, and returns its version and time [environments-variables-5]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...database.fields };
  const connected = { connected: true, serverVersion: expect.stringMatching(/^PostgreSQL \d+/) };
  expect(await client.call(workspaceRoutes.testDatabaseConnection, { body })).toMatchObject(connected);
  const saved = await client.call(workspaceRoutes.createDatabase, { body });
  expect(saved).toMatchObject({ name: 'Shop', hasPassword: true });
  expect(JSON.stringify(saved)).not.toContain(database.fields.password);
  const { databaseConfigurationId } = saved;
  const again = await client.call(workspaceRoutes.testDatabaseConnection, { body: { databaseConfigurationId } });
  expect(again).toMatchObject(connected);
  expect(again.durationMs).toBeGreaterThanOrEqual(0);
  const rows = await server.platform.database.pool.query('select password from workspaces.database_configuration');
  expect(rows.rows[0].password).toMatch(/^v1:/);
});

test.each<[string, object, RegExp]>([
  ['a wrong password', { password: 'wrong' }, /^User .+ was refused\. Check user name and password\.$/],
  ['a database that is missing', { databaseName: 'nowhere' }, /^There is no database nowhere/],
  ['TLS that the server does not offer', { tls: 'verify' }, /does not offer TLS/],
  ['an address that is refused', { host: '169.254.169.254' }, /not allowed/],
  ['a host that is missing', { host: 'no-such-host.invalid' }, /was not found|name server/],
])('a connection test says what to correct: %s', async (_name, change, message) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...database.fields, ...change };
  const outcome = await client.call(workspaceRoutes.testDatabaseConnection, { body });
  expect(outcome).toMatchObject({ connected: false, serverVersion: null });
  expect(outcome.message).toMatch(message);
});

test.each([
  ['postgresql', 'Nothing listens at 127.0.0.1'],
  ['mysql', 'Nothing listens at 127.0.0.1'],
  ['mongodb', 'Nothing listens at 127.0.0.1'],
  ['sqlServer', 'The driver for SQL Server is not installed. Run'],
  ['oracle', 'The driver for Oracle Database is not installed. Run'],
] as const)('a connection test of %s says what is missing: %s', async (kind, message) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  // A port that was free a moment ago may be in use by another test by now; this one is never listened on.
  const body = { projectId, name: 'Closed', ...database.fields, kind, port: 1 };
  const outcome = await client.call(workspaceRoutes.testDatabaseConnection, { body });
  expect(outcome).toMatchObject({ connected: false, message: expect.stringContaining(message) });
});

test("the product's own database is not queried", async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const port = Number(new URL(server.databaseUrl).port);
  const body = { projectId, name: 'Own', ...database.fields, port };
  expect(await client.call(workspaceRoutes.testDatabaseConnection, { body })).toMatchObject({
    connected: false,
    message: expect.stringContaining('not allowed'),
  });
});

test.each<[string, object, boolean]>([
  ['another name', { name: 'New name' }, true],
  ['another database', { databaseName: 'postgres' }, true],
  ['another host', { host: 'elsewhere.example.test' }, false],
  ['another port', { port: 1 }, false],
  ['another user', { username: 'another' }, false],
])('the stored password is kept with %s only if its destination stays the same', async (_name, change, allowed) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { password: _password, ...fields } = database.fields;
  const input = { projectId, name: 'Shop', ...database.fields };
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, { body: input });
  const body = { databaseConfigurationId, name: 'Shop', caCertificate: '', ...fields, ...change };
  if (allowed) {
    expect(await client.call(workspaceRoutes.updateDatabase, { body })).toMatchObject({ hasPassword: true, ...change });
    return;
  }
  const refused = { code: 'API_TESTING_DATABASE_PASSWORD_NEEDED', details: [{ path: 'password' }] };
  expect(await failureOf(client.call(workspaceRoutes.updateDatabase, { body }))).toMatchObject(refused);
  expect(await failureOf(client.call(workspaceRoutes.testDatabaseConnection, { body }))).toMatchObject(refused);
  const anew = { ...body, password: 'entered again' };
  expect(await client.call(workspaceRoutes.updateDatabase, { body: anew })).toMatchObject(change);
});

test('a database that a prerequisite queries cannot be deleted', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, name: 'Shop', ...database.fields },
  });
  const action = { kind: 'database' as const, databaseConfigurationId, query: 'select 1 as one' };
  const { prerequisiteId } = await client.call(calls.createPrerequisite, { body: { projectId, name: 'Ask', action } });
  const second = await client.call(calls.createPrerequisite, { body: { projectId, name: 'Count', action } });
  const query = { databaseConfigurationId };
  expect(await failureOf(client.call(workspaceRoutes.deleteDatabase, { query }))).toMatchObject({
    code: 'API_TESTING_DATABASE_IN_USE',
    message: 'This database is asked by: Ask, Count. Change or delete them first.',
  });
  for (const id of [prerequisiteId, second.prerequisiteId])
    await client.call(calls.deletePrerequisite, { query: { prerequisiteId: id } });
  await client.call(workspaceRoutes.deleteDatabase, { query });
  expect((await client.call(workspaceRoutes.listDatabases, { query: { projectId } })).databaseConfigurations).toEqual(
    [],
  );
});

const fields = {
  kind: 'postgresql' as const,
  host: 'db.test',
  port: 5432,
  databaseName: 'orders',
  username: 'ada',
  tls: 'off' as const,
  caCertificate: '',
};
const notFound = {
  code: 'API_TESTING_DATABASE_NOT_FOUND',
  message: 'No such database configuration. It may have been deleted.',
  details: [],
};
const userRequired = {
  status: 400,
  code: 'API_TESTING_DATABASE_USER_REQUIRED',
  message: 'Please enter a user name.',
  details: [{ path: 'username', message: 'Please enter a user name.' }],
};

test('databases are created, changed, listed by name and deleted, and every change is recorded', async () => {
  const { client, userId } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...fields, password: 'word' };
  const made = await client.call(workspaceRoutes.createDatabase, { body });
  const { databaseConfigurationId } = made;
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(made).toEqual({ databaseConfigurationId, projectId, name: 'Shop', ...fields, hasPassword: true, ...times });
  const open = { ...body, name: 'archive', kind: 'mongodb' as const, username: '', password: '' };
  const other = await client.call(workspaceRoutes.createDatabase, { body: open });
  expect(other).toMatchObject({ name: 'archive', username: '', hasPassword: false });
  const taken = {
    status: 409,
    code: 'API_TESTING_DATABASE_NAME_TAKEN',
    message: 'A database with this name exists in this workspace already. Choose another name.',
  };
  const again = client.call(workspaceRoutes.createDatabase, { body: { ...body, name: 'SHOP' } });
  expect(await failureOf(again)).toMatchObject(taken);
  const change = { databaseConfigurationId, name: 'Shop', ...fields };
  const update = (given: object) => client.call(workspaceRoutes.updateDatabase, { body: { ...change, ...given } });
  expect(await failureOf(update({ name: 'Archive' }))).toMatchObject(taken);
  const changed = await update({ name: 'Store', databaseName: 'store' });
  expect(changed).toEqual({ ...made, ...times, name: 'Store', databaseName: 'store' });
  const list = async () =>
    (await client.call(workspaceRoutes.listDatabases, { query: { projectId } })).databaseConfigurations;
  expect(await list()).toEqual([other, changed]);
  expect(await update({ name: 'Store', password: '' })).toMatchObject({ hasPassword: false });
  expect(await update({ name: 'Store', host: 'elsewhere.test' })).toMatchObject({ hasPassword: false });
  await client.call(workspaceRoutes.deleteDatabase, { query: { databaseConfigurationId } });
  expect(await list()).toEqual([other]);
  const entry = (action: string, name: string) => ({ action: `database.${action}`, userId, detail: { name } });
  expect(await auditOf(server, databaseConfigurationId)).toEqual([
    entry('created', 'Shop'),
    entry('changed', 'Store'),
    entry('changed', 'Store'),
    entry('changed', 'Store'),
    entry('deleted', 'Store'),
  ]);
});

test('only MongoDB is signed in to without a user, whether it is saved, changed or tested', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...fields, username: '', password: '' };
  expect(await failureOf(client.call(workspaceRoutes.createDatabase, { body }))).toMatchObject(userRequired);
  expect(await failureOf(client.call(workspaceRoutes.testDatabaseConnection, { body }))).toMatchObject(userRequired);
  const saved = await client.call(workspaceRoutes.createDatabase, { body: { ...body, username: 'ada' } });
  const { databaseConfigurationId } = saved;
  const changed = { databaseConfigurationId, name: 'Shop', ...fields, username: '' };
  expect(await failureOf(client.call(workspaceRoutes.updateDatabase, { body: changed }))).toMatchObject(userRequired);
  expect(await failureOf(client.call(workspaceRoutes.testDatabaseConnection, { body: changed }))).toMatchObject(
    userRequired,
  );
});

test('a changed configuration is tested with the stored password, or with the one entered', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...database.fields, caCertificate: '' };
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, { body });
  const { password: _password, projectId: _project, ...unchanged } = body;
  const check = (given: object) =>
    client.call(workspaceRoutes.testDatabaseConnection, { body: { databaseConfigurationId, ...unchanged, ...given } });
  const { serverVersion, message, durationMs, connected } = await check({});
  expect([connected, message, Number.isInteger(durationMs)]).toEqual([true, `Connected to ${serverVersion}.`, true]);
  expect(await check({ password: 'wrong' })).toMatchObject({ connected: false, serverVersion: null });
});

test('a workspace can have at most 100 databases, even if several are created at the same time', async () => {
  const { client, organizationId } = server.admin;
  const projectId = await newProject(client);
  await server.platform.database.pool.query(
    `insert into workspaces.database_configuration (id, organization_id, project_id, name, kind, host, port, database_name, username, tls, ca_certificate)
     select gen_random_uuid(), $1, $2, 'Database ' || n, 'postgresql', 'db.test', 5432, 'orders', 'ada', 'off', '' from generate_series(1, 98) n`,
    [organizationId, projectId],
  );
  const create = (name: string) =>
    client.call(workspaceRoutes.createDatabase, { body: { projectId, name, ...fields, password: '' } });
  const last = await Promise.allSettled(['A', 'B', 'C', 'D'].map(create));
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await failureOf(create('One more'))).toMatchObject({
    status: 409,
    code: 'API_TESTING_TOO_MANY_DATABASES',
    message: 'A workspace can have at most 100 database configurations. Delete one you no longer need.',
  });
});

test('a database is found by id or name, with its password, only in its workspace and organization', async () => {
  const { client, organizationId } = server.admin;
  const [projectId, otherId] = [await newProject(client), await newProject(client)];
  const create = (name: string, password: string, project = projectId) =>
    client.call(workspaceRoutes.createDatabase, { body: { projectId: project, name, ...fields, password } });
  const { databaseConfigurationId: id } = await create('Shop', 'word');
  await create('Archive', '');
  await create('Foreign', '', otherId);
  const { databases } = server.app.door(workspacesService);
  const scope = { organizationId, projectId };
  const elsewhere = [
    { organizationId, projectId: otherId },
    { organizationId: newId(), projectId },
  ];
  const shop = expect.objectContaining({ id, projectId, name: 'Shop', ...fields, password: 'word' });
  expect(await databases.findTarget(scope, id)).toEqual(shop);
  await databases.assertExists(scope, id);
  expect(await databases.findByName(scope, 'Shop')).toEqual({ target: shop, names: ['Archive', 'Shop'] });
  expect(await databases.findByName(scope, 'Archive')).toMatchObject({ target: { name: 'Archive', password: '' } });
  expect(await databases.findByName(scope, 'shop')).toEqual({ target: undefined, names: ['Archive', 'Shop'] });
  expect(await databases.findByName({ ...scope, organizationId: newId() }, 'Shop')).toEqual({
    target: undefined,
    names: [],
  });
  for (const place of elsewhere) {
    expect(await databases.findTarget(place, id)).toBeUndefined();
    expect(await refusalOf(databases.assertExists(place, id))).toEqual(notFound);
  }
  expect(await databases.findTarget(scope, newId())).toBeUndefined();
  expect(await refusalOf(databases.assertExists(scope, newId()))).toEqual(notFound);
});

test('viewers see databases but neither change nor test them; strangers see none', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const body = { projectId, name: 'Shop', ...fields, password: '' };
  const saved = await client.call(workspaceRoutes.createDatabase, { body });
  const { databaseConfigurationId: id } = saved;
  const { databases, askDatabases } = server.app.door(workspacesService);
  const guest = actorFor(server.admin, { role: 'ROLE_GUEST' });
  const stranger = actorFor(await server.createOrganization());
  const attempts = (by: typeof guest, databaseConfigurationId = id) => [
    databases.create(by, { ...body, name: 'Other' }),
    askDatabases.testConnection(by, body),
    databases.update(by, { databaseConfigurationId, name: 'Other', ...fields }),
    databases.delete(by, databaseConfigurationId),
    askDatabases.testConnection(by, { databaseConfigurationId }),
  ];
  const codes = async (by: typeof guest) =>
    Promise.all(attempts(by).map(async (work) => (await refusalOf(work)).code.replace('API_TESTING_', '')));
  expect(new Set(await codes(guest))).toEqual(new Set(['VIEWER_MAY_NOT_EDIT']));
  const [workspace, configuration] = ['PROJECT_NOT_FOUND', 'DATABASE_NOT_FOUND'];
  expect(await codes(stranger)).toEqual([workspace, workspace, configuration, configuration, configuration]);
  expect(await databases.list(guest, projectId)).toEqual([saved]);
  expect(await refusalOf(databases.list(stranger, projectId))).toMatchObject({ code: 'API_TESTING_PROJECT_NOT_FOUND' });
});

test('a run asks a database with values bound to names, and gets at most the rows it wants', async () => {
  const { askDatabases } = server.app.door(workspacesService);
  const target = { ...database.fields, caCertificate: '' };
  const signal = new AbortController().signal;
  const limits = { timeoutMs: 10_000, signal };
  const text = 'select id::text as id from public.item where price > {{least}}::numeric order by id';
  const ask = (least: string, maxRows: number) =>
    askDatabases.query(target, { text, values: { least }, maxRows }, limits);
  expect(await ask('0', 9)).toEqual([{ id: '2' }, { id: '9007199254740993' }]);
  expect(await ask('0', 1)).toEqual([{ id: '2' }]);
  expect(await ask('5', 9)).toEqual([{ id: '9007199254740993' }]);
  await expect(ask('none', 9)).rejects.toThrow(/none/);
});

test('a run reads the rows of a database as a stream, its values bound to names too', async () => {
  const { askDatabases } = server.app.door(workspacesService);
  const query = { text: 'select name from public.item where id = {{id}}::bigint', values: { id: '2' }, maxRows: 9 };
  const limits = { timeoutMs: 10_000, signal: new AbortController().signal };
  const rows = await askDatabases.read({ ...database.fields, caCertificate: '' }, query, limits);
  expect(rows.columns).toEqual([{ name: 'name', type: 'text' }]);
  expect(await Array.fromAsync(rows.batches)).toEqual([[['Bolt']]]);
  const elsewhere = { ...database.fields, caCertificate: '', host: '169.254.169.254' };
  await expect(askDatabases.read(elsewhere, query, limits)).rejects.toThrow(/not allowed/);
  await expect(askDatabases.query(elsewhere, query, limits)).rejects.toThrow(/not allowed/);
});
