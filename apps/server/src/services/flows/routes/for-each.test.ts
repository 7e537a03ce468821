import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun, newProject } from '../../api-testing/testing/builders.ts';
import { chain, documentOf, flowRun, newFlow, runFlow, runFlowToEnd, start } from '../testing/flow-builders.ts';

const timeout = 120_000;
let server: TestServer;
let client: Client;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = server.admin);
  projectId = await newProject(client);
}, timeout);
afterAll(() => server.close());

/** A workflow that runs a script with the variables of its run. */
const scripted = (code: string) =>
  newFlow(client, projectId, {
    nodes: [
      start,
      {
        id: 'js',
        kind: 'javascript',
        name: 'js',
        settings: { code },
        inputs: [
          { name: 'id', type: 'string', value: '{{id}}' },
          { name: 'rate', type: 'string', value: '{{rate}}' },
        ],
        outputs: [{ name: 'result', type: 'json' }],
      },
    ],
    links: chain('start', 'js'),
  });

const each = (workflowId: string, rows: object[], settings: object = {}) => ({
  id: 'each',
  kind: 'for-each',
  name: 'each',
  settings: { workflowId, parallel: 2, ...settings },
  inputs: [
    { name: 'rows', type: 'table' as const, required: true, value: rows as never },
    { name: 'rate', type: 'string' as const, value: '3' },
  ],
  outputs: [{ name: 'passed', type: 'number' as const }],
});

async function run(node: ReturnType<typeof each>) {
  const flowId = await newFlow(client, projectId, { nodes: [start, node], links: chain('start', 'each') });
  return runFlowToEnd(client, flowId);
}
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

test('a workflow runs once for each row, and the results are combined in row order', {
  timeout,
}, async () => {
  const workflowId = await scripted('return Number(id) * Number(rate)');
  const state = await run(each(workflowId, rowsOf(5)));
  const [node] = state.nodes.filter((one) => one.node === 'each');
  expect([state.status, node?.message]).toEqual(['passed', null]);
  expect(node?.outputs).toMatchObject({ count: 5, passed: 5, failed: 0 });
  expect(node?.outputs.results).toMatchObject(
    rowsOf(5).map((row, index) => ({ number: index + 1, status: 'passed', row, outputs: { result: row.id * 3 } })),
  );
  const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: state.runId } });
  expect(parts.totalElements).toBe(5);
});

test('a table without rows passes and outputs none', { timeout }, async () => {
  const state = await run(each(await scripted('return 1'), []));
  const node = state.nodes.find((one) => one.node === 'each');
  expect([state.status, node?.outputs]).toEqual(['passed', { results: [], count: 0, passed: 0, failed: 0 }]);
});

test.each<[string, object, object, string]>([
  [
    'stops at the first failure',
    {},
    { count: 6, failed: 1, passed: 1 },
    '1 of 6 rows failed. Row 2: js: Line 1: Error: no luck 4 rows were not started.',
  ],
  [
    'goes on and fails at the end',
    { whenFailed: 'continue' },
    { count: 6, failed: 3, passed: 3 },
    '3 of 6 rows failed. Row 2: js: Line 1: Error: no luck',
  ],
])('a row that fails: %s', { timeout }, async (_name, settings, outputs, message) => {
  const workflowId = await scripted('if (Number(id) % 2 === 0) throw new Error("no luck"); return id');
  const state = await run(each(workflowId, rowsOf(6), { parallel: 1, ...settings }));
  const node = state.nodes.find((one) => one.node === 'each');
  expect([node?.status, node?.message]).toEqual(['failed', message]);
  expect(node?.outputs).toMatchObject(outputs);
});

test("a row whose run can't be started fails with the reason", { timeout }, async () => {
  const workflowId = await scripted('');
  const state = await run(each(workflowId, rowsOf(2), { whenFailed: 'continue' }));
  const node = state.nodes.find((one) => one.node === 'each');
  expect(node?.status).toBe('failed');
  expect(node?.message).toMatch(
    /^2 of 2 rows failed\. Row 1: The workflow can.t run\. Design faults: 1\..*Write a script\.$/,
  );
});

test('a stop stops the runs of all rows', { timeout }, async () => {
  const workflowId = await newFlow(client, projectId, {
    nodes: [start, { id: 'pause', kind: 'wait', name: 'pause', settings: { durationMs: 3_600_000 } }],
    links: chain('start', 'pause'),
  });
  const flowId = await newFlow(client, projectId, {
    nodes: [start, each(workflowId, rowsOf(4), { parallel: 3 })],
    links: chain('start', 'each'),
  });
  const runId = await runFlow(client, flowId);
  const parts = () => client.call(runRoutes.listRuns, { query: { projectId, parentRunId: runId } });
  await expect
    .poll(async () => (await parts()).content.map(({ status }) => status), { timeout })
    .toEqual(['running', 'running', 'running']);
  await client.call(runRoutes.stopRun, { params: { runId } });
  await followRun(client, runId);
  expect((await flowRun(client, runId)).status).toBe('cancelled');
  await expect
    .poll(async () => (await parts()).content.map(({ status }) => status), { timeout })
    .toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test('design faults name missing things', { timeout }, async () => {
  const node = { ...each('00000000-0000-4000-8000-000000000000', []), id: 'gone' };
  const nodes = [start, node, { ...each('', [], { parallel: 0 }), inputs: [] }];
  const document = documentOf({ nodes, links: chain('start', 'gone', 'each') });
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
  expect(faults.map(({ node: id, code }) => [id, code])).toEqual([
    ['gone', 'DELETED_WORKFLOW'],
    ['each', 'MISSING_WORKFLOW'],
    ['each', 'ITEMS_PARALLEL'],
    ['each', 'ITEMS_WITHOUT_TABLE'],
  ]);
});
