import type { Client } from '@touchstone/contracts';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { PlannedVariable } from '../../../workspaces/index.ts';
import { newProject, newScript, newSuite } from '../../testing/builders.ts';
import { createCollectScripts } from '../suites/collect-scripts.ts';
import { createOpenSuites } from '../suites/open-suites.ts';
import { createLoadSources, type LoadSourceInput } from './load-source.ts';

let server: TestServer;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
});
beforeEach(async () => {
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});
afterAll(() => server.close());

const variable = (name: string, value: string): PlannedVariable => ({ name, value }) as PlannedVariable;
const sealed = (name: string, value: string): PlannedVariable => {
  const sealedAt = `test:${name}`;
  return { name, value: server.platform.secrets.seal(value, sealedAt), sealedAt } as PlannedVariable;
};
const url = 'https://a.test/';
const dataFile = { fileId: newId(), fileName: 'users.csv' };

interface Given {
  scopes?: PlannedVariable[][];
  suiteScopes?: Record<string, PlannedVariable[]>;
  environmentName?: string | null;
  rows?: Record<string, string>[];
  count?: number;
}
/** What virtual users execute, and the permission that was asked for. */
async function read(input: Partial<LoadSourceInput> = {}, given: Given = {}) {
  const { platform } = server;
  const { rows = [], count = rows.length, scopes = [[]], suiteScopes = {}, environmentName = null } = given;
  const opened: unknown[] = [];
  const { organizationId } = server.admin;
  const source = await createLoadSources({
    platform,
    workspaces: { open: async (...asked: unknown[]) => void opened.push(asked.slice(1)) },
    variables: { plan: async () => ({ scopes, environmentName }) },
    suiteVariables: { plan: async () => suiteScopes },
    certificates: { plan: async (of: string) => [{ of }] },
    dataFiles: { plan: async () => ({ count, rows: async () => rows }) },
    assertWithinLimit: async () => ({}),
    collectScripts: createCollectScripts({
      platform,
      access: createOpenSuites({ platform, workspaces: { open: async () => ({}) } as never }),
    }),
  } as never).read({ organizationId } as never, { projectId, suiteIds: [suiteId], ...input });
  expect(opened).toEqual([[projectId, 'edit']]);
  return source;
}

test('a load test runs all scripts in order, each with the variables of its suite', async () => {
  const other = await newSuite(client, projectId, 'Returns');
  const [a, b, c] = [
    (await newScript(client, suiteId, { url, scriptName: 'A' })).scriptId,
    (await newScript(client, suiteId, { url, scriptName: 'B' })).scriptId,
    (await newScript(client, other, { url, scriptName: 'C' })).scriptId,
  ];
  const source = await read(
    { suiteIds: [suiteId, other], overrides: [variable('host', 'other'), variable('own', '1')] },
    {
      scopes: [[variable('host', 'stage'), variable('key', 'k')], [variable('all', 'x')]],
      suiteScopes: { [other]: [variable('of', 'returns')] },
      environmentName: 'Stage',
    },
  );
  expect(source).toMatchObject({
    name: 'Orders, Returns',
    environmentName: 'Stage',
    suites: [
      { suiteId, suiteName: 'Orders', total: 2 },
      { suiteId: other, suiteName: 'Returns', total: 1 },
    ],
    secrets: [],
    certificates: [{ of: projectId }],
  });
  expect(source.rows).toBeUndefined();
  expect(source.scopes.slice(0, 2)).toEqual([{ host: 'other', key: 'k', own: '1' }, { all: 'x' }]);
  expect(source.steps.map(({ id, name, group, groupScope }) => [id, name, group, groupScope])).toEqual([
    [a, 'A', suiteId, {}],
    [b, 'B', suiteId, {}],
    [c, 'C', other, { of: 'returns' }],
  ]);
});

test('secrets of variables and scripts are opened and named, so that they are never shown', async () => {
  const authentication = { type: 'bearer' as const, token: 'of script' };
  await newScript(client, suiteId, { url, authentication });
  await newScript(client, suiteId, { url, authentication: { type: 'bearer', token: '{{token}}' } });
  const source = await read(
    {},
    {
      scopes: [[sealed('a', 'of environment')], [sealed('b', 'of globals')]],
      suiteScopes: { [suiteId]: [sealed('c', 'of suite')] },
    },
  );
  expect(source.secrets.toSorted()).toEqual(['of environment', 'of globals', 'of script', 'of suite']);
  expect(source.steps.map((step) => step.authentication)).toEqual([
    authentication,
    { type: 'bearer', token: '{{token}}' },
  ]);
  expect(source.steps[0]?.groupScope).toEqual({ c: 'of suite' });
});

test.each([
  [1, 1, true],
  [1, 100_000, true],
  [1, 100_001, false],
])('%i script with a data file of %i rows may run: %s', async (_scripts, count, isAllowed) => {
  await newScript(client, suiteId, { url });
  const rows = [{ user: 'ana' }];
  const source = read({ dataFile }, { rows, count });
  if (isAllowed) expect((await source).rows).toEqual(rows);
  else
    await expect(source).rejects.toMatchObject({
      status: 413,
      code: 'API_TESTING_TOO_MANY_ROWS',
      message: 'The data has 100001 rows; a performance run takes at most 100000. Choose a range of rows.',
    });
});

test.each([
  [0, false],
  [1, true],
  [200, true],
  [201, false],
])('a load test may have %i scripts: %s', async (count, isAllowed) => {
  const { scriptId } = await newScript(client, suiteId, { url });
  await server.platform.database.pool.query(
    `insert into api_testing.script select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'position', n))).*
       from api_testing.script s, generate_series(2, $2::int) n where s.id = $1`,
    [scriptId, count],
  );
  if (count === 0)
    await server.platform.database.pool.query('delete from api_testing.script where id = $1', [scriptId]);
  const source = read();
  if (isAllowed) expect((await source).steps).toHaveLength(count);
  else
    await expect(source).rejects.toMatchObject({
      status: 400,
      code: 'API_TESTING_LOAD_NEEDS_SCRIPTS',
      message: 'A performance run needs at least one script and at most 200. Choose other suites.',
    });
});
