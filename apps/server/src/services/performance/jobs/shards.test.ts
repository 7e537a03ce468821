import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import {
  createTestDatabase,
  freePort,
  type ServerProcess,
  startServerProcess,
  testPassword,
} from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';

const calls = apiTestingRoutes;
/** Processes are slow to start while many tests run; none of these times decides a result. */
const timeout = 300_000;
const waitOptions = { timeout: 120_000, interval: 200 };
const cleanUps: (() => Promise<unknown>)[] = [];
/** Processes are expensive: the tests share them, and a runner killed by a test is replaced for the next one. */
let cluster: Awaited<ReturnType<typeof startCluster>>;
beforeAll(async () => {
  cluster = await startCluster();
}, timeout);
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, timeout);

/** A database, a target and an API process. */
async function startCluster() {
  const database = await createTestDatabase(inject('postgresUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-shards-'));
  const target = await startTargetServer();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  cleanUps.push(
    () => database.drop(),
    () => rm(dataDir, { recursive: true, force: true }),
    () => target.close(),
    () => pool.end(),
  );
  const port = await freePort();
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '5',
    RUNNER_CONCURRENCY: '1',
    RUNNER_DRAIN_SECONDS: '0',
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const start = (roles: string): ServerProcess => {
    const process = startServerProcess({ ...env, TOUCHSTONE_ROLES: roles });
    cleanUps.push(() => process.kill('SIGKILL'));
    return process;
  };
  await start('api,scheduler').until(/is ready/);
  const form = new URLSearchParams({
    grant_type: 'password',
    username: env.TOUCHSTONE_ADMIN_EMAIL,
    password: testPassword,
  });
  const answer = await fetch(`${env.PUBLIC_URL}/services/identity/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const client = createClient({ baseUrl: env.PUBLIC_URL, headers: () => ({ Authorization: `Bearer ${token}` }) });
  return { client, target, pool, start, runners: [] as ServerProcess[] };
}

/** Three runners that execute one run at a time each, and a project for the test, whose request goes to `path`. */
async function startThreeRunners(path: string) {
  const { client, target, pool, start } = cluster;
  const runners = cluster.runners.filter((runner) => runner.isAlive());
  while (runners.length < 3) runners.push(start('runner'));
  cluster.runners = runners;
  await Promise.all(runners.map((runner) => runner.until(/is ready/)));
  target.received.length = 0;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { scriptName: 'Pet', url: `${target.url}${path}` });
  const run = async (load: Load): Promise<string> => {
    const body = { type: 'performance' as const, projectId, suiteIds: [suiteId], performance: { load, runners: 3 } };
    return (await client.call(calls.executeTest, { body })).runId;
  };
  return { client, target, runners, pool, run };
}
/** Users waiting for responses leave the processor to the runners that start and take over. */
const unhurried = '/after/100';
type Load =
  | { type: 'shared-iterations'; vus: number; iterations: number }
  | { type: 'constant-vus'; vus: number; durationMs: number };

const reportOf = (client: Client, runId: string) => client.call(calls.getPerformanceReport, { query: { runId } });
const ended = (client: Client, runId: string) =>
  vi.waitFor(async () => {
    const report = await reportOf(client, runId);
    expect(finalRunStatuses).toContain(report.run.status);
    return report;
  }, waitOptions);
const secondsMeasured = (client: Client, runId: string, seconds: number) =>
  vi.waitFor(async () => {
    expect((await reportOf(client, runId)).lastSecond).toBeGreaterThanOrEqual(seconds);
  }, waitOptions);
const wallet = async (client: Client) =>
  (await client.call(virtualUserRoutes.getVirtualUserWallet, { query: {} })).privateWallet;

/** No run and no shard is left open, whichever process died. */
const nothingRuns = (pool: pg.Pool) =>
  vi.waitFor(async () => {
    const open = await pool.query(`select kind, status from runs.run where status in ('queued', 'running')`);
    expect(open.rows).toEqual([]);
  }, waitOptions);

/** The process that executes a run of this kind. */
async function holderOf(pool: pg.Pool, runners: readonly ServerProcess[], kind: string): Promise<ServerProcess> {
  const held = await pool.query(
    `select lease_owner from runs.run where kind = $1 and status = 'running' order by created_at limit 1`,
    [kind],
  );
  const holder = runners.find(({ pid }) => held.rows[0]?.lease_owner.startsWith(`${hostname()}:${pid}:`));
  if (!holder) throw new Error(`No runner executes ${kind}.`);
  return holder;
}

test('three runners share a run: the sum of their shards is the plan', { timeout }, async () => {
  const { client, target, pool, run } = await startThreeRunners('/json');
  const before = await wallet(client);
  const runId = await run({ type: 'shared-iterations', vus: 5, iterations: 301 });
  const { run: done, totals, runners } = await ended(client, runId);
  expect(done.executionStatus).toBe('Pass');
  expect(runners.map(({ name, state }) => [name, state]).sort()).toEqual([
    ['Runner 1', 'ended'],
    ['Runner 2', 'ended'],
    ['Runner 3', 'ended'],
  ]);
  expect(totals?.iterations).toMatchObject({ started: 301, completed: 301 });
  expect(totals?.total).toMatchObject({ count: 301, failed: 0 });
  expect(target.received.filter((line) => line === 'GET /json')).toHaveLength(301);
  expect(totals?.generator.threads).toBeGreaterThanOrEqual(3);
  await nothingRuns(pool);
  await vi.waitFor(async () => {
    const shards = await pool.query(`select id from runs.run where kind = 'api-performance-shard'`);
    expect(shards.rows).toEqual([]);
  }, waitOptions);
  expect(await wallet(client)).toEqual(before);
});

test('a runner killed in the middle is reported lost; the others continue and nothing stays running', {
  timeout,
}, async () => {
  const { client, pool, runners, run } = await startThreeRunners(unhurried);
  const before = await wallet(client);
  const runId = await run({ type: 'constant-vus', vus: 6, durationMs: 20_000 });
  await secondsMeasured(client, runId, 2);
  await (await holderOf(pool, runners, 'api-performance-shard')).kill('SIGKILL');
  const { run: done, totals, runners: shown, points } = await ended(client, runId);
  expect(done.executionStatus).toBe('Error in Run');
  expect(done.message).toMatch(
    /^Runner [23] of 3 was lost in second \d+; its share of the load is missing after that\.$/,
  );
  expect(shown.map(({ state }) => state).sort()).toEqual(['ended', 'ended', 'lost']);
  expect(points[1]?.users).toBe(6);
  expect(points.at(-2)?.users).toBe(4);
  expect(points.map((point) => point.second)).toEqual(points.map((_, index) => index));
  expect(totals?.total.count).toBe(points.reduce((sum, point) => sum + point.requests, 0));
  await nothingRuns(pool);
  expect(await wallet(client)).toEqual(before);
});

test('when the leading runner is killed, another one ends the run with what was measured', { timeout }, async () => {
  const { client, pool, runners, run } = await startThreeRunners(unhurried);
  const before = await wallet(client);
  const runId = await run({ type: 'constant-vus', vus: 3, durationMs: 120_000 });
  await secondsMeasured(client, runId, 2);
  await (await holderOf(pool, runners, 'api-performance')).kill('SIGKILL');
  const { run: done, totals } = await ended(client, runId);
  expect(done.executionStatus).toBe('Error in Run');
  expect(done.message).toContain('The runner that led this run was lost.');
  expect(done.durationMs).toBeLessThan(120_000);
  expect(totals?.total.count).toBeGreaterThan(0);
  await nothingRuns(pool);
  expect(await wallet(client)).toEqual(before);
});
