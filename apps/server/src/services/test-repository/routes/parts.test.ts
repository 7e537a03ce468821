import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deleteEnvironmentForGood, failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { newModule, newScript } from '../testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const variablesOf = async (projectUUID: string, environmentUUID?: string) =>
  (
    await client.call(calls.listGlobalVariables, {
      query: { projectUUID, ...(environmentUUID && { environmentUUID }) },
    })
  ).variables.map(({ name, value, isSecret }) => [name, value, isSecret]);

test('[web-repository-6] environments and variables are created, changed, copied with their secrets, uploaded and deleted', async () => {
  const { projectUUID } = await newModule(client);
  const newEnvironment = (environmentName: string) =>
    client.call(calls.createEnvironment, { body: { projectUUID, environmentName } });
  const [test1, test2] = [await newEnvironment('Test'), await newEnvironment('Stage')];
  const { variables } = await client.call(calls.createGlobalVariables, {
    body: {
      projectUUID,
      environmentUUID: test1.environmentId,
      variables: [
        { name: 'user', value: 'alice' },
        { name: 'password', value: 'p4ss', isSecret: true },
      ],
    },
  });
  await client.call(calls.createGlobalVariables, {
    body: { projectUUID, variables: [{ name: 'shop', value: 'http://a.test' }] },
  });
  const [user] = variables;
  await client.call(calls.updateGlobalVariable, {
    body: { variableId: variables.find((v) => v.name === 'user')?.variableId ?? user?.variableId ?? '', value: 'bob' },
  });
  expect(await variablesOf(projectUUID, test1.environmentId)).toEqual([
    ['password', '', true],
    ['user', 'bob', false],
  ]);
  const upload = (text: string, environmentUUID: string | null = test2.environmentId) =>
    client.call(calls.uploadVariables, { body: { projectUUID, environmentUUID, text } });
  await upload('# Users\nuser=carol\nurl = http://b.test?a=b\n');
  const copied = await client.call(calls.cloneGlobalVariables, {
    body: { projectUUID, environmentUUID: test2.environmentId, variableIds: variables.map((v) => v.variableId) },
  });
  expect(copied.skipped).toEqual(['user']);
  expect(copied.variables).toMatchObject([{ name: 'password', isSecret: true, value: '' }]);
  await upload('name;value\n"user";"da""ve"\n');
  expect(await variablesOf(projectUUID, test2.environmentId)).toEqual([
    ['password', '', true],
    ['url', 'http://b.test?a=b', false],
    ['user', 'da"ve', false],
  ]);
  for (const [text, reason] of [
    ['nonsense', 'Line 1 is not NAME=value.'],
    ['9x=1', '“9x” is no name of a variable.'],
    ['# only a remark', 'It has no variables.'],
  ] as const)
    expect(await failureOf(upload(text))).toMatchObject({ status: 422, message: `The file can’t be read: ${reason}` });
  await client.call(calls.renameEnvironment, {
    body: { environmentUUID: test2.environmentId, environmentName: 'Two' },
  });
  const { environments } = await client.call(calls.listEnvironments, { query: { projectUUID } });
  expect(environments.map(({ environmentName }) => environmentName).toSorted()).toEqual(['Test', 'Two']);
  const ids = variables.map((v) => v.variableId);
  await client.call(calls.deleteGlobalVariables, { query: { projectUUID, variableIds: ids } as never });
  expect(await variablesOf(projectUUID, test1.environmentId)).toEqual([]);
  await client.call(calls.deleteEnvironment, { query: { environmentUUID: test2.environmentId } });
  expect(await variablesOf(projectUUID)).toEqual([['shop', 'http://a.test', false]]);
});

test('variables and environments of another project are not accessible', async () => {
  const { projectUUID } = await newModule(client);
  const other = await newModule(client);
  const environment = await client.call(calls.createEnvironment, {
    body: { projectUUID: other.projectUUID, environmentName: 'Theirs' },
  });
  const create = client.call(calls.createGlobalVariables, {
    body: { projectUUID, environmentUUID: environment.environmentId, variables: [{ name: 'a', value: 'b' }] },
  });
  expect(await failureOf(create)).toMatchObject({ status: 404 });
  const { variables: theirs } = await client.call(calls.createGlobalVariables, {
    body: { projectUUID: other.projectUUID, variables: [{ name: 'theirs', value: 'b' }] },
  });
  const query = { projectUUID, variableIds: theirs.map(({ variableId }) => variableId) };
  expect(await failureOf(client.call(calls.deleteGlobalVariables, { query } as never))).toMatchObject({
    code: 'TEST_REPOSITORY_VARIABLE_NOT_FOUND',
  });
  const apiProject = await newProject(client);
  for (const call of [calls.listGlobalVariables, calls.listEnvironments, calls.listDatabases])
    expect(await failureOf(client.call(call, { query: { projectUUID: apiProject } }))).toMatchObject({
      status: 404,
      code: 'TEST_REPOSITORY_PROJECT_NOT_FOUND',
    });
});

test('[web-repository-6] database configurations are created, changed, listed without passwords and deleted', async () => {
  const { projectUUID } = await newModule(client);
  const fields = { kind: 'postgresql', host: 'db.test', port: 5432, databaseName: 'shop', username: 'a' } as const;
  const made = await client.call(calls.createDatabase, {
    body: { projectId: projectUUID, name: 'Shop', ...fields, password: 'p4ss' },
  });
  const { databaseConfigurationId } = made;
  const shown = { ...fields, tls: 'off', caCertificate: '' } as const;
  await client.call(calls.updateDatabase, {
    body: { databaseConfigurationId, name: 'Store', ...shown, password: 'other' },
  });
  const { databaseConfigurations } = await client.call(calls.listDatabases, { query: { projectUUID } });
  expect(databaseConfigurations).toMatchObject([{ name: 'Store', hasPassword: true }]);
  expect(JSON.stringify(databaseConfigurations)).not.toContain('p4ss');
  await client.call(calls.deleteDatabase, { query: { uuid: databaseConfigurationId } });
  expect((await client.call(calls.listDatabases, { query: { projectUUID } })).databaseConfigurations).toEqual([]);
});

test('[web-repository-6] a data table is created, changed, read for an environment, referenced by a script, and deleted', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { environmentId: environmentUUID } = await client.call(calls.createEnvironment, {
    body: { projectUUID, environmentName: 'Test' },
  });
  const create = (tableName: string, given: object = {}) =>
    client.call(calls.createDataTable, {
      body: { projectUUID, tableName, columns: ['user', 'age'], rows: [['alice', '7'], ['bob']], ...given },
    });
  const table = await create('Users', { environmentUUID });
  expect(table).toMatchObject({
    rowCount: 2,
    rows: [
      ['alice', '7'],
      ['bob', ''],
    ],
  });
  expect(await failureOf(create('users'))).toMatchObject({ code: 'TEST_REPOSITORY_TABLE_NAME_TAKEN' });
  expect(await failureOf(create('Long', { rows: [['a', 'b', 'c']] }))).toMatchObject({
    message: 'Row 1 has 3 values, but there are 2 columns.',
  });
  expect((await failureOf(create('Twice', { columns: ['a', 'A'] }))).details).toMatchObject([
    { message: 'Name each column once' },
  ]);
  await create('For all');
  const inEnvironment = await client.call(calls.listEnvironmentDataTables, { query: { projectUUID, environmentUUID } });
  expect(inEnvironment.tables.map(({ tableName }) => tableName)).toEqual(['For all', 'Users']);
  const { uuid } = await newScript(client, moduleUUID);
  const name = (dataTableUUID: string | null) =>
    client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, dataTableUUID } });
  expect(await name(table.uuid)).toMatchObject({ dataTableUUID: table.uuid });
  const columns = () => client.call(calls.listDataColumns, { query: { scriptUUID: uuid } });
  expect(await columns()).toEqual({ tableUUID: table.uuid, columns: ['user', 'age'] });
  const content = { columns: ['user'], rows: [['eve']] };
  const changed = await client.call(calls.updateDataTable, {
    body: { uuid: table.uuid, tableName: 'People', content },
  });
  expect(changed).toMatchObject({ tableName: 'People', environmentUUID, rows: [['eve']] });
  await deleteEnvironmentForGood(client, projectUUID, environmentUUID);
  await expect
    .poll(async () => (await client.call(calls.getDataTable, { params: { id: table.uuid } })).environmentUUID)
    .toBeNull();
  await client.call(calls.deleteDataTable, { query: { uuid: table.uuid } });
  expect(await columns()).toEqual({ tableUUID: null, columns: [] });
  const foreign = await newModule(client);
  const { uuid: foreignTable } = await client.call(calls.createDataTable, {
    body: { projectUUID: foreign.projectUUID, tableName: 'Theirs', columns: ['a'] },
  });
  expect(await failureOf(name(foreignTable))).toMatchObject({ code: 'TEST_REPOSITORY_TABLE_NOT_FOUND' });
});

test('[web-repository-6] a data table is downloaded as CSV and uploaded again', async () => {
  const { projectUUID } = await newModule(client);
  const upload = (given: object) =>
    client.call(calls.uploadDataTemplate, { body: { projectUUID, text: '', ...given } });
  const made = await upload({ tableName: 'Users', text: 'user,says\nalice,"Hi, ""you"""\n' });
  expect(made).toMatchObject({ columns: ['user', 'says'], rows: [['alice', 'Hi, "you"']] });
  const download = async (query: object) =>
    (await client.raw(calls.downloadDataTemplate, { query: { projectUUID, ...query } })).text();
  const text = await download({ uuid: made.uuid });
  expect(text).toBe('user,says\r\nalice,"Hi, ""you"""\r\n');
  expect(await download({})).toMatch(/^user,password,expected/);
  expect(await upload({ uuid: made.uuid, text: `${text}bob\r\n` })).toMatchObject({
    uuid: made.uuid,
    tableName: 'Users',
    rows: [
      ['alice', 'Hi, "you"'],
      ['bob', ''],
    ],
  });
  expect((await failureOf(upload({ text: 'a\n1' }))).code).toBe('TEST_REPOSITORY_TABLE_NAME_MISSING');
  const other = await newModule(client);
  const foreign = client.raw(calls.downloadDataTemplate, {
    query: { projectUUID: other.projectUUID, uuid: made.uuid },
  });
  expect((await failureOf(foreign)).code).toBe('TEST_REPOSITORY_TABLE_NOT_FOUND');
  const cases: [string, string][] = [
    ['a,b\n"x', 'not closed'],
    ['a b,c\n', 'no name of a column'],
    ['a,A\n', 'Two columns are named'],
  ];
  for (const [bad, reason] of cases) {
    const failure = await failureOf(upload({ tableName: 'Bad', text: bad }));
    expect(failure).toMatchObject({ status: 422, message: expect.stringContaining(reason) });
  }
});

test('files of a project are stored by name, replaced, found, read and deleted', async () => {
  const { projectUUID } = await newModule(client);
  const save = (fileName: string, text: string) =>
    client.call(calls.saveProjectFile, {
      body: { projectUUID, fileName, contentType: 'text/plain', content: Buffer.from(text).toString('base64') },
    });
  const first = await save('Übung (1).txt', 'old');
  const second = await save('Übung (1).txt', 'newer');
  expect(second).toMatchObject({ uuid: first.uuid, sizeBytes: 5, contentType: 'text/plain' });
  await save('other.txt', 'x');
  const { rows: contents } = await server.platform.database.pool.query(
    'select name from platform.file where owner = $1',
    [`project:${projectUUID}`],
  );
  // Replaced content has been deleted.
  expect(contents.map(({ name }) => name).toSorted()).toEqual(['other.txt', 'Übung (1).txt']);
  const list = async (searchTerm?: string) =>
    (
      await client.call(calls.listProjectFiles, { query: { projectUUID, ...(searchTerm && { searchTerm }) } })
    ).files.map(({ fileName }) => fileName);
  expect(await list()).toHaveLength(2);
  expect(await list('übung')).toEqual(['Übung (1).txt']);
  const params = { id: first.uuid };
  expect(await (await client.raw(calls.downloadProjectFile, { params })).text()).toBe('newer');
  const refusals: [string, string, string][] = [
    ['a/b.txt', 'eA==', 'Invalid character'],
    ['a.txt', '?', 'Give the content in base 64'],
    ['a.txt', 'A'.repeat(7_000_000), 'A file has at most 5 MB'],
  ];
  for (const [fileName, content, message] of refusals) {
    const refused = client.call(calls.saveProjectFile, { body: { projectUUID, fileName, content } });
    expect((await failureOf(refused)).details).toMatchObject([{ message }]);
  }
  await client.call(calls.deleteProjectFile, { params });
  expect(await failureOf(client.raw(calls.downloadProjectFile, { params }))).toMatchObject({ status: 404 });
});

test('a file is uploaded without sign-in to a presigned address, completely and unchanged', async () => {
  const { projectUUID } = await newModule(client);
  const presign = (fileName: string, sizeBytes: number, by = client) =>
    by.call(calls.presignProjectFile, { body: { projectUUID, fileName, contentType: 'text/plain', sizeBytes } });
  const { uploadUrl, method, headers } = await presign('a.txt', 5);
  const put = async (url: string, body: string) => fetch(url, { method, headers, body });
  for (const body of ['four', 'too long']) expect((await put(uploadUrl, body)).status).toBe(400);
  expect((await put(`${uploadUrl.slice(0, -3)}xyz`, 'whole')).status).toBe(403);
  const answer = await put(uploadUrl, 'whole');
  expect(answer.status).toBe(201);
  const kept = (await answer.json()) as { uuid: string };
  expect(kept).toMatchObject({ projectUUID, fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 });
  const params = { id: kept.uuid };
  expect(await (await client.raw(calls.downloadProjectFile, { params })).text()).toBe('whole');
  expect(await (await put((await presign('a.txt', 3)).uploadUrl, 'new')).json()).toMatchObject({ uuid: kept.uuid });
  const tooLarge = await failureOf(presign('a.txt', 6 * 1024 * 1024));
  expect(tooLarge.details).toMatchObject([{ message: 'A file has at most 5 MB' }]);
  const { client: stranger } = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect((await failureOf(presign('a.txt', 5, stranger))).status).toBe(404);
});
