import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, type Place } from '../testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

/** Copies a row until this many exist. */
async function fill(table: string, id: string, count: number, name = 'name'): Promise<void> {
  await server.platform.database.pool.query(
    `insert into test_repository.${table}
     select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), '${name}', 'Copy ' || n))).*
     from test_repository.${table} t, generate_series(2, $2) n where t.id = $1`,
    [id, count],
  );
}

interface Kept {
  table: string;
  name?: string;
  most: number;
  create: (place: Place, name: string) => Promise<{ uuid: string }>;
  refusal: string;
}
const locators = [{ by: 'css' as const, value: '#buy' }];
const kinds: Record<string, Kept> = {
  modules: {
    table: 'module',
    most: 2000,
    create: ({ projectUUID }, moduleName) =>
      client.call(calls.createModule, { query: { projectId: projectUUID }, body: { moduleName } }),
    refusal: 'A project has at most 2000 modules',
  },
  scripts: {
    table: 'script',
    most: 10_000,
    create: ({ moduleUUID }, name) => newScript(client, moduleUUID, { name }),
    refusal: 'A module has at most 10000 scripts',
  },
  functions: {
    table: 'test_function',
    most: 1000,
    create: ({ projectUUID }, functionName) =>
      client.call(calls.createFunction, { body: { projectUUID, functionName, steps: [note('a')] } }),
    refusal: 'A project has at most 1000 functions',
  },
  'data tables': {
    table: 'data_table',
    most: 500,
    create: ({ projectUUID }, tableName) =>
      client.call(calls.createDataTable, { body: { projectUUID, tableName, columns: ['a'] } }),
    refusal: 'A project has at most 500 data tables',
  },
  'run configurations': {
    table: 'run_configuration',
    most: 100,
    create: ({ projectUUID }, name) => client.call(calls.createRunConfiguration, { body: { projectUUID, name } }),
    refusal: 'A project has at most 100 run configurations',
  },
  'known targets': {
    table: 'known_target',
    most: 2000,
    create: ({ projectUUID }, name) =>
      client.call(calls.createKnownTarget, { body: { projectUUID, target: { name, locators } } }),
    refusal: 'A project has at most 2000 known targets',
  },
  files: {
    table: 'project_file',
    name: 'file_name',
    most: 500,
    create: ({ projectUUID }, fileName) =>
      client.call(calls.saveProjectFile, { body: { projectUUID, fileName, content: 'eA==' } }),
    refusal: 'The files of a project are at most 500',
  },
  sprints: {
    table: 'sprint',
    most: 1000,
    create: ({ projectUUID }, sprintName) =>
      client.call(calls.createSprint, { query: { projectUUID }, body: { sprintName } }),
    refusal: 'A project has at most 1000 sprints',
  },
  'management tools': {
    table: 'management_tool',
    most: 20,
    create: ({ projectUUID }, name) =>
      client.call(calls.createManagementTool, {
        body: { projectUUID, name, settings: { tool: 'GITHUB', address: 'https://github.com/acme/shop' } },
      }),
    refusal: 'A project has at most 20 management tools',
  },
  suites: {
    table: 'suite',
    most: 1000,
    create: ({ projectUUID: uuid }, testSuiteName) =>
      client.call(calls.createSuite, { query: { uuid, isSprintUUID: 'false' } as never, body: { testSuiteName } }),
    refusal: 'at most 1000 suites',
  },
};

test.each(Object.keys(kinds))(
  'the number of %s is limited to exactly the maximum, even if several are added at the same time',
  async (kind) => {
    const { table, name, most, create, refusal } = kinds[kind] as Kept;
    const place = await newModule(client);
    // A new project already has a module.
    const before = kind === 'modules' ? 1 : 0;
    const { uuid } = await create(place, 'First');
    await fill(table, uuid, most - 1 - before, name);
    const last = ['Last', 'Another'].map((given) => () => create(place, given));
    const refused = { status: 409, message: expect.stringContaining(refusal) };
    expect(await race(server, `test_repository.${table}`, last)).toEqual([expect.objectContaining(refused)]);
    expect(await failureOf(create(place, 'One more'))).toMatchObject(refused);
  },
);

test('a suite has at most 500 scripts, even if several are added at the same time', async () => {
  const place = await newModule(client);
  const { uuid: suiteUUID } = await (kinds.suites as Kept).create(place, 'Pay');
  const { uuid } = await newScript(client, place.moduleUUID, { name: 'First' });
  await fill('script', uuid, 501);
  const { pool } = server.platform.database;
  await pool.query(
    `insert into test_repository.suite_script (suite_id, script_id, position)
     select $1, id, row_number() over () from test_repository.script where module_id = $2 and name not in ('Copy 500', 'Copy 501')`,
    [suiteUUID, place.moduleUUID],
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id from test_repository.script where module_id = $1 and name in ('Copy 500', 'Copy 501')`,
    [place.moduleUUID],
  );
  const last = rows.map(
    ({ id }) =>
      () =>
        client.call(calls.importScripts, { body: { suiteUUID, scriptUUIDs: [id] } }),
  );
  expect(await race(server, 'test_repository.suite_script', last)).toEqual([
    expect.objectContaining({ code: 'TEST_REPOSITORY_TOO_MANY_SUITE_SCRIPTS' }),
  ]);
});

test('the files of a project take at most 100 MB; a replaced file frees its space', async () => {
  const place = await newModule(client);
  const save = kinds.files as Kept;
  const { uuid } = await save.create(place, 'big.txt');
  const setSize = (bytes: number) =>
    server.platform.database.pool.query('update test_repository.project_file set size_bytes = $2 where id = $1', [
      uuid,
      bytes,
    ]);
  await setSize(100 * 1024 * 1024 - 1);
  await save.create(place, 'fits.txt');
  expect((await failureOf(save.create(place, 'too-much.txt'))).message).toContain('100 MB');
  const { projectUUID } = place;
  const announced = { projectUUID, fileName: 'too-much.txt', contentType: 'text/plain', sizeBytes: 1 };
  expect((await failureOf(client.call(calls.presignProjectFile, { body: announced }))).message).toContain('100 MB');
  await save.create(place, 'big.txt');
  await save.create(place, 'too-much.txt');
});
