import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, type Prerequisite, type PrerequisiteAction } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject, newScript, newSuite } from '../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../testing/target-server.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: TargetServer;
let database: DatabaseTargetServer;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void logged.push(line) };
  const env = { LOG_LEVEL: 'debug' };
  [server, target] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl'), logTo, env }),
    startTargetServer(),
  ]);
  database = await startDatabaseTarget(server.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await target.close();
  await server.close();
});

async function newDatabase(client: Client, projectId: string): Promise<string> {
  const body = { projectId, name: 'Shop', ...database.fields };
  return (await client.call(workspaceRoutes.createDatabase, { body })).databaseConfigurationId;
}
let counter = 0;
async function newPrerequisite(
  client: Client,
  projectId: string,
  action: PrerequisiteAction,
  rest: Partial<Prerequisite> = {},
): Promise<string> {
  counter += 1;
  const body = { projectId, name: `Step ${counter}`, action, ...rest };
  return (await client.call(calls.createPrerequisite, { body })).prerequisiteId;
}
const javascript = (code: string): PrerequisiteAction => ({ kind: 'javascript', code });

async function outcomeOf(client: Client, runId: string) {
  const events = await followRun(client, runId);
  const run = await client.call(calls.getExecution, { query: { runId } });
  const details = [];
  for (const { stepId } of run.steps)
    details.push(await client.call(calls.getExecutionStep, { query: { runId, stepId } }));
  return { run, details, events };
}

test('runs a request, a query and a script in order; each sees the values of those before it [environments-variables-5]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: `${target.url}/json` });
  const databaseConfigurationId = await newDatabase(client, projectId);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e' },
  });
  await newPrerequisite(client, projectId, {
    kind: 'script',
    scriptId,
    dataHandlers: [{ name: 'pet', source: 'jsonPath', path: '$.name', enabled: true }],
  });
  await newPrerequisite(client, projectId, javascript(`pm.environment.set('wanted', "O'Brien")`));
  await newPrerequisite(
    client,
    projectId,
    {
      kind: 'database',
      databaseConfigurationId,
      query: `-- the one that is wanted
      select id, price, made, tags, '{{pet}}' as pet from item where name = {{wanted}}`,
      result: 'firstRow',
      variableName: '',
    },
    { targetEnvironmentId: environmentId },
  );
  await newPrerequisite(client, projectId, {
    kind: 'database',
    databaseConfigurationId,
    query: 'select name, price from item order by id',
    result: 'json',
    variableName: 'items',
  });
  const started = await client.call(calls.runPrerequisites, { body: { projectId } });
  // An idle runner may have started already.
  expect(started.executionStatus).toMatch(/^(Run Initiated|Running)$/);
  const { run, details } = await outcomeOf(client, started.runId);
  expect(run).toMatchObject({ status: 'passed', total: 4, passed: 4 });
  expect(details.map((step) => step.extracted.map(({ name, value }) => [name, value]))).toEqual([
    [['pet', 'Rex']],
    [['wanted', "O'Brien"]],
    [
      ['id', '9007199254740993'],
      ['price', '12.50'],
      ['made', expect.stringContaining('2026-01-02')],
      ['tags', '["a"]'],
      ['pet', 'Rex'],
    ],
    [['items', '[{"name":"Bolt","price":"1"},{"name":"O\'Brien","price":"12.50"}]']],
  ]);
  const kept = await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } });
  expect(kept.variables.map(({ name, value }) => [name, value])).toContainEqual(['id', '9007199254740993']);
});

test('a failed prerequisite ends the run with its reason; a retry continues with the values so far [environments-variables-5]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  await newPrerequisite(client, projectId, javascript(`pm.environment.set('first', 'kept')`));
  const failing = await newPrerequisite(client, projectId, javascript(`throw new Error('no luck')`), {
    name: 'Sign in',
  });
  await newPrerequisite(client, projectId, javascript(`pm.environment.set('last', pm.variables.get('first') + '!')`));
  const { runId } = await client.call(calls.runPrerequisites, { body: { projectId } });
  const first = await outcomeOf(client, runId);
  expect(first.run).toMatchObject({ status: 'error', passed: 1, errors: 1, skipped: 1 });
  expect(first.run.message).toBe('Prerequisite Sign in failed: Error: no luck (line 1)');
  expect(first.events.at(-1)?.data).toMatchObject({ type: 'COMPLETED', message: first.run.message });

  await client.call(calls.updatePrerequisite, {
    body: { prerequisiteId: failing, action: javascript(`pm.environment.set('second', 'now')`) },
  });
  // Reports and figures of the workspace only cover tests.
  expect(await client.call(calls.listReports, { body: { projectId } })).toMatchObject({ totalElements: 0 });
  expect(await client.call(calls.getDashboardMetrics, { query: { projectId } })).toMatchObject({ runs: 0 });
  const again = await client.call(calls.retryPrerequisites, { body: { runId } });
  const second = await outcomeOf(client, again.runId);
  expect(second.run).toMatchObject({ status: 'passed', total: 2, passed: 2, message: null });
  expect(second.details.at(-1)?.extracted).toMatchObject([{ name: 'last', value: 'kept!' }]);
});

test('runs before the scripts of suites if enabled, and a failure prevents them from running [environments-variables-5]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: `${target.url}/json?made={{made}}` });
  const prerequisiteId = await newPrerequisite(client, projectId, javascript(`pm.environment.set('made', 'before')`));
  const start = async (runPrerequisites: boolean) => {
    const body = { projectId, suiteIds: [suiteId], runPrerequisites };
    const { runId } = await client.call(calls.executeTest, { body });
    return outcomeOf(client, runId);
  };
  const plain = await start(false);
  expect(plain.run).toMatchObject({ total: 1 });
  expect(plain.details[0]?.unresolved).toMatchObject([{ name: 'made' }]);
  const prepared = await start(true);
  expect(prepared.run).toMatchObject({ status: 'passed', total: 2 });
  expect(prepared.run.steps.map(({ index, suiteName }) => [index, suiteName])).toEqual([
    [0, 'Prerequisites'],
    [1, expect.stringMatching(/^Suite/)],
  ]);
  expect(prepared.details[1]?.exchange?.request.url).toContain('made=before');

  await client.call(calls.updatePrerequisite, { body: { prerequisiteId, action: javascript('missing()') } });
  const asked = target.received.length;
  const failed = await start(true);
  expect(failed.run).toMatchObject({ status: 'error', errors: 1, skipped: 1 });
  expect(failed.run.message).toMatch(/^Prerequisite Step \d+ failed: ReferenceError/);
  expect(target.received).toHaveLength(asked);

  await client.call(calls.updatePrerequisite, { body: { prerequisiteId, enabled: false } });
  expect((await start(true)).run).toMatchObject({ total: 1 });
});

test('values of a secret prerequisite are never shown and stored sealed', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, {
    url: `${target.url}/echo`,
    headers: [{ key: 'X-Key', value: 'super-secret-value', enabled: true }],
  });
  await newScript(client, suiteId, { url: `${target.url}/echo?key={{key}}` });
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e' },
  });
  await newPrerequisite(
    client,
    projectId,
    {
      kind: 'script',
      scriptId,
      dataHandlers: [{ name: 'key', source: 'jsonPath', path: "$.headers['x-key']", enabled: true }],
    },
    { isSecret: true, targetEnvironmentId: environmentId },
  );
  const start = { projectId, suiteIds: [suiteId], runPrerequisites: true };
  const { runId } = await client.call(calls.executeTest, { body: start });
  const { run, details, events } = await outcomeOf(client, runId);
  expect(run.status).toBe('passed');
  expect(details[0]?.extracted).toEqual([{ name: 'key', value: '••••••', found: true }]);
  const report = await (await client.raw(calls.downloadHtmlReport, { query: { runId } })).text();
  const { variables } = await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } });
  expect(variables).toMatchObject([{ name: 'key', isSecret: true, value: '' }]);
  const stored = await server.platform.database.pool.query(
    `select value as text from workspaces.variable where environment_id = $1
     union all select coalesce(summary::text, '') || coalesce(outcome::text, '') || coalesce(detail::text, '') || search_text || coalesce(message, '') from runs.step where run_id = $2
     union all select data::text from runs.event where run_id = $2`,
    [environmentId, runId],
  );
  expect(report).toContain('Prerequisites');
  expect(JSON.stringify([details, events, report, stored.rows])).not.toContain('super-secret-value');
  expect(logged.join('\n')).not.toContain('super-secret-value');
});

test.each<[string, (ids: { databaseConfigurationId: string }) => PrerequisiteAction, RegExp]>([
  ['a statement that writes', (ids) => ({ ...query(ids), query: `delete from item` }), /Begin the query with SELECT/],
  [
    'a reading statement that writes',
    (ids) => ({ ...query(ids), query: `with gone as (delete from item returning id) select * from gone` }),
    /must not contain data-modifying|read-only|reading statements/i,
  ],
  [
    'two statements',
    (ids) => ({ ...query(ids), query: `select 1; delete from item` }),
    /multiple commands|cannot insert/i,
  ],
  ['a query without a row', (ids) => ({ ...query(ids), query: `select id from item where false` }), /gives no row/],
  ['a column that is no name', (ids) => ({ ...query(ids), query: `select 1 as "a b"` }), /"a b" cannot be the name/],
  ['a variable without a value', (ids) => ({ ...query(ids), query: `select {{nowhere}}` }), /nowhere has no value/],
  ['a table that is missing', (ids) => ({ ...query(ids), query: `select * from no_such` }), /"no_such" does not exist/],
  [
    'too many rows for one variable',
    (ids) => ({
      ...query(ids),
      query: `select * from generate_series(1, 501) as n`,
      result: 'json',
      variableName: 'n',
    }),
    /more than 500 rows/,
  ],
  ['a script that never ends', () => javascript('while (true);'), /longer|time/i],
  ['a failed test of a script', () => javascript(`pm.test('is two', () => pm.expect(1).to.equal(2))`), /^is two: /],
])('says what is wrong with %s', async (_name, action, message) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const databaseConfigurationId = await newDatabase(client, projectId);
  await newPrerequisite(client, projectId, action({ databaseConfigurationId }), { timeoutMs: 5000 });
  const { runId } = await client.call(calls.runPrerequisites, { body: { projectId } });
  const { run, details } = await outcomeOf(client, runId);
  expect(run).toMatchObject({ status: 'error' });
  expect(details[0]?.message).toMatch(message);
  expect((await database.query('select count(*)::int as n from item')).rows[0].n).toBe(2);
});
const query = (ids: { databaseConfigurationId: string }) => ({
  kind: 'database' as const,
  result: 'firstRow' as const,
  variableName: '',
  ...ids,
});

test('a query that takes too long is stopped within its limit', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const databaseConfigurationId = await newDatabase(client, projectId);
  const slow = { ...query({ databaseConfigurationId }), query: 'select pg_sleep(60)::text as nothing' };
  await newPrerequisite(client, projectId, slow, { timeoutMs: 1500 });
  const { runId } = await client.call(calls.runPrerequisites, { body: { projectId } });
  const { details } = await outcomeOf(client, runId);
  expect(details[0]?.message).toMatch(/time limit/);
});

test('stores, orders and deletes prerequisites; what they reference must be in the workspace', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const foreign = await newDatabase(client, await newProject(client));
  expect(await failureOf(client.call(calls.runPrerequisites, { body: { projectId } }))).toMatchObject({
    code: 'API_TESTING_NO_PREREQUISITES',
  });
  const one = await newPrerequisite(client, projectId, javascript('1'), { name: 'One' });
  const two = await newPrerequisite(client, projectId, javascript('2'), { name: 'Two' });
  const body = { projectId, name: 'one', action: javascript('1') };
  expect(await failureOf(client.call(calls.createPrerequisite, { body }))).toMatchObject({
    code: 'API_TESTING_PREREQUISITE_NAME_TAKEN',
  });
  const elsewhere = {
    ...body,
    name: 'x',
    action: { ...query({ databaseConfigurationId: foreign }), query: 'select 1' },
  };
  expect(await failureOf(client.call(calls.createPrerequisite, { body: elsewhere }))).toMatchObject({
    code: 'API_TESTING_DATABASE_NOT_FOUND',
  });
  const order = { projectId, prerequisiteIds: [two, one] };
  const { prerequisites } = await client.call(calls.reorderPrerequisites, { body: order });
  expect(prerequisites.map(({ name, order }) => [name, order])).toEqual([
    ['Two', 0],
    ['One', 1],
  ]);
  expect(
    await failureOf(client.call(calls.reorderPrerequisites, { body: { projectId, prerequisiteIds: [two, two] } })),
  ).toMatchObject({ code: 'API_TESTING_PREREQUISITE_ORDER' });
  await client.call(calls.deletePrerequisite, { query: { prerequisiteId: two } });
  const left = await client.call(calls.listPrerequisites, { query: { projectId } });
  expect(left.prerequisites.map(({ name }) => name)).toEqual(['One']);
});
