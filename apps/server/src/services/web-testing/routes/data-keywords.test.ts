import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let database: DatabaseTargetServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  database = await startDatabaseTarget(server.databaseUrl);
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(async () => {
  await database.close();
  await server.close();
});

async function runOf(moduleUUID: string, steps: RepositoryStepInput[]): Promise<TestReport> {
  const { uuid } = await newScript(client, moduleUUID, { steps });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  await followRun(client, runId);
  return client.call(calls.getTestReport, { query: { runId, size: 100 } });
}

const sql = (id: string, args: Record<string, string>): RepositoryStepInput => ({
  id,
  keyword: 'runSql',
  args: { connection: 'Shop', ...args },
});

test('steps read from a database of the project by its name, with variables as parameters', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  await client.call(workspaceRoutes.createDatabase, {
    body: { projectId: projectUUID, name: 'Shop', ...database.fields },
  });
  const report = await runOf(moduleUUID, [
    { id: 'name', keyword: 'setVariable', args: { variable: 'name', value: "O'Brien" } },
    sql('value', { query: 'select {{name}}::text as name', result: 'value', variable: 'found' }),
    sql('rows', { query: 'select 1 as a union all select 2', variable: 'rows' }),
    note('said', '{{found}} {{rows}}'),
  ]);
  expect(report.steps.map(({ status, message }) => [status, message])).toEqual([
    ['passed', `name is now "O'Brien".`],
    ['passed', `found is now "O'Brien".`],
    ['passed', 'rows is now "[{"a":1},{"a":2}]".'],
    ['passed', null],
  ]);
});

test('what keeps a database from answering is said in plain words, and never the password', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const missing = await runOf(moduleUUID, [sql('a', { query: 'select 1' })]);
  expect(missing.steps[0]).toMatchObject({
    status: 'error',
    message: 'The project has no database "Shop". Add one on the page Databases.',
  });
  const { fields } = database;
  const body = { projectId: projectUUID, name: 'Orders', ...fields, username: 'pass-word-9', password: 'pass-word-9' };
  await client.call(workspaceRoutes.createDatabase, { body });
  const other = await runOf(moduleUUID, [sql('a', { query: 'select 1' })]);
  expect(other.steps[0]?.message).toBe('The project has no database "Shop". It has Orders.');
  const refused = await runOf(moduleUUID, [sql('a', { connection: 'Orders', query: 'select 1' })]);
  expect(refused.steps[0]?.status).toBe('error');
  expect(JSON.stringify(refused)).not.toContain('pass-word-9');
});

test('measures are stored with their steps, and reports list them', async () => {
  const { moduleUUID } = await newModule(client);
  const report = await runOf(moduleUUID, [
    { id: 'start', keyword: 'startMeasure', args: { name: 'Checkout time' } },
    { id: 'end', keyword: 'endMeasure', args: { name: 'Checkout time', most: '60000' } },
  ]);
  const [, end] = report.steps;
  expect(end).toMatchObject({ status: 'passed', measure: { name: 'Checkout time', ms: expect.any(Number) } });
  const { runId } = report.run;
  const download = (format: 'html' | 'junit' | 'pdf') =>
    client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } });
  const html = await (await download('html')).text();
  expect(html).toContain('Measures');
  expect(html).toContain(`${end?.measure?.ms} ms`);
  expect((await download('pdf')).status).toBe(200);
  expect(await (await download('junit')).text()).toContain('<testcase');
});
