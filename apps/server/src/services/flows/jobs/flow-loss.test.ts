import type { Client } from '@touchstone/contracts';
import { type FlowRunState, flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { chain, flowRun, newFlow, runFlow, start, statusesOf } from '../testing/flow-builders.ts';
import { bookedTimes, type LedgerServer, startLedger } from '../testing/ledger-server.ts';

const timeout = 240_000;
let roles: ServerRoles;
let client: Client;
let started: Awaited<ReturnType<typeof begin>>;
/**
 * Starting processes is expensive: one runner is killed halfway through all workflows tested here, and another
 * continues them all.
 */
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'), { RUNNER_CONCURRENCY: '16' });
  ({ client } = roles);
  const runner = await roles.startRunner();
  started = await begin();
  await runner.kill('SIGKILL');
  // While there is no runner.
  await client.call(flowRoutes.signalFlowRun, {
    params: { runId: started.waiting.runId },
    body: { node: 'ask', outcome: 'approved' },
  });
  await roles.startRunner();
}, timeout);
afterAll(async () => {
  await roles.close();
  for (const { ledger } of Object.values(started)) await ledger.close();
}, timeout);

/** The workflows running when the runner is killed, each with its own ledger. */
async function begin() {
  const [nodes, waiting, rows] = await Promise.all([beginNodes(), beginWaiting(), beginRows()]);
  return { nodes, waiting, rows };
}

const sendTo = ({ url }: LedgerServer) => {
  return (id: string, path = `/${id}`) => ({
    id,
    kind: 'http',
    name: id,
    settings: { method: 'POST', url: `${url}${path}`, timeoutMs: timeout },
    outputs: [{ name: 'body', type: 'json' as const }],
  });
};
const messagesOf = ({ nodes }: FlowRunState) =>
  nodes.flatMap(({ node, message }) => (message ? [`${node}: ${message}`] : []));

const before = Array.from({ length: 5 }, (_, index) => `before-${index}`);
const after = Array.from({ length: 5 }, (_, index) => `after-${index}`);

async function beginNodes() {
  const ledger = await startLedger();
  const send = sendTo(ledger);
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const script = await newScript(client, suiteId, {
    method: 'POST',
    url: `${ledger.url}/held/script`,
    headers: [{ key: 'Idempotency-Key', value: '{{$idempotencyKey}}', enabled: true }],
    settings: { timeoutMs: timeout, followRedirects: true, maxRedirects: 10, verifyCertificate: true },
  });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      ...before.map((id) => send(id)),
      send('held', '/held/node'),
      { id: 'script', kind: 'api-script', name: 'script', settings: { scriptId: script.scriptId } },
      { id: 'all', kind: 'join', name: 'all', join: { mode: 'all' } },
      { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 200 } },
      ...after.map((id) => send(id)),
    ],
    links: [
      ...chain('start', ...before, 'held', 'all', 'pause', ...after),
      ...chain(before.at(-1) ?? '', 'script', 'all'),
    ],
  });
  const runId = await runFlow(client, flowId);
  const isHeld = () => ledger.sent.has('/held/node') && ledger.sent.has('/held/script');
  await vi.waitFor(() => expect(isHeld()).toBe(true), { timeout });
  return { ledger, projectId, runId };
}

test('a runner is killed halfway through a workflow: every node is executed, none is booked twice', {
  timeout,
}, async () => {
  const { ledger, projectId, runId } = started.nodes;
  await expect.poll(() => ledger.sent.get('/held/node'), { timeout }).toBe(2);
  await expect.poll(() => ledger.sent.get('/held/script'), { timeout }).toBe(2);
  ledger.release();
  await followRun(client, runId);

  const run = await flowRun(client, runId);
  expect(messagesOf(run)).toEqual([]);
  expect(new Set(Object.values(statusesOf(run)))).toEqual(new Set(['passed']));
  expect(run.nodes.map(({ attempt }) => attempt)).toEqual(run.nodes.map(() => 1));
  expect(run).toMatchObject({ status: 'passed', counts: { total: 14, passed: 14, running: 0, queued: 0 } });
  const nodePaths = [...before.map((id) => `/${id}`), '/held/node', '/held/script', ...after.map((id) => `/${id}`)];
  const times = bookedTimes(ledger);
  expect(nodePaths.map((path) => [path, times.get(path)])).toEqual(nodePaths.map((path) => [path, 1]));
  const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: runId } });
  expect(parts.content.map(({ status, counts }) => [status, counts.passed])).toEqual([['passed', 1]]);
});

async function beginWaiting() {
  const ledger = await startLedger();
  const projectId = await newProject(client);
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      { id: 'ask', kind: 'approval', name: 'ask', settings: { to: ['admin@example.test'] } },
      { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 500 } },
      sendTo(ledger)('after'),
    ],
    links: [...chain('start', 'ask', 'after'), ...chain('start', 'pause', 'after')],
  });
  const runId = await runFlow(client, flowId);
  await vi.waitFor(async () => expect(statusesOf(await flowRun(client, runId)).ask).toBe('waiting'), { timeout });
  return { ledger, runId };
}

test('waiting nodes continue after all runners have died, and an approval given in the meantime is not lost', {
  timeout,
}, async () => {
  const { ledger, runId } = started.waiting;
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  expect(statusesOf(run)).toEqual({ start: 'passed', ask: 'passed', pause: 'passed', after: 'passed' });
  expect(bookedTimes(ledger).get('/after')).toBe(1);
});

const count = 12;
const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

async function beginRows() {
  const ledger = await startLedger();
  const send = sendTo(ledger);
  const projectId = await newProject(client);
  const inputs = [{ name: 'id', type: 'string' as const, value: '{{id}}' }];
  const booking = { ...send('book', '/row/{{id}}'), inputs };
  const held = { ...send('held', '/held/{{id}}'), inputs };
  const workflowId = await newFlow(client, projectId, {
    nodes: [start, booking, held],
    links: chain('start', 'book', 'held'),
  });
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      {
        id: 'each',
        kind: 'for-each',
        name: 'each',
        settings: { workflowId, parallel: 5 },
        inputs: [{ name: 'rows', type: 'table', required: true, value: rows }],
        outputs: [{ name: 'results', type: 'table' }],
      },
      send('after'),
    ],
    links: chain('start', 'each', 'after'),
  });
  const runId = await runFlow(client, flowId);
  const heldRows = () => [...ledger.sent.keys()].filter((path) => path.startsWith('/held/')).length;
  await vi.waitFor(() => expect(heldRows()).toBeGreaterThan(1), { timeout });
  return { ledger, projectId, runId };
}

test('a runner is killed while rows are running: every row is executed once, and all results are combined', {
  timeout,
}, async () => {
  const { ledger, projectId, runId } = started.rows;
  ledger.release();
  await followRun(client, runId);

  const run = await flowRun(client, runId);
  expect(messagesOf(run)).toEqual([]);
  expect(run.status).toBe('passed');
  const each = run.nodes.find(({ node }) => node === 'each');
  expect(each).toMatchObject({ attempt: 1, items: { total: count, ended: count, failed: 0 } });
  expect(each?.outputs).toMatchObject({ count, passed: count, failed: 0 });
  const results = each?.outputs.results as { number: number; row: { id: number }; outputs: { body?: unknown } }[];
  expect(results.map(({ number, row }) => [number, row.id])).toEqual(rows.map(({ id }) => [id, id]));
  expect(results.every(({ outputs }) => outputs.body !== undefined)).toBe(true);
  const times = bookedTimes(ledger);
  expect(rows.map(({ id }) => [times.get(`/row/${id}`), times.get(`/held/${id}`)])).toEqual(rows.map(() => [1, 1]));
  const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: runId, size: 50 } });
  expect(parts.totalElements).toBe(count);
});
