import { randomUUID } from 'node:crypto';
import { type Client, canWrite } from '@touchstone/contracts';
import { apiTestingRoutes as calls, type ExecutionStatus } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { actFor, userManagementService } from '../../../user-management/index.ts';
import { apiTestingService } from '../../index.ts';
import { auditedBy } from '../../testing/audited.ts';
import { failureOf, followRun, newProject, newScript, newSuite, runToEnd } from '../../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../testing/target-server.ts';

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const assertions = [{ kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true }];
let server: TestServer;
let target: TargetServer;
let owner: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client, 'Shop');
  suiteId = await newSuite(client, projectId, 'Orders');
});

const script = async (scriptName: string, path = '/json', of = suiteId) =>
  (await newScript(client, of, { url: target.url + path, scriptName, assertions })).scriptId;
const run = (body: object) => runToEnd(client, { projectId, ...body });
const summaryOf = (runId: string) => client.call(calls.getExecutionSummary, { query: { runId } });
const stepsOf = async (runId: string) => (await client.call(calls.listExecutionSteps, { query: { runId } })).content;
const today = () => new Date().toISOString().slice(0, 10);
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The user on whose behalf other services act. */
const actor = async ({ userId, organizationId } = owner) => {
  const origin = { requestId: 'test', address: '192.0.2.7' };
  const person = await actFor(server.app.door(userManagementService), { userId, organizationId }, origin);
  if (!person) throw new Error('The user cannot act.');
  return { ...person, workspaceAccess: canWrite };
};

test('a run is named after its suites, and runs the selected scripts of each', async () => {
  const second = await newSuite(client, projectId, 'Returns');
  const third = await newSuite(client, projectId, 'Stock');
  const [a, b] = [await script('A'), await script('B')];
  const c = await script('C', '/json', second);
  await script('D', '/json', third);
  const shown = async (body: object) => {
    const runId = await run(body);
    const { name, suites, total } = await summaryOf(runId);
    const names = (await stepsOf(runId)).map((step) => step.name);
    return [name, suites.map(({ suiteName, total: own }) => `${suiteName} ${own}`), total, names.sort()];
  };
  expect(await shown({ suiteIds: [second, suiteId, third] })).toEqual([
    ...['Returns, Orders and 1 more', ['Returns 1', 'Orders 2', 'Stock 1'], 4, ['A', 'B', 'C', 'D']],
  ]);
  expect(await shown({ suiteIds: [suiteId, second] })).toEqual([
    ...['Orders, Returns', ['Orders 2', 'Returns 1'], 3, ['A', 'B', 'C']],
  ]);
  expect(await shown({ suiteIds: [suiteId], scriptIds: [b] })).toEqual(['Orders', ['Orders 1'], 1, ['B']]);
  const [name, suites, total, names] = await shown({ scriptIds: [a, c] });
  expect([total, names, (suites as string[]).sort()]).toEqual([2, ['A', 'C'], ['Orders 1', 'Returns 1']]);
  expect(name).toMatch(/^(Orders, Returns|Returns, Orders)$/);
});

test('a run without tests or with tests of another workspace does not start', async () => {
  const other = await newProject(client);
  const elsewhere = await newSuite(client, other);
  const theirs = await script('Theirs', '/json', elsewhere);
  const own = await script('Own');
  const start = (body: object) => failureOf(client.call(calls.executeTest, { body: { projectId, ...body } }));
  const none = {
    status: 400,
    code: 'API_TESTING_SUITE_OR_SCRIPT_REQUIRED',
    message: 'Choose at least one test suite or script to run.',
  };
  expect(await start({})).toMatchObject(none);
  expect(await start({ suiteIds: [], scriptIds: [] })).toMatchObject(none);
  for (const body of [
    { suiteIds: [suiteId, elsewhere] },
    { scriptIds: [theirs, own] },
    { suiteIds: [suiteId], scriptIds: [theirs] },
  ])
    expect(await start(body)).toMatchObject({ status: 409, code: 'API_TESTING_OTHER_PROJECT' });
  expect((await client.call(calls.listReports, { body: { projectId } })).totalElements).toBe(0);
});

test('a script shows its newest result and its history, newest first', async () => {
  const scriptId = await script('A');
  const latest = () => client.call(calls.getLatestScriptExecution, { body: { scriptId } });
  const history = (page: object = {}) => client.call(calls.listScriptExecutions, { query: { scriptId, ...page } });
  expect(await latest()).toEqual({ runId: null, step: null });
  expect(await history()).toEqual({ content: [], totalElements: 0, page: 0, size: 10 });
  const first = await run({ suiteIds: [suiteId] });
  const second = await run({ suiteIds: [suiteId] });
  const [step] = await stepsOf(second);
  expect(await latest()).toEqual({
    runId: second,
    step: await client.call(calls.getExecutionStep, { query: { runId: second, stepId: step?.stepId ?? '' } }),
  });
  expect(await history({ page: 0, size: 1 })).toEqual({
    content: [
      { runId: second, createdAt: anyTime, step: expect.objectContaining({ name: 'A', stepId: step?.stepId }) },
    ],
    totalElements: 2,
    page: 0,
    size: 1,
  });
  expect((await history({ page: 1, size: 1 })).content.map(({ runId }) => runId)).toEqual([first]);
  const body = async (side: 'request' | 'response') =>
    client.raw(calls.downloadBody, { query: { runId: second, stepId: step?.stepId ?? '', side } });
  const answer = await body('response');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="response-body"');
  expect(await answer.json()).toEqual({ id: 7, name: 'Rex', tags: ['a', 'b'] });
  expect(await failureOf(body('request'))).toMatchObject({ status: 404, code: 'API_TESTING_SCRIPT_NOT_FOUND' });
});

test('statistics count the runs of their days, with percentages to one decimal', async () => {
  const range = { projectId, startDate: dayFrom(-1), endDate: dayFrom(1) };
  const percentage = (query = range) => client.call(calls.getExecutionPercentage, { query });
  const dashboard = (query: object = range) =>
    client.call(calls.getDashboardMetrics, { query: { projectId, ...query } });
  expect(await percentage()).toEqual({ total: 0, passed: 0, failed: 0, error: 0, passedPercent: 0 });
  const none = {
    runs: 0,
    passed: 0,
    failed: 0,
    errors: 0,
    cancelled: 0,
    running: 0,
    passRate: 0,
    averageDurationMs: 0,
  };
  expect(await dashboard()).toEqual(none);
  await script('Good');
  const bad = await script('Bad', '/status/500');
  const broken = (await newScript(client, suiteId, { url: 'http://127.0.0.1:9/a', scriptName: 'Broken' })).scriptId;
  await run({ suiteIds: [suiteId] });
  await run({ scriptIds: [bad] });
  expect(await percentage()).toEqual({ total: 4, passed: 1, failed: 2, error: 1, passedPercent: 25 });
  const { averageDurationMs, ...counts } = await dashboard();
  expect(averageDurationMs).toBeGreaterThan(0);
  expect(counts).toEqual({ runs: 2, passed: 0, failed: 1, errors: 1, cancelled: 0, running: 0, passRate: 0 });
  const good = await newSuite(client, projectId, 'Good');
  await script('Good', '/json', good);
  await run({ suiteIds: [good] });
  expect(await dashboard({})).toMatchObject({ runs: 3, passed: 1, failed: 1, errors: 1, passRate: 33.3 });
  expect(await dashboard({ endDate: dayFrom(-1) })).toEqual(none);
  expect(await client.call(calls.getScriptsAndExecutionCount, { query: range })).toEqual({
    scripts: 4,
    suites: 2,
    executions: 3,
  });
  expect(await client.call(calls.getProjectDetails, { body: { projectId } })).toEqual({
    projectId,
    suites: 2,
    scripts: 4,
    environments: 0,
    runs: 3,
  });
  const { apis } = await client.call(calls.getMostFailedApis, { query: range });
  expect(apis).toEqual([
    { scriptId: bad, scriptName: 'Bad', method: 'GET', url: `${target.url}/status/500`, failed: 2, total: 2 },
    { scriptId: broken, scriptName: 'Broken', method: 'GET', url: 'http://127.0.0.1:9/a', failed: 1, total: 1 },
  ]);
  const { days } = await client.call(calls.getEverydayStatistics, { query: { projectId } });
  expect(days.filter(({ total }) => total > 0)).toEqual([
    { date: expect.any(String), total: 3, passed: 1, failed: 1, error: 1 },
  ]);
  expect(days.length === 1 || days.length === 14).toBe(true);
});

test('runs are filtered by status, suite and name; stopping and deleting them is audited', async () => {
  const returns = await newSuite(client, projectId, 'Returns');
  await script('A');
  await script('B', '/status/500', returns);
  const [good, bad] = [await run({ suiteIds: [suiteId] }), await run({ suiteIds: [returns] })];
  const listed = async (filter: object) =>
    (await client.call(calls.listReports, { body: { projectId, ...filter } })).content.map(({ runId }) => runId);
  const words = [(await summaryOf(good)).executionStatus, (await summaryOf(bad)).executionStatus] as const;
  expect(await listed({})).toEqual([bad, good]);
  expect(await listed({ statuses: [] })).toEqual([bad, good]);
  expect(await listed({ statuses: [words[0]] })).toEqual([good]);
  expect(await listed({ statuses: [words[1]] })).toEqual([bad]);
  expect(await listed({ suiteId: returns })).toEqual([bad]);
  expect(await listed({ searchTerm: 'order' })).toEqual([good]);
  expect(await listed({ page: 1, size: 1 })).toEqual([good]);
  await script('Held', `/held/${randomUUID()}`);
  const { runId: held } = await client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const early = { status: 409, code: 'API_TESTING_REPORT_NOT_READY' };
  for (const call of [
    () => client.raw(calls.downloadHtmlReport, { query: { runId: held } }),
    () => client.call(calls.compareResults, { body: { baseRunId: good, runId: held } }),
    () => client.call(calls.compareResults, { body: { baseRunId: held, runId: good } }),
  ])
    expect(await failureOf(call())).toMatchObject(early);
  expect(await failureOf(client.call(calls.retryTest, { body: { runId: held } }))).toMatchObject({ status: 409 });
  expect(await client.call(calls.stopExecution, { query: { runId: held } })).toEqual({ message: 'Run canceled' });
  await followRun(client, held);
  const several = client.call(calls.deleteReports, { query: { runIds: [good, bad] } });
  expect(await several).toEqual({ message: '2 reports deleted' });
  expect(await client.call(calls.deleteReports, { query: { runIds: [held] } })).toEqual({
    message: '1 report deleted',
  });
  const audited = (await auditedBy(server, owner)).filter(({ action }) =>
    /^run\.stopped|^report\.deleted/.test(action),
  );
  expect(audited.map(({ action, detail }) => [action, detail])).toEqual([
    ['run.stopped', null],
    ['report.deleted', null],
    ['report.deleted', null],
  ]);
  expect(audited.map(({ target: of }) => of.split(',').sort())).toEqual([[held], [good, bad].sort(), [held]]);
});

test('a filter of several statuses finds the runs that show one of them', async () => {
  const [empty, failing] = [await newSuite(client, projectId, 'Empty'), await newSuite(client, projectId, 'Failing')];
  await script('A');
  await script('B', '/status/500', failing);
  const none = await run({ suiteIds: [empty] });
  const good = await run({ suiteIds: [suiteId] });
  const bad = await run({ suiteIds: [failing] });
  const listed = async (...statuses: ExecutionStatus[]) =>
    (await client.call(calls.listReports, { body: { projectId, statuses } })).content.map(({ runId }) => runId);
  expect(await listed('No Test Cases', 'Fail')).toEqual([bad, none]);
  expect(await listed('Pass', 'Fail')).toEqual([bad, good]);
  expect(await listed('Pass', 'No Test Cases')).toEqual([good, none]);
  expect(await listed('No Test Cases')).toEqual([none]);
});

test('a failed step is grouped by its failed assertion, not by one that passed', async () => {
  const passed = { kind: 'body' as const, operator: 'contains' as const, expected: '{', enabled: true };
  await newScript(client, suiteId, {
    url: `${target.url}/status/404`,
    assertions: [passed, { kind: 'status', operator: 'equals', expected: 200, enabled: true }],
  });
  await run({ suiteIds: [suiteId] });
  const query = { projectId, startDate: today(), endDate: dayFrom(1) };
  const clusters = async () => (await client.call(calls.listFailureClusters, { query })).content;
  await expect.poll(clusters, { timeout: 10_000 }).toMatchObject([{ kind: 'status', statusClass: '4xx', failures: 1 }]);
});

test('suites and scripts are described by paths and found by them, only where the user has access', async () => {
  const scriptId = await script('A');
  const { paths, homes, scriptTargets } = server.app.door(apiTestingService);
  const [me, stranger] = [await actor(), await actor(await server.createOrganization())];
  const unknown = randomUUID();
  expect(await paths.suites.namesOf(me, [suiteId, unknown])).toEqual(new Map([[suiteId, ['Shop', 'Orders']]]));
  expect(await paths.scripts.namesOf(me, [scriptId, unknown])).toEqual(new Map([[scriptId, ['Shop', 'Orders', 'A']]]));
  expect(await paths.suites.namesOf(stranger, [suiteId])).toEqual(new Map());
  expect(await paths.scripts.namesOf(stranger, [scriptId])).toEqual(new Map());
  const find = async (names: string[], by = me) => [
    await paths.suites.find(by, projectId, names),
    await paths.scripts.find(by, projectId, names),
  ];
  expect(await find(['Shop', 'orders', 'A'])).toEqual([suiteId, scriptId]);
  expect(await find(['Shop', 'Orders', 'B'])).toEqual([suiteId, undefined]);
  expect(await find(['Shop', 'Orders'])).toEqual([suiteId, undefined]);
  expect(await find(['Shop', 'Other', 'A'])).toEqual([undefined, undefined]);
  expect(await find(['Shop'])).toEqual([undefined, undefined]);
  const second = await newProject(client, 'Second');
  const elsewhere = await newSuite(client, second, 'Elsewhere');
  expect(await find(['Second', 'Elsewhere'])).toEqual([elsewhere, undefined]);
  expect(await homes.scripts(me, second, [scriptId, unknown])).toEqual(new Map([[scriptId, projectId]]));
  expect(await homes.suites(me, second, [suiteId, unknown])).toEqual(new Map([[suiteId, projectId]]));
  expect(await homes.suites(stranger, projectId, [suiteId])).toEqual(new Map());
  const place = { organizationId: owner.organizationId, projectId };
  const link = `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}`;
  expect(await scriptTargets.describe(place, [scriptId, unknown])).toEqual(new Map([[scriptId, { title: 'A', link }]]));
  expect(await scriptTargets.describe({ ...place, projectId: second }, [scriptId])).toEqual(new Map());
  const sent = await scriptTargets.send(me, { scriptId, environmentId: null }, AbortSignal.timeout(10_000));
  expect(sent).toMatchObject({ status: 'passed', statusCode: 200, scriptId, suiteId });
});

test('a saved request is planned, sent and recorded for another service', async () => {
  const authentication = { type: 'bearer' as const, token: 'secret-token' };
  const { scriptId } = await newScript(client, suiteId, {
    url: `${target.url}/echo?key={{key}}`,
    scriptName: 'A',
    authentication,
  });
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 'key', value: 'of suite' }] } });
  const { requestSender } = server.app.door(apiTestingService);
  const { organizationId, userId } = owner;
  const found = { projectId, suiteId, name: 'A' };
  expect(await requestSender.findMany(organizationId, [scriptId, scriptId])).toEqual(new Map([[scriptId, found]]));
  expect(await requestSender.find(organizationId, randomUUID())).toBeUndefined();
  const me = await actor();
  const planned = await requestSender.plan(me, { projectId, scriptId, environmentId: null, given: { own: 'v' } });
  expect(planned).toMatchObject({ scriptId, suiteId, suiteName: 'Orders', environmentId: null, environmentName: null });
  expect(planned.dynamicNames).toBe(false);
  expect(JSON.stringify(planned)).not.toContain('secret-token');
  const place = { organizationId, projectId, userId };
  const opened = await requestSender.open(planned, place, { maxResponseBytes: 100_000 });
  expect(['own', 'key', 'none'].map((name) => opened.variable(name))).toEqual(['v', 'of suite', undefined]);
  const result = await opened.send(AbortSignal.timeout(10_000));
  const stepId = randomUUID();
  const detail = await opened.record(result, { stepId, index: 3, owner: `project:${projectId}` });
  expect(detail).toMatchObject({ stepId, index: 3, status: 'passed', scriptId, suiteId, suiteName: 'Orders' });
  expect(JSON.stringify(detail)).not.toContain('secret-token');
  expect(opened.mask()('a secret-token')).not.toContain('secret-token');
  await opened.close();
  const theirs = await actor(await server.createOrganization());
  await expect(requestSender.plan(theirs, { projectId, scriptId, environmentId: null })).rejects.toMatchObject({
    status: 404,
  });
});
