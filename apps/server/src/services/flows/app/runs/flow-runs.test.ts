import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../../api-testing/testing/builders.ts';
import { flowRunsStore } from '../../store/flow-runs.store.ts';
import { chain, flowRun, newFlow, runFlow, start, statusesOf } from '../../testing/flow-builders.ts';
import { recordRun } from '../../testing/recorded-run.ts';

let server: TestServer;
let client: Client;
let guest: TestUser;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  projectId = await newProject(client);
}, 120_000);
afterAll(() => server.close());

const time = (second: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, second));
const task = (id: string, more: object = {}) => ({
  id,
  kind: 'javascript',
  name: `Task ${id}`,
  settings: { code: 'return 1' },
  ...more,
});
const ask = (to: string[]) => ({ id: 'ask', kind: 'approval', name: 'Ask the owner', settings: { to } });

/** A workflow with these nodes one after another, started but not executed. */
async function started(...nodes: { id: string; kind: string; name: string }[]) {
  const ids = nodes.map(({ id }) => id);
  const flowId = await newFlow(client, projectId, { nodes: [start, ...nodes], links: chain('start', ...ids) });
  return { flowId, runId: await runFlow(client, flowId) };
}

test('a run shows what happened to each node so far, with secrets masked', async () => {
  const secret = { inputs: [{ name: 'key', type: 'secret' }], outputs: [{ name: 'token', type: 'secret' }] };
  const { flowId, runId } = await started(task('a', secret), task('b'), task('c'), task('rows'));
  const [stepId, childRunId] = [newId(), newId()];
  await recordRun(server, runId, {
    status: 'running',
    createdAt: time(0),
    nodes: {
      a: {
        status: 'passed',
        attempt: 2,
        stepId,
        childRunId,
        inputs: { key: 'rosebud', size: 3 },
        outputs: { token: 'sesame', total: 7 },
        detail: { note: 'fine' },
        startedAt: time(1),
        finishedAt: time(4),
      },
      b: { status: 'delayed', message: 'The response has status 500.', startedAt: time(5) },
      rows: { status: 'running', items: { total: 9, next: 6, running: [4, 5], failed: 1, isStopped: false } as never },
    },
    timers: [
      { node: 'b', purpose: 'timeout', attempt: 1, dueAt: time(50) },
      { node: 'b', purpose: 'retry', attempt: 2, dueAt: time(20) },
    ],
  });
  const run = await flowRun(client, runId);
  expect(run).toMatchObject({ flowId, flowName: expect.stringContaining('Workflow'), revision: 1, status: 'running' });
  expect(run).toMatchObject({ executionStatus: 'Running', finishedAt: null, createdAt: time(0).toISOString() });
  expect(run.configuration).toEqual({
    name: null,
    environmentId: null,
    environmentName: null,
    variables: {},
    parallel: null,
  });
  const none = { inputs: {}, outputs: {}, detail: null, stepId: null, childRunId: null, childLink: null };
  const untouched = { ...none, message: null, startedAt: null, finishedAt: null, dueAt: null, items: null };
  expect(run.nodes).toEqual([
    {
      ...untouched,
      node: 'a',
      status: 'passed',
      attempt: 2,
      stepId,
      childRunId,
      childLink: `/runs/${childRunId}`,
      inputs: { key: '******', size: 3 },
      outputs: { token: '******', total: 7 },
      detail: { note: 'fine' },
      startedAt: time(1).toISOString(),
      finishedAt: time(4).toISOString(),
    },
    {
      ...untouched,
      node: 'b',
      status: 'delayed',
      attempt: 1,
      message: 'The response has status 500.',
      startedAt: time(5).toISOString(),
      dueAt: time(20).toISOString(),
    },
    { ...untouched, node: 'rows', status: 'running', attempt: 1, items: { total: 9, ended: 4, failed: 1 } },
  ]);
});

test('a waiting webhook shows its address, except to guests', async () => {
  const hook = { id: 'hook', kind: 'webhook-wait', name: 'hook' };
  const { runId } = await started(hook, task('after'));
  const record = (status: 'waiting' | 'passed') =>
    recordRun(server, runId, { status: 'running', nodes: { hook: { status }, after: { status: 'waiting' } } });
  const details = async (by: Client) => (await flowRun(by, runId)).nodes.map(({ node, detail }) => [node, detail]);
  await record('waiting');
  expect(await details(client)).toEqual([
    ['hook', { address: expect.stringMatching(/^http.*\/flow-webhooks\/[\w-]+$/) }],
    ['after', null],
  ]);
  expect(await details(guest.client)).toEqual([
    ['hook', null],
    ['after', null],
  ]);
  await record('passed');
  expect(await details(client)).toEqual([
    ['hook', null],
    ['after', null],
  ]);
});

test('the summary counts scripts by status; nodes without a script are left out', async () => {
  const suiteId = await newSuite(client, projectId);
  const otherSuite = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: 'http://127.0.0.1:9/' });
  const script = (id: string, settings: object = { scriptId, suiteId }) => ({
    id,
    kind: 'api-script',
    name: `Script ${id}`,
    settings,
  });
  const statuses = ['ready', 'running', 'waiting', 'delayed', 'passed', 'failed', 'skipped', 'cancelled'] as const;
  const suite = { id: 'suite', kind: 'api-suite', name: 'All', settings: { suiteId: otherSuite } };
  const nodes = [...statuses.map((id) => script(id)), script('untouched', { scriptId }), suite, task('other')];
  const { flowId, runId } = await started(...nodes);
  const childRunId = newId();
  const recorded = Object.fromEntries(statuses.map((status) => [status, { status }]));
  const failed = { status: 'failed' as const, attempt: 3, message: 'Too slow', childRunId, startedAt: time(1) };
  await recordRun(server, runId, {
    status: 'failed',
    createdAt: time(0),
    durationMs: 5000,
    nodes: { ...recorded, failed: { ...failed, finishedAt: time(2) }, other: { status: 'passed' } },
  });

  const summary = await client.call(flowRoutes.getExecutionSummary, { query: { processExecutionId: runId } });
  expect(summary).toMatchObject({ processExecutionId: runId, processFlowId: flowId, status: 'failed' });
  expect(summary).toMatchObject({ executionStatus: 'Fail', durationMs: 5000 });
  const counts = { passed: 1, failed: 1, error: 0, skipped: 1, cancelled: 1 };
  expect(summary.scriptCounts).toEqual({ ...counts, total: 10, queued: 3, running: 3 });

  const scripts = (query: { testSuiteId?: string; page?: number; size?: number } = {}) =>
    client.call(flowRoutes.listScriptStatuses, { query: { processExecutionId: runId, ...query } });
  const all = await scripts();
  expect([all.totalElements, all.content.map(({ node }) => node)]).toEqual([10, [...statuses, 'untouched', 'suite']]);
  const none = { childRunId: null, childLink: null, message: null, startedAt: null, finishedAt: null };
  const untouched = { ...none, status: 'pending', attempt: 0, testSuiteId: null, scriptId };
  expect(all.content.slice(-2)).toEqual([
    { ...untouched, node: 'untouched', name: 'Script untouched' },
    { ...untouched, node: 'suite', name: 'All', testSuiteId: otherSuite, scriptId: null },
  ]);
  expect(all.content[5]).toEqual({
    node: 'failed',
    name: 'Script failed',
    testSuiteId: suiteId,
    scriptId,
    status: 'failed',
    attempt: 3,
    message: 'Too slow',
    childRunId,
    childLink: `/runs/${childRunId}`,
    startedAt: time(1).toISOString(),
    finishedAt: time(2).toISOString(),
  });
  const second = await scripts({ page: 1, size: 4 });
  expect(second).toMatchObject({ page: 1, size: 4, totalElements: 10 });
  expect(second.content.map(({ node }) => node)).toEqual(['passed', 'failed', 'skipped', 'cancelled']);
  const ofSuite = await scripts({ testSuiteId: otherSuite });
  expect([ofSuite.totalElements, ofSuite.content.map(({ node }) => node)]).toEqual([1, ['suite']]);
});

test('an approver approves or rejects a waiting node once, whatever the case of the address', async () => {
  const other = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const { runId } = await started(ask([server.admin.email.toUpperCase()]), task('after'));
  const { runId: rejectedId } = await started(ask([server.admin.email]));
  const signal = (by: Client, body: { node?: string; outcome?: 'approved' | 'rejected'; comment?: string } = {}) =>
    by.call(flowRoutes.signalFlowRun, { params: { runId }, body: { node: 'ask', outcome: 'approved', ...body } });
  const notWaiting = { status: 409, code: 'FLOWS_NOT_WAITING' };
  expect(await failureOf(signal(client))).toMatchObject(notWaiting);
  const nodes = { ask: { status: 'waiting' }, after: { status: 'waiting' } } as const;
  for (const id of [runId, rejectedId]) await recordRun(server, id, { status: 'running', nodes });
  expect(await failureOf(signal(client, { node: 'after' }))).toMatchObject(notWaiting);
  expect(await failureOf(signal(client, { node: 'nowhere' }))).toMatchObject(notWaiting);
  expect(await failureOf(signal(other.client))).toMatchObject({ status: 403, code: 'FLOWS_NOT_APPROVER' });
  expect((await failureOf(signal(guest.client))).status).toBe(403);
  expect(await auditEntries(server, { targets: [runId], userId: other.userId })).toEqual([]);

  const inbox = async (id: string) =>
    (await flowRunsStore.listInbox(server.platform.database.pool, id)).map(({ event }) => event);
  expect(await inbox(runId)).toEqual([]);
  expect(await signal(client, { comment: 'good' })).toEqual({ message: 'Approved' });
  const given = { type: 'signal', node: 'ask', by: 'Ada Admin' };
  expect(await inbox(runId)).toEqual([{ ...given, outcome: 'approved', comment: 'good' }]);
  const rejected = client.call(flowRoutes.signalFlowRun, {
    params: { runId: rejectedId },
    body: { node: 'ask', outcome: 'rejected' },
  });
  expect(await rejected).toEqual({ message: 'Rejected' });
  expect(await inbox(rejectedId)).toEqual([{ ...given, outcome: 'rejected', comment: '' }]);
  const actions = (await auditEntries(server, { targets: [runId, rejectedId] })).filter(
    ({ action }) => !action.startsWith('run.'),
  );
  expect(actions).toMatchObject([
    { action: 'workflow.approved', target: runId, detail: { node: 'Ask the owner', comment: 'good' } },
    { action: 'workflow.rejected', target: rejectedId, detail: { node: 'Ask the owner', comment: '' } },
  ]);
});

test('a run is rerun from a node: with what follows it and what never ended', async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [start, task('a'), task('b'), task('c'), task('beside'), task('stopped'), task('skipped')],
    links: [
      ...chain('start', 'a', 'b', 'c'),
      ...chain('start', 'beside'),
      ...chain('start', 'stopped'),
      ...chain('start', 'skipped'),
    ],
  });
  const runId = await runFlow(client, flowId);
  const rerun = (fromNode: string, by = client) =>
    by.call(flowRoutes.rerunFlow, { params: { runId }, body: { fromNode } });
  expect(await failureOf(rerun('b'))).toMatchObject({ status: 409, code: 'FLOWS_RUN_NOT_ENDED' });
  await recordRun(server, runId, {
    status: 'failed',
    nodes: {
      start: { status: 'passed' },
      a: { status: 'passed' },
      b: { status: 'failed' },
      beside: { status: 'failed' },
      stopped: { status: 'cancelled' },
      skipped: { status: 'skipped' },
    },
  });
  const notReached = { status: 409, code: 'FLOWS_NOT_REACHED' };
  for (const node of ['c', 'skipped', 'nowhere']) expect(await failureOf(rerun(node))).toMatchObject(notReached);
  expect((await failureOf(rerun('b', guest.client))).status).toBe(403);
  const again = await rerun('b');
  const { rows } = await server.platform.database.pool.query(
    'select title, kind from runs.step where run_id = $1 order by index',
    [again.runId],
  );
  expect(rows.map(({ title }) => title)).toEqual(['Task b', 'Task c', 'Task stopped']);
  const audited = await auditEntries(server, { targets: [again.runId] });
  expect(audited).toMatchObject([{ action: 'run.retried', detail: { of: runId, from: 'Task b' } }]);
  expect(statusesOf(await flowRun(client, runId))).toMatchObject({ b: 'failed', stopped: 'cancelled' });
});

test('runs of other kinds and of other organizations are not found', async () => {
  const { runId } = await started(task('a'));
  const stranger = (await server.createOrganization()).client;
  expect((await failureOf(flowRun(stranger, runId))).status).toBe(404);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: 'http://127.0.0.1:9/' });
  const body = { projectId, suiteIds: [suiteId] };
  const functional = await client.call(apiTestingRoutes.executeTest, { body });
  const notFound = { status: 404, code: 'FLOWS_RUN_NOT_FOUND' };
  expect(await failureOf(flowRun(client, functional.runId))).toMatchObject(notFound);
});
