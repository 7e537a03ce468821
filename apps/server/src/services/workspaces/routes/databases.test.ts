import { createServer, type Socket } from 'node:net';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';

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

test.each(['postgresql', 'mysql', 'sqlServer', 'oracle', 'mongodb'] as const)(
  'a %s server that is unreachable, or that responds wrongly, costs one test and not the process',
  async (kind) => {
    const { client } = server.admin;
    const projectId = await newProject(client);
    const sockets = new Set<Socket>();
    // Four zero bytes send MongoDB's driver into an endless loop.
    const odd = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.write(Buffer.alloc(64));
      socket.once('data', () => socket.end());
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    // A port that was free a moment ago may be in use by another test by now; this one is never listened on.
    const closedPort = 1;
    const ports = { refused: closedPort, odd: (odd.address() as { port: number }).port };
    const messages: Record<string, string> = {};
    for (const [name, port] of Object.entries(ports)) {
      const body = { projectId, name: 'Odd', ...database.fields, kind, port };
      const outcome = await client.call(workspaceRoutes.testDatabaseConnection, { body });
      expect(outcome.connected).toBe(false);
      messages[name] = outcome.message;
    }
    const added: Partial<Record<typeof kind, string>> = { sqlServer: 'SQL Server', oracle: 'Oracle Database' };
    const driver = added[kind];
    expect(messages.refused).toContain(
      driver ? `The driver for ${driver} is not installed. Run` : 'Nothing listens at 127.0.0.1',
    );
    expect(messages.odd).not.toBe('');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => odd.close(resolve));
  },
  60_000,
);

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
  const query = { databaseConfigurationId };
  expect(await failureOf(client.call(workspaceRoutes.deleteDatabase, { query }))).toMatchObject({
    code: 'API_TESTING_DATABASE_IN_USE',
    message: expect.stringContaining('Ask'),
  });
  await client.call(calls.deletePrerequisite, { query: { prerequisiteId } });
  await client.call(workspaceRoutes.deleteDatabase, { query });
  expect((await client.call(workspaceRoutes.listDatabases, { query: { projectId } })).databaseConfigurations).toEqual(
    [],
  );
});
