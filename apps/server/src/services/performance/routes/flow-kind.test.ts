import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, documentOf, newFlow, runFlowToEnd, start } from '../../flows/testing/flow-builders.ts';
import { performanceStore } from '../store/performance.store.ts';

const timeout = 120_000;
let server: TestServer;
let target: Awaited<ReturnType<typeof startTargetServer>>;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { scriptName: 'Pet', url: `${target.url}/json` });
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

const load = (thresholds: string[], settings: object = {}) => ({
  id: 'load',
  kind: 'performance-run',
  name: 'Peak',
  settings: { suiteId, load: { type: 'shared-iterations', vus: 2, iterations: 40 }, thresholds, ...settings },
});
const run = async (thresholds: string[]) => {
  const nodes = [start, load(thresholds)];
  const flowId = await newFlow(client, projectId, { nodes, links: chain('start', 'load') });
  return runFlowToEnd(client, flowId);
};
const wallet = async () => (await client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet;

test('a performance run in a workflow returns its figures, and releases its users', { timeout }, async () => {
  const before = await wallet();
  const { runId, nodes } = await run(['failed < 1%', 'p95 < 60s']);
  const node = nodes.find((one) => one.node === 'load');
  expect([node?.status, node?.message]).toEqual(['passed', null]);
  expect(node?.outputs).toEqual({
    p50Ms: expect.any(Number),
    p95Ms: expect.any(Number),
    p99Ms: expect.any(Number),
    requestsPerSecond: expect.any(Number),
    errorRate: 0,
    requests: 40,
  });
  const parts = await client.call(runRoutes.listRuns, { query: { projectId, parentRunId: runId } });
  expect(parts.content.map((part) => [part.runId, part.kind, part.status])).toEqual([
    [node?.childRunId, 'api-performance', 'passed'],
  ]);
  expect(await wallet()).toEqual(before);
});

test('a threshold that is crossed fails the node, which keeps its figures', { timeout }, async () => {
  const { status, nodes } = await run(['p95 < 0.001']);
  const node = nodes.find((one) => one.node === 'load');
  expect([status, node?.status, node?.outputs.requests]).toEqual(['failed', 'failed', 40]);
  expect(node?.message).toMatch(/p95/);
});

test('each iteration of a block takes a row of its data file', { timeout }, async () => {
  const body = new FormData();
  body.append('file', new Blob(['row\none\ntwo\nthree']), 'rows.csv');
  const ofRows = await newSuite(client, projectId);
  await newScript(client, ofRows, { scriptName: 'Row', url: `${target.url}/environment/{{row}}` });
  const query = { projectId, suiteIds: [ofRows] };
  const { fileId, fileName } = await client.call(apiTestingRoutes.uploadDataFile, { query, body });
  const settings = {
    suiteId: ofRows,
    load: { type: 'shared-iterations', vus: 1, iterations: 9 },
    dataFile: { fileId, fileName, firstRow: 2 },
    dataMode: 'unique',
  };
  const nodes = [start, load(['failed < 1%'], settings)];
  target.received.length = 0;
  const { nodes: ran } = await runFlowToEnd(
    client,
    await newFlow(client, projectId, { nodes, links: chain('start', 'load') }),
  );
  expect(ran.find((one) => one.node === 'load')).toMatchObject({ status: 'passed', outputs: { requests: 2 } });
  expect(target.received.toSorted()).toEqual(['GET /environment/three', 'GET /environment/two']);
});

test('missing and invalid settings are reported before a run', { timeout }, async () => {
  const missingId = '00000000-0000-4000-8000-000000000000';
  const nodes = [
    start,
    load([], { suiteId: missingId, load: undefined }),
    { ...load(['p95 below 3'], { load: { type: 'constant-vus', vus: 0, durationMs: 5000 } }), id: 'wrong' },
    { ...load(['p95 < 3s'], { dataFile: null }), id: 'no-file' },
    { ...load(['p95 < 3s'], { dataFile: { fileId: missingId, fileName: 'a.csv', firstRow: 0 } }), id: 'no-rows' },
  ];
  const document = documentOf({
    nodes: JSON.parse(JSON.stringify(nodes)),
    links: chain('start', 'load', 'wrong', 'no-file', 'no-rows'),
  });
  const { faults } = await client.call(flowRoutes.validateFlow, { body: { projectId, document } });
  expect(faults.map(({ node, code }) => [node, code])).toEqual([
    ['load', 'MISSING_LOAD'],
    ['load', 'MISSING_THRESHOLD'],
    ['load', 'DELETED_SCRIPT'],
    ['wrong', 'INVALID_THRESHOLD'],
    ['wrong', 'INVALID_LOAD'],
    ['no-file', 'MISSING_DATA_FILE'],
    ['no-rows', 'INVALID_DATA_FILE'],
  ]);
});

test('a run that is planned twice exists once, and starts anew where it was given up before it started', {
  timeout,
}, async () => {
  const { sql } = server.platform.database;
  const runId = newId();
  const { organizationId } = server.admin;
  const values = {
    runId,
    organizationId,
    projectId,
    configuration: { load: { type: 'constant-vus' as const, vus: 1, durationMs: 1000 } },
    curve: { name: 'Load', unit: 'users' as const, points: [] } as never,
    virtualUsers: 1,
    plannedDurationMs: 1000,
    shards: 1,
  };
  await performanceStore.insert(sql, { ...values, plan: 'first' });
  await performanceStore.insert(sql, { ...values, plan: 'second' });
  expect(await performanceStore.findPlan(sql, runId)).toBe('first');
  await performanceStore.end(sql, runId, { totals: null, summary: null });
  // The test may have changed in between.
  const changed = {
    configuration: { load: { type: 'constant-vus' as const, vus: 7, durationMs: 2000 } },
    curve: { name: 'Higher load', unit: 'users' as const, points: [] } as never,
    virtualUsers: 7,
    plannedDurationMs: 2000,
    shards: 2,
  };
  await performanceStore.insert(sql, { ...values, ...changed, plan: 'third' });
  expect(await performanceStore.find(sql, runId)).toMatchObject({ ...changed, phase: 'waiting', stopped: false });
  expect(await performanceStore.findPlan(sql, runId)).toBe('third');
  await performanceStore.delete(sql, [runId]);
});
