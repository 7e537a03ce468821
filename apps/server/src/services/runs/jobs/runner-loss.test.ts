import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import {
  createTestDatabase,
  freePort,
  type ServerProcess,
  startServerProcess,
  testPassword,
} from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';

const timeout = 240_000;
const pool = 5;
const metricsToken = 'token-of-the-metrics';
const started: ServerProcess[] = [];
const cleanUps: (() => Promise<unknown>)[] = [];
/**
 * Starting processes is expensive: tests share the api, and the remaining runner of one test is the first of the next.
 */
let roles: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  roles = await startApi();
}, timeout);
afterAll(async () => {
  await Promise.all(started.splice(0).map((process) => process.kill('SIGKILL')));
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, timeout);

/** A database, and an api in its own process. */
async function startApi() {
  const database = await createTestDatabase(inject('postgresUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-roles-'));
  cleanUps.push(
    () => database.drop(),
    () => rm(dataDir, { recursive: true, force: true }),
  );
  const port = await freePort();
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: String(pool),
    METRICS_TOKEN: metricsToken,
    RUNNER_DRAIN_SECONDS: '0',
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  const start = async (roles: string) => {
    const process = startServerProcess({ ...env, TOUCHSTONE_ROLES: roles });
    started.push(process);
    await process.until(/is ready/);
    return process;
  };
  await start('api,scheduler');

  const form = new URLSearchParams({
    grant_type: 'password',
    username: 'admin@example.test',
    password: testPassword,
  });
  const answer = await fetch(`${env.PUBLIC_URL}/services/identity/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const client = createClient({ baseUrl: env.PUBLIC_URL, headers: () => ({ Authorization: `Bearer ${token}` }) });
  const observer = new pg.Client({ connectionString: database.url, application_name: 'observer' });
  await observer.connect();
  cleanUps.push(() => observer.end());
  const countConnections = async () => {
    const { rows } = await observer.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0].n as number;
  };
  return { client, countConnections, startRunner: () => start('runner') };
}

/** The api and a single runner. */
async function startRoles() {
  const { client, startRunner } = roles;
  const target = await startTargetServer();
  cleanUps.push(() => target.close());
  const [, ...alive] = started.filter((process) => process.isAlive());
  const first = alive[0] ?? (await startRunner());
  await Promise.all(alive.slice(1).map((process) => process.kill('SIGKILL')));
  return { client, target, first, startRunner };
}

test('a runner has health and metrics on its own port, and no process exceeds its connection limit', {
  timeout,
}, async () => {
  const { client, target, first } = await startRoles();
  const health = /Health +(\S+)/.exec(first.output())?.[1] ?? '';
  const ready = await fetch(health);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', checks: { database: 'ok', files: 'ok', space: 'ok' } },
  ]);
  expect((await fetch(new URL('/metrics', health))).status).toBe(401);
  const metrics = await fetch(new URL('/metrics', health), { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(await metrics.text()).toContain('touchstone_runs_active');
  expect((await fetch(new URL('/openapi.json', health))).status).toBe(404);

  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: `${target.url}/json` });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const counted: number[] = [];
  let isBusy = true;
  const counting = (async () => {
    while (isBusy) counted.push(await roles.countConnections());
  })();
  await Promise.all([
    followRun(client, runId),
    ...Array.from({ length: 100 }, () => client.call(apiTestingRoutes.listSuites, { query: { projectId } })),
  ]);
  isBusy = false;
  await counting;
  // The api and the runner; a previously killed runner may still count.
  expect(Math.max(...counted)).toBeLessThanOrEqual(2 * pool);
});

const steps = 40;
const times = 6;
/** Allows an answer to be held until another runner has started. */
const patient = { timeoutMs: timeout, followRedirects: true, maxRedirects: 10, verifyCertificate: true };
type Roles = Awaited<ReturnType<typeof startRoles>>;

/** Starts a run of many steps; resolves when it is halfway. */
async function beginSteps({ client, target }: Roles): Promise<string> {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  for (let n = 0; n < steps; n += 1) {
    await newScript(client, suiteId, {
      scriptName: `step ${n}`,
      url: n === steps / 2 ? `${target.url}/held/middle` : `${target.url}/json`,
      settings: patient,
      dataHandlers: n === 0 ? [{ name: 'petId', source: 'jsonPath', path: '$.id', enabled: true }] : [],
      assertions:
        n === steps - 1
          ? [{ kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '{{petId}}', enabled: true }]
          : [],
    });
  }
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await followRun(client, runId, {
    enough: (event) => JSON.stringify(event.data.steps ?? '').includes('/held/middle'),
  });
  return runId;
}

/** Starts a run whose script repeats a step; resolves during the third repetition. */
async function beginPolls({ client, target }: Roles): Promise<string> {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { scriptName: 'begin', url: `${target.url}/json` });
  await newScript(client, suiteId, {
    scriptName: 'poll',
    url: `${target.url}/{{place}}/{{n}}`,
    settings: patient,
    preRequestScript: `const n = Number(pm.variables.get('n') ?? 0) + 1;
      pm.variables.set('n', String(n));
      pm.variables.set('place', n === 3 ? 'held' : 'poll');`,
    testScript: `if (Number(pm.variables.get('n')) < ${times}) pm.execution.setNextRequest('begin');`,
  });
  await newScript(client, suiteId, { scriptName: 'end', url: `${target.url}/json` });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await vi.waitFor(() => expect(target.received).toContain('GET /held/3'), { timeout: 120_000 });
  // Once an event reports them, the earlier results are stored.
  await followRun(client, runId, {
    enough: (event) => (event.data.counts as { passed: number } | undefined)?.passed === 5,
  });
  return runId;
}

/** Ends the first runner after starting another. */
async function endFirst({ target, first, startRunner }: Roles, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await startRunner();
  await first.kill(signal);
  target.release();
}

let killed: ReturnType<typeof killRunner> | undefined;
/** A single kill affects both runs, whichever test comes first. */
const afterKill = () => {
  killed ??= killRunner();
  return killed;
};
async function killRunner() {
  const given = await startRoles();
  const [stepsId, pollsId] = await Promise.all([beginSteps(given), beginPolls(given)]);
  await endFirst(given, 'SIGKILL');
  return { ...given, stepsId, pollsId };
}
async function afterStop() {
  const given = await startRoles();
  const stepsId = await beginSteps(given);
  await endFirst(given, 'SIGTERM');
  return { ...given, stepsId };
}

test.each([
  ['is killed', afterKill],
  ['is asked to stop', afterStop],
] as const)(
  'one api and two runners on a PostgreSQL: a runner %s in the middle of a run; every step is executed and none is recorded twice',
  { timeout },
  async (_name, end) => {
    const { client, stepsId: runId } = await end();
    const events = await followRun(client, runId);
    const run = await client.call(apiTestingRoutes.getExecution, { query: { runId } });
    expect(run).toMatchObject({
      executionStatus: 'Pass',
      total: steps,
      passed: steps,
      attempt: 1,
      queued: 0,
      running: 0,
    });
    expect(run.steps.map((step) => step.status)).toEqual(Array.from({ length: steps }, () => 'passed'));
    expect(new Set(run.steps.map((step) => step.attempt))).toEqual(new Set([1]));

    const recorded = events
      .flatMap((event) => (event.data.steps as { index: number; status: string }[] | undefined) ?? [])
      .filter((step) => step.status === 'passed');
    expect(recorded.map((step) => step.index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: steps }, (_, index) => index),
    );
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
  },
);

test('a runner is killed while a script repeats a step: every execution is recorded once, in order [functional-runs-reports-1]', {
  timeout,
}, async () => {
  const { client, target, pollsId: runId } = await afterKill();
  const events = await followRun(client, runId);
  const run = await client.call(apiTestingRoutes.getExecution, { query: { runId } });
  expect(run.steps.flatMap((step) => step.message ?? [])).toEqual([]);
  const total = 2 * times + 1;
  expect(run).toMatchObject({ executionStatus: 'Pass', total, passed: total, queued: 0, running: 0 });
  const polls = run.steps.filter((step) => step.name === 'poll');
  expect(polls.map((step) => step.url.replace(target.url, ''))).toEqual([
    '/poll/1',
    '/poll/2',
    '/held/3',
    '/poll/4',
    '/poll/5',
    '/poll/6',
  ]);
  expect(polls.map((step) => step.occurrence ?? 1)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(run.steps.map((step) => step.name)).toEqual([
    ...Array.from({ length: times }, () => ['begin', 'poll']).flat(),
    'end',
  ]);
  const recorded = events
    .flatMap((event) => (event.data.steps as { stepId: string; status: string }[] | undefined) ?? [])
    .filter((step) => step.status === 'passed');
  expect(new Set(recorded.map((step) => step.stepId)).size).toBe(total);
  expect(recorded).toHaveLength(total);
});
