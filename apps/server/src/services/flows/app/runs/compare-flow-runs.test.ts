import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../../api-testing/testing/builders.ts';
import { chain, documentOf, newFlow, runFlow, start } from '../../testing/flow-builders.ts';
import { recordRun } from '../../testing/recorded-run.ts';

let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, 120_000);
afterAll(() => server.close());

const time = (second: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, second));
const task = (id: string, settings: object = { code: 'return 1' }) => ({
  id,
  kind: 'javascript',
  name: `Task ${id}`,
  settings,
});
const newTasks = (...ids: string[]) =>
  newFlow(client, projectId, { nodes: [start, ...ids.map((id) => task(id))], links: chain('start', ...ids) });
const compare = (runId: string, other?: string, by = client) =>
  by.call(flowRoutes.compareFlowRuns, { params: { runId }, query: other ? { with: other } : {} });

test('a run is compared with the last one before it that passed', async () => {
  const [flowId, otherFlow] = [await newTasks('a'), await newTasks('a')];
  const record = async (second: number, status: string, of = flowId) => {
    const runId = await runFlow(client, of);
    await recordRun(server, runId, { status, createdAt: time(second), durationMs: second * 100 });
    return runId;
  };
  const older = await record(1, 'passed');
  const passed = await record(2, 'passed');
  await record(3, 'failed');
  await record(4, 'passed', otherFlow);
  const failed = await record(5, 'failed');
  const later = await record(6, 'passed');

  const { before, after } = await compare(failed);
  const numberOf = async (runId: string) => (await client.call(runRoutes.getRun, { params: { runId } })).number;
  expect(before).toEqual({
    runId: passed,
    number: await numberOf(passed),
    revision: 1,
    status: 'passed',
    createdAt: time(2).toISOString(),
    durationMs: 200,
  });
  expect(after).toEqual({
    runId: failed,
    number: await numberOf(failed),
    revision: 1,
    status: 'failed',
    createdAt: time(5).toISOString(),
    durationMs: 500,
  });
  expect((await compare(passed)).before.runId).toBe(older);
  expect((await compare(failed, later)).before.runId).toBe(later);
  expect(await failureOf(compare(older))).toMatchObject({ status: 404, code: 'FLOWS_NO_EARLIER_RUN' });
  const stranger = (await server.createOrganization()).client;
  expect((await failureOf(compare(failed, undefined, stranger))).status).toBe(404);
});

test('a run that waited for a runner when the other one was started is an earlier run, too', async () => {
  const flowId = await newTasks('a');
  const [waited, next] = [await runFlow(client, flowId), await runFlow(client, flowId)];
  await recordRun(server, waited, { createdAt: time(1), begunAt: time(5) });
  await recordRun(server, next, { status: 'failed', createdAt: time(2), begunAt: time(6) });
  expect((await compare(next)).before.runId).toBe(waited);
  expect(await failureOf(compare(waited))).toMatchObject({ code: 'FLOWS_NO_EARLIER_RUN' });
});

test('only what differs in a node marks it as changed', async () => {
  const ids = ['same', 'status', 'attempt', 'message', 'input', 'output', 'time'];
  const flowId = await newTasks(...ids, 'setting', 'renamed', 'removed');
  const document = documentOf({
    nodes: [
      start,
      ...ids.map((id) => task(id)),
      task('setting', { code: 'return 2' }),
      { ...task('renamed'), name: 'Another name' },
      task('added'),
      { id: 'note', kind: 'comment', name: 'note' },
    ],
    links: chain('start', ...ids, 'setting', 'renamed', 'added'),
  });
  const runIds = [await runFlow(client, flowId)];
  await client.call(flowRoutes.saveFlow, { params: { flowId }, body: { revision: 1, document } });
  runIds.push(await runFlow(client, flowId));
  const node = { status: 'passed', startedAt: time(1), finishedAt: time(2) } as const;
  const common = Object.fromEntries([...ids, 'setting', 'renamed'].map((id) => [id, { ...node }]));
  const [first = '', second = ''] = runIds;
  await recordRun(server, first, {
    nodes: { ...common, removed: node, input: { ...node, inputs: { size: 1 } }, status: { status: 'waiting' } },
  });
  await recordRun(server, second, {
    nodes: {
      ...common,
      attempt: { ...node, attempt: 2 },
      message: { ...node, message: 'Slow' },
      input: { ...node, inputs: { size: 2 } },
      output: { ...node, outputs: { total: 7 } },
      time: { ...node, finishedAt: time(9) },
    },
  });
  const { nodes, before, after } = await compare(second, first);
  expect([before.revision, after.revision]).toEqual([1, 2]);
  expect(nodes.map(({ node: id, kind, change }) => `${id} ${kind} ${change}`)).toEqual([
    'start start same',
    'same javascript same',
    'status javascript changed',
    'attempt javascript changed',
    'message javascript changed',
    'input javascript changed',
    'output javascript changed',
    'time javascript same',
    'setting javascript changed',
    'renamed javascript changed',
    'added javascript added',
    'removed javascript removed',
  ]);
  const of = (id: string) => nodes.find((one) => one.node === id);
  expect(of('input')?.differences).toEqual([{ path: 'inputs.size', before: 1, after: 2 }]);
  expect(of('output')?.differences).toEqual([{ path: 'outputs.total', after: 7 }]);
  expect(of('setting')?.differences).toEqual([{ path: 'settings.code', before: 'return 1', after: 'return 2' }]);
  expect(of('status')?.differences).toEqual([]);
  const shown = { name: 'Task status', attempt: 1, message: null };
  expect(of('status')?.before).toEqual({ ...shown, status: 'waiting', durationMs: null });
  expect(of('status')?.after).toEqual({ ...shown, status: 'passed', durationMs: 1000 });
  expect(of('start')?.before).toEqual({
    name: 'Start',
    status: 'pending',
    attempt: 0,
    message: null,
    durationMs: null,
  });
  expect([of('added')?.before, of('added')?.differences]).toEqual([null, []]);
  expect([of('removed')?.after, of('removed')?.before?.durationMs]).toEqual([null, 1000]);
});

test.each([
  { differing: 50, isCut: false },
  { differing: 51, isCut: true },
])('$differing differences of a node are listed up to 50', async ({ differing, isCut }) => {
  const flowId = await newTasks('a');
  const [first, second] = [await runFlow(client, flowId), await runFlow(client, flowId)];
  const outputs = (value: number) =>
    Object.fromEntries(Array.from({ length: differing }, (_, index) => [`o${index}`, value]));
  await recordRun(server, first, { nodes: { a: { status: 'passed', outputs: outputs(1) } } });
  await recordRun(server, second, { nodes: { a: { status: 'passed', outputs: outputs(2) } } });
  const node = (await compare(second, first)).nodes.at(-1);
  expect([node?.differences.length, node?.isCut]).toEqual([50, isCut]);
});

test('runs of a workspace are listed with their workflow, starter and totals, page by page', async () => {
  const ownProject = await newProject(client, 'Listed');
  const flowId = await newFlow(client, ownProject, { nodes: [start, task('a')], links: chain('start', 'a') });
  const { name } = await client.call(flowRoutes.getFlow, { params: { flowId } });
  const runIds: string[] = [];
  for (const status of ['passed', 'failed', 'passed']) {
    const runId = await runFlow(client, flowId);
    await recordRun(server, runId, { status, createdAt: time(runIds.length), durationMs: 100 });
    runIds.push(runId);
  }
  const list = (query: { status?: 'passed' | 'failed'; searchTerm?: string; page?: number; size?: number } = {}) =>
    client.call(flowRoutes.listFlowRuns, { query: { projectId: ownProject, ...query } });
  const page = await list({ page: 1, size: 2 });
  expect(page).toMatchObject({ page: 1, size: 2, totalElements: 3, totals: { total: 3, passed: 2, failed: 1 } });
  expect(page.content).toEqual([
    {
      runId: runIds[0],
      number: 1,
      projectId: ownProject,
      projectName: 'Listed',
      flowId,
      flowName: name,
      status: 'passed',
      executionStatus: 'Pass',
      counts: expect.objectContaining({ total: 1 }),
      startedBy: 'Ada Admin',
      createdAt: time(0).toISOString(),
      startedAt: time(0).toISOString(),
      finishedAt: new Date(time(0).getTime() + 100).toISOString(),
      durationMs: 100,
    },
  ]);
  expect((await list({ searchTerm: name })).totalElements).toBe(3);
  expect((await list({ searchTerm: 'Nothing like it' })).totals.total).toBe(0);
  expect((await list({ status: 'failed' })).content.map(({ runId }) => runId)).toEqual([runIds[1]]);
});
