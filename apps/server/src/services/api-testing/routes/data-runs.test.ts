import { apiPreviewRoutes, apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { type DataFile, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chain, newFlow, runFlow, runFlowToEnd, start, statusesOf } from '../../flows/testing/flow-builders.ts';
import { failureOf, followRun, newProject, newScript, newSuite } from '../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../testing/target-server.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: TargetServer;
let user: TestUser;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
  user = server.admin;
});
afterAll(async () => {
  await target.close();
  await server.close();
});

async function upload(query: Record<string, string>, name: string, content: string): Promise<DataFile> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  const answer = await user.client.raw(calls.uploadDataFile, { query: query as never, body: body as never });
  return (await answer.json()) as DataFile;
}

async function newUsersSuite() {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, {
    scriptName: 'Create',
    url: `${target.url}/users/{{name}}`,
    headers: [{ key: 'X-Role', value: '{{role}}', enabled: true }],
    assertions: [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '{{id}}', enabled: true }],
  });
  await newScript(client, suiteId, { scriptName: 'Read', url: `${target.url}/users/{{name}}/{{token}}` });
  return { client, projectId, suiteId };
}

const rows = 'name,id,unused\nAda,7,x\nBen,8,x\nCyd,7,x\nDan,7,x\n';

test('a data file is described: its content, which columns the suite uses, and which variables have no value', async () => {
  const { projectId, suiteId } = await newUsersSuite();
  const file = await upload({ projectId, suiteIds: suiteId }, 'users.csv', rows);
  expect(file).toMatchObject({
    fileName: 'users.csv',
    type: 'csv',
    rowCount: 4,
    columns: [
      { name: 'name', isUsed: true },
      { name: 'id', isUsed: true },
      { name: 'unused', isUsed: false },
    ],
    missing: ['role', 'token'],
    preview: [{ name: 'Ada', id: '7', unused: 'x' }, {}, {}, {}],
  });
  const again = await user.client.call(calls.getDataFile, { query: { projectId, fileId: file.fileId } });
  expect(again).toMatchObject({ rowCount: 4, missing: [] });
});

test('an environment of another workspace is refused, with and without suites, and nothing is stored', async () => {
  const { client, projectId, suiteId } = await newUsersSuite();
  const otherId = await newProject(client);
  const elsewhere = { projectId: otherId, environmentName: 'Elsewhere' };
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, { body: elsewhere });
  const { fileId } = await upload({ projectId, suiteIds: suiteId }, 'users.csv', rows);
  const files = async () =>
    (await server.platform.database.pool.query('select count(*)::int as n from platform.file')).rows[0].n;
  const before = await files();
  for (const more of [{}, { suiteIds: [suiteId] }])
    expect(
      await failureOf(client.call(calls.getDataFile, { query: { projectId, fileId, environmentId, ...more } })),
    ).toMatchObject({ code: 'API_TESTING_ENVIRONMENT_NOT_FOUND' });
  expect(await failureOf(upload({ projectId, environmentId }, 'users.csv', rows))).toMatchObject({
    code: 'API_TESTING_ENVIRONMENT_NOT_FOUND',
  });
  expect(await files()).toBe(before);
});

test.each([
  ['report.pdf', '%PDF-1.7', 415, 'Only excel file is allowed.'],
  ['book.xlsx', 'not a workbook', 422, 'not an Excel file'],
  ['users.csv', 'name,id\nAda,7\nBen,8,9\n', 422, 'Row 2, column 3: the value "9" stands in a column without a name.'],
  ['users.csv', 'name,id\nAda,"7\nBen,8\n', 422, 'line 2 of the CSV file, column 2'],
  ['users.json', '[{"name":"Ada"},{"name":}]', 422, 'Row 2 of the JSON file is not valid JSON'],
  ['users.json', '[]', 422, 'has no rows'],
])('rejects %s containing %j and stores nothing of it', async (name, content, status, message) => {
  const projectId = await newProject(user.client);
  const failure = await failureOf(upload({ projectId }, name, content));
  expect(failure).toMatchObject({ status });
  expect(failure.message).toContain(message);
  const kept = await server.platform.database.pool.query('select 1 from platform.file where owner = $1', [
    `project:${projectId}`,
  ]);
  expect(kept.rowCount).toBe(0);
});

test('runs a suite once for each chosen row, iterations at once, and again without the file [functional-runs-reports-1]', async () => {
  const { client, projectId, suiteId } = await newUsersSuite();
  const { fileId, fileName } = await upload({ projectId, suiteIds: suiteId }, 'users.csv', rows);
  const dataFile = { fileId, fileName, firstRow: 2, lastRow: 3, labelColumn: 'name' };
  const started = await client.call(calls.executeTest, {
    body: { projectId, suiteIds: [suiteId], parallel: 4, dataFile },
  });
  await followRun(client, started.runId);
  const run = await client.call(calls.getExecution, { query: { runId: started.runId } });
  expect(run).toMatchObject({ total: 4, passed: 3, failed: 1, suites: [{ suiteId, total: 4 }] });
  expect(run.steps.map(({ name, iteration, status }) => ({ name, iteration, status }))).toEqual([
    { name: 'Create (Ben)', iteration: { index: 0, label: 'Ben' }, status: 'failed' },
    { name: 'Read (Ben)', iteration: { index: 0, label: 'Ben' }, status: 'passed' },
    { name: 'Create (Cyd)', iteration: { index: 1, label: 'Cyd' }, status: 'passed' },
    { name: 'Read (Cyd)', iteration: { index: 1, label: 'Cyd' }, status: 'passed' },
  ]);
  expect(run.steps[0]?.url).toBe(`${target.url}/users/Ben`);
  const html = await (await client.raw(calls.downloadHtmlReport, { query: { runId: started.runId } })).text();
  expect(html).toContain('Create (Cyd)');
  const suites = await client.call(calls.listSuites, { query: { projectId } });
  expect(suites.content[0]?.dataFile).toEqual(dataFile);

  await server.platform.files.delete(user.organizationId, fileId);
  const again = await client.call(calls.retryTest, { body: { runId: started.runId, onlyFailed: true } });
  await followRun(client, again.runId);
  const second = await client.call(calls.getExecution, { query: { runId: again.runId } });
  expect(second).toMatchObject({ total: 1, failed: 1, attempt: 2, retryOf: started.runId });
  expect(second.steps[0]).toMatchObject({ name: 'Create (Ben)', url: `${target.url}/users/Ben` });
});

test('rejects more requests than a run may have, before anything is stored', async () => {
  const { client, projectId, suiteId } = await newUsersSuite();
  const many = `n\n${'1\n'.repeat(50_001)}`;
  const { fileId, fileName } = await upload({ projectId }, 'many.csv', many);
  const failure = await failureOf(
    client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId], dataFile: { fileId, fileName } } }),
  );
  expect(failure.message).toContain('100002 requests, 50001 rows with 2 scripts');
  const another = await newProject(client);
  const elsewhere = await newSuite(client, another);
  const foreign = { projectId: another, suiteIds: [elsewhere], dataFile: { fileId, fileName } };
  expect(await failureOf(client.call(calls.executeTest, { body: foreign }))).toMatchObject({ status: 404 });
});

test('repeats a step according to its settings, and the report shows every attempt', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const script = await newScript(client, suiteId, {
    url: `${target.url}/status/503`,
    assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
    settings: {
      timeoutMs: 30_000,
      followRedirects: true,
      maxRedirects: 10,
      verifyCertificate: true,
      retry: { retries: 2, delayMs: 1, factor: 1, on: 'notPassed' },
    },
  });
  const before = target.received.filter((line) => line === 'GET /status/503').length;
  const { runId } = await client.call(calls.testExecution, { body: { projectId, scriptIds: [script.scriptId] } });
  await followRun(client, runId);
  expect(target.received.filter((line) => line === 'GET /status/503').length - before).toBe(3);
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run).toMatchObject({ total: 1, failed: 1, attempt: 1 });
  expect(run.steps[0]).toMatchObject({ attempt: 3 });
  const step = await client.call(calls.getExecutionStep, { query: { runId, stepId: run.steps[0]?.stepId ?? '' } });
  expect(step.earlierAttempts).toMatchObject([
    { status: 'failed', statusCode: 503 },
    { status: 'failed', statusCode: 503 },
  ]);
  for (const type of ['html', 'junit', 'json'] as const) {
    const report = await (await client.raw(calls.downloadFile, { query: { runId, type } })).text();
    expect(report).toMatch(/attempt/i);
  }
});

test('skips a step whose condition is false, and says why without revealing a secret', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await client.call(calls.createSuiteVariables, {
    body: {
      suiteId,
      variables: [
        { name: 'stage', value: 'test' },
        { name: 'pin', value: 'hunter-2-pin', isSecret: true },
      ],
    },
  });
  const url = `${target.url}/json`;
  await newScript(client, suiteId, { url, condition: { variable: 'stage', operator: 'equals', expected: 'test' } });
  await newScript(client, suiteId, {
    url,
    condition: { variable: 'stage', operator: 'in', expected: 'live,{{other}}' },
  });
  await newScript(client, suiteId, { url, condition: { variable: 'pin', operator: 'equals', expected: '1' } });
  await newScript(client, suiteId, { url, condition: { variable: 'never', operator: 'notExists' } });
  const { runId } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await followRun(client, runId);
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run.steps.map((step) => step.status)).toEqual(['passed', 'skipped', 'skipped', 'passed']);
  expect(run.steps[1]?.message).toContain('{{stage}} is "test"');
  expect(run.steps[2]?.message).toContain('{{pin}} is');
  expect(JSON.stringify(run)).not.toContain('hunter-2-pin');
});

test('takes a value from the data row, then scripts, environment, suite and globals, the same in requests and scripts', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const variables = (names: string, scope: string) =>
    [...names].map((name) => ({ name, value: `${scope}-${name}`, isSecret: scope === 'suite' }));
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: variables('abcd', 'suite') } });
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'E', variables: variables('abc', 'environment') },
  });
  await client.call(workspaceRoutes.createGlobals, { body: { projectId, variables: variables('abcde', 'global') } });
  const script = await newScript(client, suiteId, {
    url: `${target.url}/{{a}}/{{b}}/{{c}}/{{e}}`,
    headers: [{ key: 'X-D', value: '{{d}}', enabled: true }],
    preRequestScript: `pm.variables.set('a', 'script-a'); pm.variables.set('b', 'script-b');
      if (pm.collectionVariables.get('c') !== 'suite-c') throw new Error('no suite variable');
      if (pm.variables.get('c') !== 'environment-c') throw new Error('not that of the environment');`,
  });
  const { fileId, fileName } = await upload({ projectId }, 'one.json', '[{"a":"row-a"}]');
  const { runId } = await client.call(calls.executeTest, {
    body: { projectId, suiteIds: [suiteId], environmentId, dataFile: { fileId, fileName } },
  });
  await followRun(client, runId);
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run.steps[0]).toMatchObject({
    status: 'passed',
    url: `${target.url}/row-a/script-b/environment-c/global-e`,
  });
  const input = scriptInputSchema.strip().parse(script);
  const preview = await client.call(apiPreviewRoutes.preview, {
    body: { projectId, environmentId, suiteId, script: { ...input, preRequestScript: '' } },
  });
  expect(preview.exchange?.request.url).toContain('/environment-c/global-e');
  // A secret of the suite is used and never shown.
  expect(preview.exchange?.request.headers).toContainEqual(['X-D', '••••••']);
  expect(target.received.at(-1)).toBe('GET /environment-a/environment-b/environment-c/global-e');
});

test('variables of a suite: added, changed, listed separately, stored in the suite, deleted with it', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const add = (name: string) =>
    client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name, value: '1' }] } });
  const { variables } = await add('tenant');
  expect(variables).toMatchObject([{ name: 'tenant', suiteId, environmentId: null }]);
  expect((await failureOf(add('tenant'))).status).toBe(409);
  const variableId = variables[0]?.variableId ?? '';
  await client.call(workspaceRoutes.updateVariable, { body: { variableId, value: '2' } });
  const listed = await client.call(calls.listSuiteVariables, { query: { suiteId } });
  expect(listed.variables).toMatchObject([{ name: 'tenant', value: '2' }]);
  expect((await client.call(workspaceRoutes.listVariables, { query: { projectId } })).variables).toEqual([]);
  const detected = await client.call(calls.detectVariables, { body: { projectId, suiteId, text: '{{tenant}}{{no}}' } });
  expect(detected.variables).toEqual([
    { name: 'no', defined: false },
    { name: 'tenant', defined: true },
  ]);
  const copy = await client.call(calls.cloneSuite, { body: { suiteId } });
  const copied = await client.call(calls.listSuiteVariables, { query: { suiteId: copy.suiteId } });
  expect(copied.variables).toMatchObject([{ name: 'tenant', value: '2' }]);
  await client.call(workspaceRoutes.deleteVariables, { query: { variableIds: [variableId], projectId } });
  expect((await client.call(calls.listSuiteVariables, { query: { suiteId } })).variables).toEqual([]);
});

test('compares two runs by status, assertions, structure of the body and time', async () => {
  const { client } = user;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const echo = (expected: string) => ({
    scriptName: 'Echo',
    method: 'POST',
    url: `${target.url}/echo`,
    body: { type: 'json' as const, content: '{"version":"{{version}}"}' },
    assertions: [
      { kind: 'body' as const, operator: 'contains' as const, expected, enabled: true },
      { kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true },
    ],
  });
  await newScript(client, suiteId, echo('alpha'));
  await newScript(client, suiteId, { scriptName: 'Same', url: `${target.url}/json` });
  const run = async (value: string) => {
    const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
      body: { projectId, environmentName: value, variables: [{ name: 'version', value }] },
    });
    const { runId } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId], environmentId } });
    await followRun(client, runId);
    return runId;
  };
  const [baseRunId, runId] = [await run('alpha'), await run('beta')];
  const compared = await client.call(calls.compareResults, { body: { baseRunId, runId } });
  expect(compared.totals).toEqual({ same: 1, changed: 0, fixed: 0, broken: 1, added: 0, removed: 0 });
  expect(compared.steps[0]).toMatchObject({
    name: 'Echo',
    verdict: 'broken',
    isBodySame: false,
    assertions: [{ name: 'body contains alpha', before: 'passed', after: 'failed' }],
    body: expect.arrayContaining([
      { path: '$.body', kind: 'changed', before: '{"version":"alpha"}', after: '{"version":"beta"}' },
    ]),
  });
  expect(compared.steps[0]?.summary).toContain('"body contains alpha" now failed');
});

test('a suite block of a workflow runs once for each row of its data file, with its inputs for what no column gives', async () => {
  const { client, projectId, suiteId } = await newUsersSuite();
  const file = await upload({ projectId, suiteIds: suiteId }, 'users.csv', rows);
  const block = {
    id: 'suite',
    kind: 'api-suite',
    name: 'Users',
    inputs: [
      { name: 'role', type: 'string' as const, value: 'reader' },
      { name: 'token', type: 'string' as const, value: 'abc' },
      { name: 'name', type: 'string' as const, value: 'Nobody' },
    ],
    settings: { suiteId, dataFile: { fileId: file.fileId, fileName: 'users.csv', firstRow: 3 } },
  };
  const flowId = await newFlow(client, projectId, { nodes: [start, block], links: chain('start', 'suite') });
  const run = await runFlowToEnd(client, flowId);
  expect(statusesOf(run).suite).toBe('passed');
  const runId = run.nodes.find(({ node }) => node === 'suite')?.childRunId ?? '';
  const { steps } = await client.call(calls.getExecution, { query: { runId } });
  expect(steps.map(({ url }) => url.slice(target.url.length))).toEqual([
    '/users/Cyd',
    '/users/Cyd/abc',
    '/users/Dan',
    '/users/Dan/abc',
  ]);

  const nothing = await newFlow(client, projectId, {
    nodes: [start, { ...block, settings: { suiteId, dataFile: null } }],
    links: chain('start', 'suite'),
  });
  expect((await failureOf(runFlow(client, nothing))).details[0]?.message).toBe('Choose a data file.');
});
