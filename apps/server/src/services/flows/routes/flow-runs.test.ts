import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, flowRun, newFlow, runFlow, runFlowToEnd, start, statusesOf } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let target: TargetServer;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId);
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

const http = (id: string, path: string, more: object = {}) => ({
  id,
  kind: 'http',
  name: id,
  settings: { method: 'GET', url: `${target.url}${path}` },
  outputs: [{ name: 'statusCode', type: 'number' as const }],
  ...more,
});
const script = (id: string, scriptId: string, more: object = {}) => ({
  id,
  kind: 'api-script',
  name: id,
  settings: { scriptId },
  ...more,
});

test('three scripts with an extracted id, a decision and a wait [workflows-2]', { timeout }, async () => {
  const first = await newScript(client, suiteId, {
    url: `${target.url}/json`,
    dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }],
  });
  const second = await newScript(client, suiteId, { url: `${target.url}/echo?pet={{pet}}` });
  const never = await newScript(client, suiteId, { url: `${target.url}/never` });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      script('first', first.scriptId, { outputs: [{ name: 'petId', type: 'number' }] }),
      { id: 'decide', kind: 'decision', name: 'decide' },
      { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 300 } },
      script('second', second.scriptId, { inputs: [{ name: 'pet', type: 'string', required: true }] }),
      script('never', never.scriptId),
    ],
    links: [
      ...chain('start', 'first', 'decide'),
      { id: 'yes', from: 'decide', to: 'pause', condition: '{{first.petId}} == 7' },
      { id: 'no', from: 'decide', to: 'never', condition: '{{first.petId}} != 7' },
      ...chain('pause', 'second'),
    ],
    joints: [{ from: { node: 'first', port: 'petId' }, to: { node: 'second', port: 'pet' }, coerce: true }],
  });
  const run = await runFlowToEnd(client, flowId);
  expect(run.nodes.map(({ node, message }) => [node, message]).filter(([, message]) => message)).toEqual([
    ['never', 'Not reached'],
  ]);
  expect(statusesOf(run)).toEqual({
    start: 'passed',
    first: 'passed',
    decide: 'passed',
    pause: 'passed',
    second: 'passed',
    never: 'skipped',
  });
  expect(run).toMatchObject({ status: 'passed', counts: { total: 5, passed: 4, skipped: 1, running: 0, queued: 0 } });
  const state = (id: string) => run.nodes.find(({ node }) => node === id);
  expect(state('first')?.outputs).toMatchObject({ petId: 7, statusCode: 200 });
  expect(state('second')?.inputs).toEqual({ pet: '7' });
  expect(target.received).toContain('GET /echo');
  expect(target.received).not.toContain('GET /never');
  const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: run.runId } });
  expect(parts.content.map(({ status }) => status)).toEqual(['passed', 'passed']);
  const scripts = await client.call(flowRoutes.listScriptStatuses, {
    query: { processExecutionId: run.runId, size: 2 },
  });
  expect([scripts.totalElements, scripts.content.map(({ name, status }) => [name, status])]).toEqual([
    3,
    [
      ['first', 'passed'],
      ['second', 'passed'],
    ],
  ]);
  const summary = await client.call(flowRoutes.getExecutionSummary, { query: { processExecutionId: run.runId } });
  expect(summary).toMatchObject({ status: 'passed', scriptCounts: { total: 3, passed: 2, skipped: 1 } });
});

test('a request passes on matching values and hides secret ones', { timeout }, async () => {
  const withSecret = await newProject(client);
  const variables = [{ name: 'word', value: 'rosebud-2026', isSecret: true }];
  await client.call(environmentRoutes.createGlobals, { body: { projectId: withSecret, variables } });
  const body = 'x'.repeat(1024 * 1024 + 1);
  const flowId = await newFlow(client, withSecret, {
    nodes: [
      start,
      http('tells', '/echo', { settings: { method: 'POST', url: `${target.url}/echo`, body: '{{word}}' } }),
      http('large', '/echo', { settings: { method: 'POST', url: `${target.url}/echo`, body } }),
    ],
    links: chain('start', 'tells', 'large'),
  });
  const run = await runFlowToEnd(client, flowId);
  expect(run.nodes.find(({ node }) => node === 'tells')?.status).toBe('passed');
  expect(JSON.stringify(run)).not.toContain('rosebud-2026');
  expect(run.nodes.find(({ node }) => node === 'large')).toMatchObject({
    status: 'failed',
    message: 'The body is larger than 1 MB, too large to hand on. Use an API script.',
  });
});

test('an error follows the error path, and a node is retried', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      http('fails', '/status/500', { retry: { attempts: 2, delayMs: 10 } }),
      http('mends', '/json'),
      http('after', '/json', { join: { mode: 'any' } }),
    ],
    links: [
      ...chain('start', 'fails', 'after'),
      { id: 'error', from: 'fails', to: 'mends', on: 'error' },
      ...chain('mends', 'after'),
    ],
  });
  const run = await runFlowToEnd(client, flowId);
  expect(statusesOf(run)).toEqual({ start: 'passed', fails: 'failed', mends: 'passed', after: 'passed' });
  expect(run.nodes.find(({ node }) => node === 'fails')).toMatchObject({
    attempt: 2,
    message: 'The response has status 500.',
  });
  expect(run).toMatchObject({ status: 'passed', counts: { passed: 2, failed: 1, running: 0 } });
});

test('nodes that did not pass are run again, the others keep their outputs', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [start, http('good', '/json?once'), http('bad', '/status/500'), http('last', '/json?after')],
    links: chain('start', 'good', 'bad', 'last'),
  });
  const run = await runFlowToEnd(client, flowId);
  expect(run.status).toBe('failed');
  const before = target.received.length;
  const again = await client.call(runRoutes.retryRun, { params: { runId: run.runId }, body: { onlyFailed: true } });
  await followRun(client, again.runId);
  const second = await flowRun(client, again.runId);
  expect(target.received.slice(before)).toEqual(['GET /status/500']);
  expect(second.nodes.find(({ node }) => node === 'good')).toMatchObject({
    status: 'passed',
    outputs: { statusCode: 200 },
    detail: { pinned: true },
  });
  expect(second).toMatchObject({ status: 'failed', message: 'bad: The response has status 500.' });
});

test('the report of a run shows the failed steps of its parts, with their checks and exchange', {
  timeout,
}, async () => {
  const { scriptId } = await newScript(client, suiteId, {
    scriptName: 'Read the pet',
    url: `${target.url}/json`,
    assertions: [{ kind: 'status', operator: 'equals', expected: 418, enabled: true }],
  });
  const flowId = await newFlow(client, projectId, {
    nodes: [start, script('script', scriptId), http('direct', '/status/500'), http('fine', '/json')],
    links: [...chain('start', 'script'), ...chain('start', 'direct'), ...chain('start', 'fine')],
  });
  const { runId } = await runFlowToEnd(client, flowId);
  const reportOf = async (format: 'junit' | 'html') =>
    (await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } })).text();
  const junit = await reportOf('junit');
  expect(junit).toContain('tests="3" failures="2"');
  expect(junit).toContain('expected: 418');
  const html = await reportOf('html');
  expect(html).toContain('GET Read the pet');
  expect(html).toContain(`GET ${target.url}/status/500`);
});

test('branches run in parallel and a join waits for all of them', { timeout }, async () => {
  const branches = ['a', 'b', 'c', 'd'];
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      ...branches.map((id) => http(id, '/json')),
      { id: 'all', kind: 'join', name: 'all', join: { mode: 'all' } },
    ],
    links: branches.flatMap((id) => chain('start', id, 'all')),
  });
  const run = await runFlowToEnd(client, flowId);
  expect(run).toMatchObject({ status: 'passed', counts: { total: 5, passed: 5 } });
  const finished = (id: string) => Date.parse(run.nodes.find(({ node }) => node === id)?.finishedAt ?? '');
  expect(Math.max(...branches.map(finished))).toBeLessThanOrEqual(finished('all'));
});

test('an approval waits for its approvers; until then no runner holds the run', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      { id: 'ask', kind: 'approval', name: 'ask', settings: { to: [server.admin.email] } },
      http('after', '/json'),
    ],
    links: chain('start', 'ask', 'after'),
  });
  const runId = await runFlow(client, flowId);
  const isSuspended = async () => {
    const { rows } = await server.platform.database.pool.query(
      `select lease_owner is null and lease_until is null as suspended from runs.run where id = $1 and status = 'running'`,
      [runId],
    );
    return rows[0]?.suspended;
  };
  await expect.poll(isSuspended, { timeout: 30_000 }).toBe(true);
  expect(statusesOf(await flowRun(client, runId))).toMatchObject({ ask: 'waiting' });
  const colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN' });
  const body = { node: 'ask', outcome: 'approved' as const, comment: 'good' };
  expect(await failureOf(colleague.client.call(flowRoutes.signalFlowRun, { params: { runId }, body }))).toMatchObject({
    status: 403,
    code: 'FLOWS_NOT_APPROVER',
  });
  await client.call(flowRoutes.signalFlowRun, { params: { runId }, body });
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(statusesOf(run)).toEqual({ start: 'passed', ask: 'passed', after: 'passed' });
  expect(run.nodes.find(({ node }) => node === 'ask')?.outputs).toMatchObject({ outcome: 'approved', comment: 'good' });
  const mails = await server.platform.mailer.list(10, server.admin.organizationId);
  expect(mails.filter(({ subject }) => subject.startsWith('Approval needed'))).toHaveLength(1);
});

test('a stop ends a suspended run and what it is waiting for', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 3_600_000 } },
      http('after', '/json'),
    ],
    links: chain('start', 'pause', 'after'),
  });
  const runId = await runFlow(client, flowId);
  await expect.poll(async () => statusesOf(await flowRun(client, runId)).pause, { timeout: 30_000 }).toBe('waiting');
  await client.call(runRoutes.stopRun, { params: { runId } });
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(run).toMatchObject({ status: 'cancelled', counts: { cancelled: 2, running: 0 } });
  expect(statusesOf(run)).toEqual({ start: 'passed', pause: 'cancelled' });
});

test('a workflow runs another one with its inputs, and a stop node ends everything', { timeout }, async () => {
  const inner = await newFlow(client, projectId, {
    nodes: [
      start,
      http('inner', '/inner/{{place}}', { inputs: [{ name: 'place', type: 'string', value: '{{where}}' }] }),
      { id: 'halt', kind: 'stop', name: 'halt' },
      http('unreached', '/unreached'),
    ],
    links: [...chain('start', 'inner', 'halt'), ...chain('inner', 'unreached')],
    parallel: 1,
  });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      {
        id: 'sub',
        kind: 'sub-workflow',
        name: 'sub',
        settings: { workflowId: inner },
        inputs: [{ name: 'where', type: 'string', value: 'here' }],
      },
    ],
    links: chain('start', 'sub'),
  });
  const run = await runFlowToEnd(client, flowId);
  expect(run.nodes.map(({ node, status, message }) => [node, status, message])).toEqual([
    ['start', 'passed', null],
    ['sub', 'passed', null],
  ]);
  expect(target.received).toContain('GET /inner/here');
});
