import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
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
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
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
const rerun = (runId: string, fromNode: string) =>
  client.call(flowRoutes.rerunFlow, { params: { runId }, body: { fromNode } });
/** Reruns it to its end; also returns the requests received in the meantime. */
async function rerunToEnd(runId: string, fromNode: string) {
  const before = target.received.length;
  const again = await rerun(runId, fromNode);
  await followRun(client, again.runId);
  return { run: await flowRun(client, again.runId), requests: target.received.slice(before).toSorted() };
}

test('parts of a rerun are started on behalf of the user who reruns it', { timeout }, async () => {
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: `${target.url}/json` });
  const flowId = await newFlow(client, projectId, {
    nodes: [start, { id: 'script', kind: 'api-script', name: 'script', settings: { scriptId, suiteId } }],
    links: chain('start', 'script'),
  });
  const first = await runFlowToEnd(client, flowId);
  const colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN' });
  const params = { runId: first.runId };
  const starterOf = async (runId: string) => (await client.call(runRoutes.getRun, { params: { runId } })).startedBy;
  const firstStarter = await starterOf(first.runId);
  const rerun = await colleague.client.call(flowRoutes.rerunFlow, { params, body: { fromNode: 'script' } });
  const retried = await colleague.client.call(runRoutes.retryRun, { params, body: { onlyFailed: false } });
  for (const { runId } of [rerun, retried]) {
    await followRun(client, runId);
    const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: runId } });
    const starter = await starterOf(runId);
    expect(starter).not.toBe(firstStarter);
    expect(parts.content.map(({ startedBy }) => startedBy)).toEqual([starter]);
  }
});

test('a run continues from a block with the outputs of the preceding ones; none of their requests is sent again', {
  timeout,
}, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      http('login', '/json?login'),
      http('refused', '/status/500', { retry: { attempts: 2, delayMs: 10 } }),
      http('mends', '/json?mends'),
      { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 10 } },
      http('beside', '/headers'),
      http('pay', '/echo', { inputs: [{ name: 'code', type: 'number' as const }] }),
      http('last', '/json?last'),
      http('never', '/never'),
    ],
    links: [
      ...chain('start', 'login', 'refused'),
      ...chain('login', 'beside'),
      { id: 'error', from: 'refused', to: 'mends', on: 'error' as const },
      ...chain('mends', 'pause'),
      { id: 'yes', from: 'pause', to: 'pay', condition: '{{login.statusCode}} == 200' },
      { id: 'no', from: 'pause', to: 'never', condition: '{{login.statusCode}} != 200' },
      ...chain('pay', 'last'),
    ],
    joints: [{ from: { node: 'login', port: 'statusCode' }, to: { node: 'pay', port: 'code' } }],
  });
  const first = await runFlowToEnd(client, flowId);
  const expected = {
    start: 'passed',
    login: 'passed',
    refused: 'failed',
    mends: 'passed',
    pause: 'passed',
    beside: 'passed',
    pay: 'passed',
    last: 'passed',
    never: 'skipped',
  };
  expect(statusesOf(first)).toEqual(expected);

  const second = await rerunToEnd(first.runId, 'pay');
  expect(second.requests).toEqual(['GET /echo', 'GET /json']);
  expect(statusesOf(second.run)).toEqual(expected);
  expect(second.run).toMatchObject({ status: 'passed', counts: { total: 2, passed: 2 } });
  const state = (id: string) => second.run.nodes.find(({ node }) => node === id);
  expect(state('refused')).toMatchObject({ message: 'The response has status 500.', detail: { pinned: true } });
  expect(state('pay')?.inputs).toEqual({ code: 200 });

  // Kept nodes can be rerun too, with everything that follows.
  const third = await rerunToEnd(second.run.runId, 'mends');
  expect(third.requests).toEqual(['GET /echo', 'GET /json', 'GET /json']);
  expect(statusesOf(third.run)).toEqual(expected);
  expect(await client.call(runRoutes.getRun, { params: { runId: third.run.runId } })).toMatchObject({
    name: first.flowName,
    status: 'passed',
  });
});

test('nodes that were stopped before they ended are executed too', { timeout }, async () => {
  const flowId = await newFlow(client, projectId, {
    nodes: [
      start,
      http('quick', '/json'),
      { id: 'ask', kind: 'approval', name: 'ask', settings: { to: [server.admin.email] } },
      http('after', '/echo'),
    ],
    links: [...chain('start', 'quick'), ...chain('start', 'ask', 'after')],
  });
  const runId = await runFlow(client, flowId);
  const untilWaiting = async (id: string) =>
    expect
      .poll(async () => statusesOf(await flowRun(client, id)), { timeout: 20_000 })
      .toMatchObject({
        quick: 'passed',
        ask: 'waiting',
      });
  await untilWaiting(runId);
  expect(await failureOf(rerun(runId, 'quick'))).toMatchObject({
    code: 'FLOWS_RUN_NOT_ENDED',
    message: 'The run has not ended. Wait for its end or stop it, then run it again.',
  });
  await client.call(runRoutes.stopRun, { params: { runId } });
  await followRun(client, runId);
  expect(await failureOf(rerun(runId, 'after'))).toMatchObject({
    code: 'FLOWS_NOT_REACHED',
    message: 'The run did not reach this block, so it cannot be run again from there.',
  });
  expect(await failureOf(rerun(runId, 'nowhere'))).toMatchObject({ code: 'FLOWS_NOT_REACHED' });

  const again = await rerun(runId, 'quick');
  await untilWaiting(again.runId);
  const answer = { node: 'ask', outcome: 'approved' as const };
  await client.call(flowRoutes.signalFlowRun, { params: { runId: again.runId }, body: answer });
  await followRun(client, again.runId);
  expect(await flowRun(client, again.runId)).toMatchObject({ status: 'passed', counts: { total: 3, passed: 3 } });

  // An approval that was given is not requested again.
  const before = target.received.length;
  const last = await rerun(again.runId, 'after');
  await followRun(client, last.runId);
  expect(statusesOf(await flowRun(client, last.runId))).toMatchObject({ ask: 'passed', after: 'passed' });
  expect(target.received.slice(before)).toEqual(['GET /echo']);
});
