import type { ApiError } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, failureOf, followRun, newProject, newScript, newSuite, runToEnd } from '../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../testing/target-server.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let target: TargetServer;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});

const status = (expected: number) => ({
  kind: 'status' as const,
  operator: 'equals' as const,
  expected,
  enabled: true,
});

async function newRun(urls: string[], options: { parallel?: number; stopOnFailure?: boolean } = {}) {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  for (const url of urls) await newScript(client, suiteId, { url, assertions: [status(200)] });
  return { client, projectId, suiteId, start: () => runToEnd(client, { projectId, suiteIds: [suiteId], ...options }) };
}

test('runs suites in order and reports counts, words and the reason of each failure [functional-runs-reports-1]', async () => {
  const { client, projectId, suiteId } = await newRun([
    `${target.url}/json`,
    `${target.url}/status/500`,
    'http://127.0.0.1:9/',
  ]);
  const started = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  // An idle runner may have started already.
  expect(started).toMatchObject({
    executionStatus: expect.stringMatching(/^(Run Initiated|Running)$/),
    message: 'Run initiated',
  });
  const events = await followRun(client, started.runId);
  expect(events[0]).toMatchObject({
    id: 1,
    event: 'status',
    data: { message: 'Execution has started', executionStatus: 'Running' },
  });
  expect(events.at(-1)).toMatchObject({
    event: 'COMPLETED',
    data: { status: 'error', executionStatus: 'Error in Run' },
  });
  const run = await client.call(calls.getExecution, { query: { runId: started.runId } });
  expect(run).toMatchObject({
    executionStatus: 'Error in Run',
    total: 3,
    passed: 1,
    failed: 1,
    errors: 1,
    queued: 0,
    running: 0,
  });
  expect(run.steps.map((step) => step.status)).toEqual(['passed', 'failed', 'error']);
  expect(run.steps[1]?.message).toContain('500');
  expect(run.steps[2]?.message).toContain('127.0.0.1:9');
  expect((await client.call(calls.listSuites, { query: { projectId } })).content[0]?.lastRun).toMatchObject({
    runId: started.runId,
    executionStatus: 'Error in Run',
  });
});

test.each([
  ['Pass', ['/json']],
  ['Fail', ['/json', '/status/404']],
  ['No Test Cases', []],
] as const)('ends with the status %s', async (word, paths) => {
  const { client, start } = await newRun(paths.map((path) => target.url + path));
  const run = await client.call(calls.getExecutionSummary, { query: { runId: await start() } });
  expect(run.executionStatus).toBe(word);
});

test('numbers events without gaps; a reader that reconnects misses none', async () => {
  const { client, start } = await newRun(Array.from({ length: 30 }, () => `${target.url}/json`));
  const runId = await start();
  const all = await followRun(client, runId);
  expect(all.map((event) => event.id)).toEqual(all.map((_, index) => index + 1));
  const rest = await followRun(client, runId, { lastEventId: 2 });
  expect(rest).toEqual(all.slice(2));
});

test('passes extracted values to later scripts, also when scripts run at once [api-assertions-4]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, {
    url: `${target.url}/json`,
    dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }],
  });
  await newScript(client, suiteId, { url: `${target.url}/status/200`, assertions: [status(200)] });
  await newScript(client, suiteId, {
    method: 'POST',
    url: `${target.url}/echo`,
    body: { type: 'text', content: 'pet {{petId}}' },
    assertions: [{ kind: 'jsonPath', path: '$.body', operator: 'equals', expected: 'pet 7', enabled: true }],
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], parallel: 8 });
  expect(await client.call(calls.getExecutionSummary, { query: { runId } })).toMatchObject({ passed: 3, total: 3 });
});

test('stops a run: running and waiting steps are cancelled, and it says so [functional-runs-reports-1]', async () => {
  const { client, projectId, suiteId } = await newRun([
    `${target.url}/json`,
    `${target.url}/held/a`,
    `${target.url}/json`,
  ]);
  const { runId } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const held = (event: { data: Record<string, unknown> }) => JSON.stringify(event.data.steps ?? '').includes('/held/a');
  await followRun(client, runId, { enough: held });
  expect(await failureOf(client.call(calls.downloadHtmlReport, { query: { runId } }))).toMatchObject({
    status: 409,
    message: 'Report is not ready yet. Please wait until the execution is complete',
  });
  expect(await client.call(calls.stopExecution, { query: { runId } })).toEqual({ message: 'Run canceled' });
  await followRun(client, runId);
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run).toMatchObject({
    executionStatus: 'Cancelled',
    message: 'Run canceled',
    passed: 1,
    cancelled: 2,
    running: 0,
  });
  expect(await failureOf(client.call(calls.stopExecution, { query: { runId } }))).toMatchObject({ status: 409 });
});

test('runs a finished run again, whole or only what did not pass, with the values it had extracted [functional-runs-reports-1]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, {
    url: `${target.url}/json`,
    dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }],
  });
  await newScript(client, suiteId, {
    scriptName: 'fails',
    url: `${target.url}/status/50{{petId}}`,
    assertions: [status(200)],
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const failed = await client.call(calls.retryTest, { body: { runId, onlyFailed: true } });
  await followRun(client, failed.runId);
  const second = await client.call(calls.getExecution, { query: { runId: failed.runId } });
  expect(second).toMatchObject({ retryOf: runId, total: 1, failed: 1 });
  expect(second.steps[0]).toMatchObject({ name: 'fails', statusCode: 507, index: 0 });
  const whole = await client.call(calls.retryTest, { body: { runId } });
  await followRun(client, whole.runId);
  expect(await client.call(calls.getExecutionSummary, { query: { runId: whole.runId } })).toMatchObject({
    total: 2,
    passed: 1,
    failed: 1,
  });
  const compared = await client.call(calls.compareResults, { body: { baseRunId: runId, runId: whole.runId } });
  expect(compared.totals).toEqual({ same: 2, changed: 0, fixed: 0, broken: 0, added: 0, removed: 0 });
});

test('skips the rest after the first failure where asked', async () => {
  const { client, start } = await newRun([`${target.url}/status/500`, `${target.url}/json`, `${target.url}/json`], {
    stopOnFailure: true,
  });
  const run = await client.call(calls.getExecution, { query: { runId: await start() } });
  expect(run.steps.map((step) => step.status)).toEqual(['failed', 'skipped', 'skipped']);
  expect(run).toMatchObject({ failed: 1, skipped: 2, executionStatus: 'Fail' });
});

const badTargets: [name: string, path: string, message: RegExp][] = [
  ['a redirect loop', '/loop', /redirect/i],
  ['a response that never ends', '/endless', /did not end|longer|time/i],
];
test.each(badTargets)('ends a step with a clear error for %s', async (_name, path, message) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, {
    url: target.url + path,
    settings: { timeoutMs: 300, followRedirects: true, maxRedirects: 5, verifyCertificate: true },
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run.steps[0]).toMatchObject({ status: 'error' });
  expect(run.steps[0]?.message).toMatch(message);
});

test('keeps secrets out of events, steps, reports and lists [environments-variables-1]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: {
      projectId,
      environmentName: 'staging',
      variables: [
        { name: 'base', value: target.url, isSecret: false },
        { name: 'apiKey', value: 's3cr3t+value', isSecret: true },
      ],
    },
  });
  await newScript(client, suiteId, {
    method: 'POST',
    url: '{{base}}/echo?key={{apiKey}}',
    headers: [{ key: 'X-Key', value: '{{apiKey}}', enabled: true }],
    body: { type: 'json', content: '{"key":"{{apiKey}}"}' },
    authentication: { type: 'basic', username: 'ana', password: 'Tr0ub4dor' },
    assertions: [status(200), { kind: 'body', operator: 'contains', expected: '{{apiKey}}', enabled: true }],
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run).toMatchObject({ executionStatus: 'Pass', environmentName: 'staging' });
  const step = await client.call(calls.getExecutionStep, { query: { runId, stepId: run.steps[0]?.stepId ?? '' } });
  const variables = await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } });
  const report = await (await client.raw(calls.downloadHtmlReport, { query: { runId } })).text();
  const junit = await (await client.raw(calls.downloadFile, { query: { runId, type: 'junit' } })).text();
  const rows = await server.platform.database.pool.query(
    'select plan::text, checkpoint from runs.run where id = $1 union all select plan::text, detail::text from runs.step where run_id = $1',
    [runId],
  );
  const everything = JSON.stringify([run, step, variables, await followRun(client, runId), rows.rows]) + report + junit;
  const encoded = Buffer.from('ana:Tr0ub4dor').toString('base64');
  for (const secret of ['s3cr3t+value', 's3cr3t%2Bvalue', 'Tr0ub4dor', encoded])
    expect(everything).not.toContain(secret);
  expect(step.exchange?.request.headers.find(([name]) => name === 'X-Key')?.[1]).toBe('••••••');
});

test('rejects an environment of another workspace and suites of several workspaces', async () => {
  const [one, two] = [await newRun([`${target.url}/json`]), await newRun([`${target.url}/json`])];
  const { environmentId } = await one.client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: one.projectId, environmentName: 'x' },
  });
  expect(
    await failureOf(
      two.client.call(calls.executeTest, {
        body: { projectId: two.projectId, suiteIds: [two.suiteId], environmentId },
      }),
    ),
  ).toMatchObject({ status: 404 });
  expect(
    await failureOf(
      two.client.call(calls.executeTest, { body: { projectId: two.projectId, suiteIds: [one.suiteId, two.suiteId] } }),
    ),
  ).toMatchObject({ status: 409, code: 'API_TESTING_OTHER_PROJECT' });
  expect(await failureOf(two.client.call(calls.executeTest, { body: { projectId: two.projectId } }))).toMatchObject({
    status: 400,
  });
});

test('lists runs by displayed status, mails and deletes reports [functional-runs-reports-2] [functional-runs-reports-5]', async () => {
  const { client, projectId, suiteId, start } = await newRun([`${target.url}/json`]);
  const passed = await start();
  await newScript(client, suiteId, { url: `${target.url}/status/500`, assertions: [status(200)] });
  const failed = await start();
  const list = async (
    statuses: ('Pass' | 'Fail' | 'Completed' | 'Running' | 'No Test Cases' | 'Generating Report')[],
  ) => (await client.call(calls.listReports, { body: { projectId, statuses } })).content.map((run) => run.runId);
  expect(await list([])).toEqual([failed, passed]);
  expect(await list(['Pass'])).toEqual([passed]);
  expect(await list(['Fail'])).toEqual([failed]);
  expect(await list(['Completed'])).toEqual([failed, passed]);
  expect(await list(['Running'])).toEqual([]);
  expect(await list(['No Test Cases'])).toEqual([]);
  expect(await list(['Generating Report'])).toEqual([]);
  const metrics = await client.call(calls.getDashboardMetrics, { query: { projectId } });
  expect(metrics).toMatchObject({ runs: 2, passed: 1, failed: 1, passRate: 50 });
  expect((await client.call(calls.getMostFailedApis, { query: { projectId } })).apis).toMatchObject([
    { failed: 1, total: 1 },
  ]);
  expect((await client.call(calls.getEverydayStatistics, { query: { projectId } })).days.at(-1)).toMatchObject({
    total: 2,
    passed: 1,
    failed: 1,
  });

  await client.call(calls.sendReportMail, { body: { runId: failed, email: 'lead@example.test' } });
  const [mail] = await server.platform.mailer.list(1);
  expect(mail).toMatchObject({ recipient: 'lead@example.test', status: 'outbox' });
  expect(mail?.attachments).toHaveLength(1);
  const { content } = await client.call(calls.listExecutionSteps, { query: { runId: failed, status: 'failed' } });
  expect(content).toHaveLength(1);
  expect(mail?.textBody).toContain(`${content[0]!.name}\n  ${content[0]!.message}\n\n`);
  expect(mail?.htmlBody).toContain(`/api-testing/report/${failed}?step=${content[0]!.stepId}"`);
  await client.call(calls.sendReportMail, { body: { runId: failed, email: 'lead@example.test', type: 'pdf' } });
  const [withPdf] = await server.platform.mailer.list(1);
  expect(withPdf?.attachments).toHaveLength(1);
  expect(withPdf?.attachments).not.toEqual(mail?.attachments);
  await client.call(calls.deleteReports, { query: { runIds: [passed] } });
  expect(await list([])).toEqual([failed]);
  expect(await failureOf(client.call(calls.getExecution, { query: { runId: passed } }))).toMatchObject({ status: 404 });
});

test('sends one request immediately and shows everything about it; nothing is stored [api-script-editor-5]', async () => {
  const { client, projectId } = await newRun([]);
  const script = draft({
    url: `${target.url}/json`,
    assertions: [status(200), { kind: 'jsonPath', path: '$.name', operator: 'equals', expected: 'Max', enabled: true }],
  });
  const detail = await client.call(apiPreviewRoutes.preview, { body: { projectId, script } });
  expect(detail).toMatchObject({ status: 'failed', statusCode: 200, assertionsPassed: 1, assertionsFailed: 1 });
  expect(detail.exchange?.response?.body.text).toContain('Rex');
  expect(detail.exchange?.timing?.totalMs).toBeGreaterThan(0);
  expect((await client.call(calls.listReports, { body: { projectId } })).totalElements).toBe(0);
});

test('rejects runs of the FREE plan beyond its executions a day, even if started at the same time, and asks to export the test [functional-runs-reports-4]', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const projectId = await newProject(free.client);
  const suiteId = await newSuite(free.client, projectId);
  const runId = await runToEnd(free.client, { projectId, suiteIds: [suiteId] });
  const copies = (count: number) =>
    `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name)
     select gen_random_uuid(), organization_id, project_id, kind, name, 'passed', plan, label, 0, created_by, created_by_name
     from runs.run, generate_series(1, ${count}) where id = '${runId}'`;
  await server.platform.database.pool.query(copies(98));
  const full = { status: 403, code: 'API_TESTING_EXECUTION_LIMIT' };
  // Another process is storing the last run.
  const held = `select pg_advisory_xact_lock(hashtextextended('runs of ${free.organizationId}', 0)); ${copies(1)}`;
  const start = () => free.client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  expect(await race(server, held, [start])).toEqual([expect.objectContaining(full)]);
  const error: ApiError = await failureOf(start());
  expect(error).toMatchObject(full);
  expect(error.message).toMatch(/^You have exhausted the execution limit\. Export the test/);
});

test('never shows a run to another organization', async () => {
  const { start } = await newRun([`${target.url}/json`]);
  const runId = await start();
  const other = await server.createOrganization();
  for (const call of [
    () => other.client.call(calls.getExecution, { query: { runId } }),
    () => other.client.call(calls.stopExecution, { query: { runId } }),
    () => other.client.call(calls.retryTest, { body: { runId } }),
    () => other.client.call(calls.deleteReports, { query: { runIds: [runId] } }),
    () => other.client.raw(notificationRoutes.subscribeNotification, { query: { runId } }),
    () => other.client.raw(calls.downloadHtmlReport, { query: { runId } }),
  ])
    expect(await failureOf(call())).toMatchObject({ status: 404 });
});

test('a workspace is deleted by its exact name, with its runs, also one that is being executed', async () => {
  const { client, projectId, suiteId, start } = await newRun([`${target.url}/json`]);
  const finished = await start();
  await newScript(client, suiteId, { url: `${target.url}/json?wait`, assertions: [status(200)] });
  const { runId } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const { projectName } = await client.call(workspaceRoutes.getProject, { query: { projectId } });
  expect(
    await failureOf(
      client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: `${projectName}x` } }),
    ),
  ).toMatchObject({ status: 409 });
  await client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName } });
  for (const id of [finished, runId])
    expect(await failureOf(client.call(calls.getExecution, { query: { runId: id } }))).toMatchObject({ status: 404 });
  const steps = 'select count(*)::int as n from runs.step where run_id = any($1)';
  await expect
    .poll(async () => (await server.platform.database.pool.query(steps, [[finished, runId]])).rows[0].n)
    .toBe(0);
});

test('a suite reports its own steps, also where another suite of the run failed', async () => {
  const { client, projectId, suiteId } = await newRun([`${target.url}/json`]);
  const failing = await newSuite(client, projectId, 'Failing');
  await newScript(client, failing, { url: `${target.url}/status/500`, assertions: [status(200)] });
  await runToEnd(client, { projectId, suiteIds: [suiteId, failing] });
  const { content } = await client.call(calls.listSuites, { query: { projectId } });
  const words = Object.fromEntries(content.map((suite) => [suite.suiteId, suite.lastRun?.executionStatus]));
  expect(words).toEqual({ [suiteId]: 'Pass', [failing]: 'Fail' });
});

test('runs scripts in a sandbox: they prepare the request, test the response, store values and write a log without secrets', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e', variables: [{ name: 'key', value: 'hush-hush-77', isSecret: true }] },
  });
  await newScript(client, suiteId, {
    scriptName: 'first',
    url: `${target.url}/json`,
    preRequestScript:
      "pm.request.headers.add({ key: 'X-Made', value: 'by script' }); console.log('key', pm.environment.get('key'));",
    testScript:
      "pm.test('has a name', () => pm.expect(pm.response.json().name).to.eql('Rex')); pm.test('is a cat', () => pm.expect(pm.response.json().kind).to.eql('cat')); pm.environment.set('petId', pm.response.json().id);",
  });
  await newScript(client, suiteId, {
    scriptName: 'second',
    method: 'POST',
    url: `${target.url}/echo`,
    body: { type: 'text', content: 'pet {{petId}} of {{$randomCity}}' },
    assertions: [{ kind: 'jsonPath', path: '$.body', operator: 'matches', expected: '^pet 7 of [A-Z]', enabled: true }],
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const run = await client.call(calls.getExecution, { query: { runId } });
  expect(run.steps.map((step) => step.status)).toEqual(['failed', 'passed']);
  const detail = await client.call(calls.getExecutionStep, { query: { runId, stepId: run.steps[0]?.stepId ?? '' } });
  expect(detail.assertions.map(({ path, status: outcome }) => [path, outcome])).toEqual([
    ['has a name', 'passed'],
    ['is a cat', 'failed'],
  ]);
  expect(detail.exchange?.request.headers).toContainEqual(['X-Made', 'by script']);
  expect(detail.logs).toEqual(['log: key ••••••']);
});
